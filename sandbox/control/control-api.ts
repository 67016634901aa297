/**
 * The control API under `/_sandbox`: no part of the standard, for tests to drive the bank.
 *
 * @module
 */
import { timingSafeEqual } from 'node:crypto'
import type { Static, TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDateTime, parseDateTime, type Version, versions } from '#standard/index.js'
import { parseDuration } from '../clock/durations.js'
import { ClockOutOfRange, moveClock, type TenantClock, toDateTime } from '../clock/tenant-clock.js'
import { emptyCatcher, setAnswer } from '../events/catcher.js'
import { exchangeRates, replaceRates } from '../exchange/set-rates.js'
import { setFaults } from '../faults/active-faults.js'
import { faultIds, faults } from '../faults/registry.js'
import type { FaultSetting } from '../faults/settings.js'
import { badRequest, refusal } from '../http/api-error.js'
import { parseJson, parseJsonArray, schemaProblems } from '../http/body.js'
import { bearerToken, sendsJson } from '../http/request-headers.js'
import type { Tenant } from '../tenants/tenant.js'
import { setVariations } from '../variations/active-variations.js'
import { variationIds, variations } from '../variations/registry.js'
import type { Variation } from '../variations/variation.js'
import { changeHeadless, listConsents } from './consents.js'
import { catcherOf, catcherState, raise, resendOne, showCatcher, shownDeliveries, shownEvents } from './events.js'
import { decideHeadless, type HeadlessOptions } from './headless.js'
import {
  AccountsBody,
  AdvanceBody,
  AuthorisationBody,
  CatcherBody,
  ClockBody,
  type ControlOperationId,
  controlOperation,
  controlOperationIds,
  RaiseBody,
  RatesBody,
  ResendBody,
  RevokeBody,
  SamplesBody,
} from './operations.js'

export { controlPath } from './operations.js'

export interface ControlOptions extends HeadlessOptions {
  /** The tenant that a request controls. */
  tenantOf(request: FastifyRequest): Tenant
  /** Without one the control API is open to callers that name the bank by a loopback address. */
  readonly token: string | undefined
  /** Everything there is: as a page for a browser, else as JSON. */
  home(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** What is filled in to try each operation of a version. */
  samples(version: Version): Promise<unknown>
  /** What `ob-conformance run URL` reads to judge this bank. */
  readonly profile: () => unknown
}

/** Largest body, in bytes (decision 0059). */
const bodyLimit = 200 * 1024

export async function controlApi(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { tenantOf, token } = options
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async ({ headers, hostname }) => {
    const allowed = token === undefined ? isLoopback(hostname) : equal(bearerToken(headers.authorization), token)
    if (!allowed) throw refusal('controlTokenWrong')
  })

