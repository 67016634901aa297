/**
 * The control API under `/_sandbox`: no part of the standard, for tests to drive the bank.
 *
 * @module
 */
import { timingSafeEqual } from 'node:crypto'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isDateTime, oneOf, parseDateTime } from '#standard/index.js'
import { parseDuration } from '../clock/durations.js'
import { ClockOutOfRange, moveClock, type TenantClock, toDateTime } from '../clock/tenant-clock.js'
import { setFaults } from '../faults/active-faults.js'
import { faultIds, faults } from '../faults/registry.js'
import type { FaultSetting } from '../faults/settings.js'
import { badRequest, refusal } from '../http/api-error.js'
import { parseJson, parseJsonArray, schemaProblems } from '../http/body.js'
import { bearerToken, sendsJson } from '../http/request-headers.js'
import type { Tenant } from '../tenants/tenant.js'
import { changeHeadless } from './consents.js'
import { decideHeadless, type HeadlessOptions } from './headless.js'

export const controlPath = '/_sandbox'

export interface ControlOptions extends HeadlessOptions {
  /** The tenant that a request controls. */
  tenantOf(request: FastifyRequest): Tenant
  /** Without one the control API is open to callers that name the bank by a loopback address. */
  readonly token: string | undefined
  /** What `ob-conformance run URL` reads to judge this bank. */
  readonly profile: () => unknown
}

/** Largest body, in bytes (decision 0059). */
const bodyLimit = 200 * 1024

/** Names and ids, none of which is as long. */
const name = Type.String({ maxLength: 200 })
const accountIds = Type.Array(name, { minItems: 1, maxItems: 1000 })

const AuthorisationBody = Type.Object(
  {
    // as long as a browser could send it
    authorizationUrl: Type.String({ maxLength: 16_384 }),
    psu: name,
    decision: oneOf(['approve', 'reject', 'cancel']),
    accounts: Type.Optional(accountIds),
    account: Type.Optional(name),
  },
  { additionalProperties: false },
)

const RevokeBody = Type.Object({ psu: name }, { additionalProperties: false })

const AccountsBody = Type.Object({ psu: name, accounts: accountIds }, { additionalProperties: false })

const ClockBody = Type.Object(
  { now: Type.Optional(Type.String({ format: 'date-time' })), frozen: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const AdvanceBody = Type.Object({ by: name }, { additionalProperties: false })

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

  app.get('/profile', async () => options.profile())

  app.post('/authorisations', async ({ body }) => {
    const request = read(AuthorisationBody, body)
    return { redirectTo: await decideHeadless(options, request) }
  })

  app.post('/consents/:ConsentId/revoke', async (request) =>
    changeHeadless(tenantOf(request), { ...read(RevokeBody, request.body), ...consentOf(request.params) }),
  )

  app.put('/consents/:ConsentId/accounts', async (request) =>
    changeHeadless(tenantOf(request), { ...read(AccountsBody, request.body), ...consentOf(request.params) }),
  )

  app.get('/clock', async (request) => clockView(tenantOf(request)))

  app.put('/clock', async (request) => {
    const tenant = tenantOf(request)
    const { now, frozen } = read(ClockBody, request.body)
    await move(tenant, 'now', (clock) => {
      if (frozen === true) clock.freeze()
      if (frozen === false) clock.resume()
      if (now !== undefined && isDateTime(now)) clock.set(parseDateTime(now))
    })
    return clockView(tenant)
  })

  app.post('/clock/advance', async (request) => {
    const tenant = tenantOf(request)
    const { by } = read(AdvanceBody, request.body)
    const millis = parseDuration(by)
    if (millis === undefined) throw refusal('durationInvalid', { by })
    await move(tenant, 'by', (clock) => clock.advance(millis))
    return clockView(tenant)
  })

  app.get('/faults', async (request) => ({
    available: faultIds.map((id) => ({ id, title: faults[id].title, source: faults[id].source })),
    active: tenantOf(request).faults.settings,
  }))

  app.put('/faults', async (request) => {
    const tenant = tenantOf(request)
    await setFaults(tenant, parseJsonArray(request.body) as readonly FaultSetting[])
    return { active: tenant.faults.settings }
  })
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
