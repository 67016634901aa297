/**
 * The bank's own levers, under `/_sandbox`: nothing of the standard, everything a test needs.
 *
 * @module
 */
import { timingSafeEqual } from 'node:crypto'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { isDateTime, oneOf, parseDateTime } from '#standard/index.js'
import type { PsuConsents } from '../account-information/psu-consents.js'
import { parseDuration, toDateTime } from '../clock/durations.js'
import type { FaultSetting } from '../faults/active-faults.js'
import { faultIds, faults } from '../faults/registry.js'
import { ApiError, badRequest, problem } from '../http/api-error.js'
import { parseJson, schemaProblems } from '../http/body.js'
import { sendsJson } from '../http/request-headers.js'
import { bearerToken } from '../identity/bearer-token.js'
import { moveClock, setFaults, type Tenant } from '../tenants.js'
import { changeHeadless } from './consents.js'
import { decideHeadless, type HeadlessOptions } from './headless.js'

export const controlPath = '/_sandbox'

export interface ControlOptions extends HeadlessOptions {
  readonly tenant: Tenant
  readonly consents: PsuConsents
  /** Open without one, to callers that name the bank by a loopback address. */
  readonly token: string | undefined
  /** What `ob-conformance run URL` reads to judge this bank. */
  readonly profile: () => unknown
}

const AuthorisationBody = Type.Object(
  {
    authorizationUrl: Type.String(),
    psu: Type.String(),
    decision: oneOf(['approve', 'reject', 'cancel']),
    accounts: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  },
  { additionalProperties: false },
)

const RevokeBody = Type.Object({ psu: Type.String() }, { additionalProperties: false })

const AccountsBody = Type.Object(
  { psu: Type.String(), accounts: Type.Array(Type.String(), { minItems: 1 }) },
  { additionalProperties: false },
)

const ClockBody = Type.Object(
  { now: Type.Optional(Type.String({ format: 'date-time' })), frozen: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)

const AdvanceBody = Type.Object({ by: Type.String() }, { additionalProperties: false })

const FaultsBody = Type.Array(
  Type.Object(
    {
      id: oneOf(faultIds),
      path: Type.Optional(Type.String({ pattern: '^/' })),
      every: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    },
    { additionalProperties: false },
  ),
)

export async function controlApi(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { tenant, token } = options
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('onRequest', async ({ headers, hostname }) => {
    const allowed = token === undefined ? isLoopback(hostname) : equal(bearerToken(headers.authorization), token)
    if (!allowed) throw new ApiError(401, [], { 'www-authenticate': 'Bearer' })
  })

  app.addHook('preHandler', async ({ method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD' && !sendsJson(headers)) throw new ApiError(415)
  })

  app.get('/profile', async () => options.profile())

  app.post('/authorisations', async ({ body }) => {
    const request = read(AuthorisationBody, body)
    return { redirectTo: await decideHeadless(options, request) }
  })

  app.post('/consents/:ConsentId/revoke', async ({ params, body }) =>
    changeHeadless(options, { ...read(RevokeBody, body), ...consentOf(params) }),
  )

  app.put('/consents/:ConsentId/accounts', async ({ params, body }) =>
    changeHeadless(options, { ...read(AccountsBody, body), ...consentOf(params) }),
  )

  app.get('/clock', async () => clockView(tenant))

  app.put('/clock', async ({ body }) => {
    const { now, frozen } = read(ClockBody, body)
    await moveClock(tenant, (clock) => {
      if (frozen === true) clock.freeze()
      if (frozen === false) clock.resume()
      if (now !== undefined && isDateTime(now)) clock.set(parseDateTime(now))
    })
    return clockView(tenant)
  })

  app.post('/clock/advance', async ({ body }) => {
    const { by } = read(AdvanceBody, body)
    const millis = parseDuration(by)
    if (millis === undefined) {
      throw badRequest([problem('Field.Invalid', `${JSON.stringify(by)} is no duration such as P3D or PT1H30M`, 'by')])
    }
    await moveClock(tenant, (clock) => clock.advance(millis))
    return clockView(tenant)
  })

  app.get('/faults', async () => ({
    available: faultIds.map((id) => ({ id, title: faults[id].title, source: faults[id].source })),
    active: tenant.faults.settings,
  }))

  app.put('/faults', async ({ body }) => {
    await setFaults(tenant, read(FaultsBody, body) as FaultSetting[])
    return { active: tenant.faults.settings }
  })
}

const consentOf = (params: unknown) => ({ consentId: (params as { ConsentId: string }).ConsentId })

function clockView({ clock }: Tenant) {
  return { now: toDateTime(clock.now()), frozen: clock.isFrozen }
}

function read<T extends TSchema>(schema: T, bytes: unknown): Static<T> {
  const body = schema.type === 'array' ? parseArray(bytes) : parseJson(bytes)
  const problems = schemaProblems(schema, body)
  if (problems.length > 0) throw badRequest(problems)
  return body as Static<T>
}

function parseArray(bytes: unknown): unknown {
  return (parseJson(Buffer.from(`{"faults":${Buffer.isBuffer(bytes) ? bytes : ''}}`)) as { faults: unknown }).faults
}

/** Names only: a page on another host name that resolves to loopback is not let in. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)
}

function equal(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