  app.addHook('preHandler', async ({ method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD' && !sendsJson(headers)) throw refusal('controlBodyNotJson')
  })

  const handlers = {
    getBank: (request, reply) => options.home(request, reply),
    makeSamples: async ({ body }) => {
      const { version = '1.0.0' } = read(SamplesBody, body)
      const known = versions.find((each) => each === version)
      if (known === undefined) throw refusal('versionUnknown', { version })
      return options.samples(known)
    },
    listConsents: async (request) => listConsents(tenantOf(request)),
    getProfile: async () => options.profile(),
    decideAuthorisation: async ({ body }) => ({
      redirectTo: await decideHeadless(options, read(AuthorisationBody, body)),
    }),
    revokeConsent: async (request) =>
      changeHeadless(tenantOf(request), { ...read(RevokeBody, request.body), ...consentOf(request.params) }),
    changeConsentAccounts: async (request) =>
      changeHeadless(tenantOf(request), { ...read(AccountsBody, request.body), ...consentOf(request.params) }),
    getClock: async (request) => clockView(tenantOf(request)),
    setClock: async (request) => {
      const tenant = tenantOf(request)
      const { now, frozen } = read(ClockBody, request.body)
      await move(tenant, 'now', (clock) => {
        if (frozen === true) clock.freeze()
        if (frozen === false) clock.resume()
        if (now !== undefined && isDateTime(now)) clock.set(parseDateTime(now))
      })
      return clockView(tenant)
    },
    advanceClock: async (request) => {
      const tenant = tenantOf(request)
      const { by } = read(AdvanceBody, request.body)
      const millis = parseDuration(by)
      if (millis === undefined) throw refusal('durationInvalid', { by })
      await move(tenant, 'by', (clock) => clock.advance(millis))
      return clockView(tenant)
    },
    getExchangeRates: async (request) => exchangeRates(tenantOf(request)),
    setExchangeRates: async (request) => {
      const tenant = tenantOf(request)
      await replaceRates(tenant.store, read(RatesBody, request.body))
      return exchangeRates(tenant)
    },
    getFaults: async (request) => ({
      available: faultIds.map((id) => ({ id, title: faults[id].title, source: faults[id].source })),
      active: tenantOf(request).faults.settings,
    }),
    setFaults: async (request) => {
      const tenant = tenantOf(request)
      await setFaults(tenant, parseJsonArray(request.body) as readonly FaultSetting[])
      return { active: tenant.faults.settings }
    },
    getVariations: async (request) => ({
      available: variationIds.map((id) => ({ id, ...aboutVariation(id) })),
      active: tenantOf(request).variations.ids,
    }),
    setVariations: async (request) => {
      const tenant = tenantOf(request)
      await setVariations(tenant, parseJsonArray(request.body) as readonly string[])
      return { active: tenant.variations.ids }
    },
    listEvents: async (request) => shownEvents(tenantOf(request)),
    raiseEvent: async (request) => raise(tenantOf(request), read(RaiseBody, request.body)),
    listDeliveries: async (request) => shownDeliveries(tenantOf(request)),
    resendDelivery: async (request) => resendOne(tenantOf(request), read(ResendBody, request.body)),
    getCatcher: async (request, reply) => showCatcher(tenantOf(request), options.publicUrl, request, reply),
    setCatcher: async (request) => {
      const tenant = tenantOf(request)
      await setAnswer(tenant, catcherOf(request), read(CatcherBody, request.body).answer)
      return catcherState(tenant, options.publicUrl, catcherOf(request))
    },
    emptyCatcher: async (request) => {
      const tenant = tenantOf(request)
      await emptyCatcher(tenant, catcherOf(request))
      return catcherState(tenant, options.publicUrl, catcherOf(request))
    },
  } satisfies Readonly<Record<ControlOperationId, ControlHandler>>

  for (const id of controlOperationIds) {
    const { method, path } = controlOperation(id)
    app.route({ method, url: path.replace(/\{(\w+)\}/g, ':$1'), handler: handlers[id] as ControlHandler })
  }
}

/** Answers one operation of the table. */
type ControlHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function aboutVariation(id: string) {
  const { title, allowedBy } = variations[id] as Variation
  return { title, allowedBy }
}

const consentOf = (params: unknown) => ({ consentId: (params as { ConsentId: string }).ConsentId })

function clockView({ clock }: Tenant) {
  return { now: toDateTime(clock.now()), frozen: clock.isFrozen }
}

/** Moves the clock. @throws {ApiError} 400 when that would leave its range; then it stays as it was */
async function move(tenant: Tenant, path: 'now' | 'by', how: (clock: TenantClock) => void): Promise<void> {
  try {
    await moveClock(tenant, how)
  } catch (cause) {
    if (cause instanceof ClockOutOfRange) throw refusal('clockOutOfRange', { path, range: cause.message, cause })
    throw cause
  }
}

function read<T extends TSchema>(schema: T, bytes: unknown): Static<T> {
  const body = parseJson(bytes)
  const problems = schemaProblems(schema, body)
  if (problems.length > 0) throw badRequest(problems)
  return body as Static<T>
}

/** Compares the name, not the address it resolves to: a web page on another host name is refused. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)
}

function equal(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
