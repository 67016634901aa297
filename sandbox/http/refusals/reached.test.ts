/** Every condition of the table is reached by a request: its answer, and the refusal behind it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  concerns,
  type ErrorCode,
  ErrorResponse,
  findProblems,
  type OperationId,
  operation,
  type RequirementId,
  requirement,
} from '#standard/index.js'
import { changeHeadless } from '../../control/consents.js'
import { decideHeadless, type HeadlessOptions } from '../../control/headless.js'
import { pathOf, testUrl } from '../../testing/test-bank.js'
import { success } from '../answer.js'
import { type ApiError, badRequest } from '../api-error.js'
import type { Exchange } from '../exchange.js'
import { answerOnce, takeIdempotencyKey } from '../idempotency.js'
import { defaultPaymentHeaders } from '../payment-headers.js'
import { runSteps } from '../pipeline.js'
import { checkSignature } from '../signatures.js'
import { takeUser } from '../user-token.js'
import type { ConditionName } from './conditions.js'
import { eventTries } from './testing/event-tries.js'
import { fileTries } from './testing/file-tries.js'
import { paymentTries } from './testing/payment-tries.js'
import { type Answered, consents, json, openRefusingBank, type RefusingBank, valid } from './testing/refusing-bank.js'

let at: RefusingBank
beforeAll(async () => {
  at = await openRefusingBank()
})
afterAll(() => at.close())

/** A request with an idempotency key. */
const keyed = (over: object) =>
  ({
    tenant: at.bank.tenant,
    caller: { tpp: { clientId: 'tpp-demo' } },
    operationId: 'createDomesticPaymentConsent',
    operation: operation('createDomesticPaymentConsent'),
    version: '1.0.0',
    ...over,
  }) as unknown as Exchange

const takingKey = (key: string | undefined) =>
  at.called(async () => {
    throw badRequest(takeIdempotencyKey(keyed({ request: { headers: { 'x-idempotency-key': key } } }), 'required'))
  })

const takingUser = (token: string | undefined) =>
  at.called(async () => {
    const exchange = keyed({ request: { headers: { 'x-user-token': token } } })
    const { userToken } = defaultPaymentHeaders
    throw badRequest(await takeUser(exchange, userToken, () => ({ problem: 'is not known' })))
  })

/** A request with a signature, at a bank that demands one, from a TPP that has registered a key of no use. */
const signed = (jws: string | undefined, over: object = {}) =>
  at.called(async () => {
    const request = { headers: { 'x-jws-signature': jws } }
    const tpp = { clientId: 'tpp-demo', jwks: { keys: [{ kty: 'RSA', kid: 'k' }] } }
    const settings = { mode: 'demanded', unexpected: 'refused' } as const
    return checkSignature(keyed({ request, caller: { tpp }, ...over }), settings, () => 1_000_000)
  })

const jwsOf = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}..c2lnbmF0dXJl`

const family = ['iat', 'iss', 'tan'].map((name) => `http://openbanking.org.bh/${name}`)

const claims = {
  alg: 'PS256',
  kid: 'k',
  crit: family,
  ...Object.fromEntries(family.map((name, index) => [name, [1, 'tpp-demo', 'openbanking.org.bh'][index]])),
}

type Try = readonly [meet: () => Promise<Answered>, status: number, code?: ErrorCode, path?: string]

const tries: Readonly<Record<ConditionName, Try>> = {
  ...paymentTries(() => at),
  ...fileTries(() => at),
  ...eventTries(() => at),
  notHttp: [() => at.raw('\u0000\u0001garbage\r\n\r\n'), 400, 'Resource.InvalidFormat'],
  requestTooSlow: [() => at.raw('GET / HTTP/1.1\r\nHost: bank\r\nX-Unfinished: '), 400, 'Resource.InvalidFormat'],
  headersTooLarge: [
    () => at.raw(`GET / HTTP/1.1\r\nHost: bank\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
    400,
    'Header.Invalid',
  ],
  hostMissing: [() => at.raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'), 400, 'Header.Missing', 'Host'],
  addressUnreadable: [() => at.send({ url: `${consents}/%` }), 400, 'Resource.InvalidFormat'],
  requestUnreadable: [() => at.create(valid, { 'content-length': '5' }), 400, 'Resource.InvalidFormat'],

  pathUnknown: [() => at.send({ url: pathOf('1.0.0', '/nothing') }), 404],
  methodNotOffered: [() => at.send({ method: 'PUT', url: pathOf('1.0.0', '/accounts') }), 405],

  tokenMissing: [() => at.send({ url: pathOf('1.0.0', '/accounts') }), 401],
  tokenNotLive: [
    () => at.send({ url: pathOf('1.0.0', '/accounts'), headers: { authorization: 'Bearer nobody' } }),
    401,
  ],
  mediaTypeNotAcceptable: [() => at.create(valid, { accept: 'text/html' }), 406],
  charsetNotAcceptable: [() => at.create(valid, { accept: 'application/json', 'accept-charset': 'iso-8859-1' }), 406],
  mediaTypeUnsupported: [() => at.create(valid, { 'content-type': 'application/xml' }), 415],
  fileTypeUnsupported: [
    () => {
      const headers = { 'content-type': 'application/json', 'content-length': '2' }
      const exchange = keyed({ operation: operation('uploadFilePaymentFile'), request: { headers } })
      return at.called(async () => runSteps(['content-type'], exchange, {} as never))
    },
    415,
  ],
  quotaUsedUp: [
    async () => {
      const request = { url: `${consents}/x`, headers: await at.bearer({ clientId: 'tpp-limited' }) }
      for (let count = 0; count < 10; count += 1) await at.send(request)
      return at.send(request)
    },
    429,
  ],
  scopeMissing: [
    async () => at.send({ url: `${consents}/x`, headers: await at.bearer({ scope: 'payments' }) }),
    403,
    'Resource.ConsentMismatch',
  ],
  tokenOfConsent: [() => at.read('/account-access-consents/x'), 403, 'Resource.ConsentMismatch'],
  tokenWithoutConsent: [
    async () => at.send({ url: pathOf('1.0.0', '/accounts'), headers: await at.bearer() }),
    403,
    'Resource.ConsentMismatch',
  ],
  consentOfOtherKind: [
    async () => {
      const consent = await at.bank.paymentConsent()
      const headers = await at.bearer({ consent, scope: 'accounts' })
      return at.send({ url: pathOf('1.0.0', '/accounts'), headers })
    },
    403,
    'Resource.ConsentMismatch',
  ],
  consentOfOtherVersion: [() => at.read('/accounts', {}, '0.0.1'), 403, 'Resource.ConsentMismatch'],
  permissionMissing: [
    () => at.read('/balances', { permissions: ['ReadAccountsBasic'] }),
    403,
    'Resource.ConsentMismatch',
  ],
  interactionIdMalformed: [
    () => at.create(valid, { 'x-fapi-interaction-id': 'one' }),
    400,
    'Header.Invalid',
    'x-fapi-interaction-id',
  ],
  authDateMalformed: [
    () => at.create(valid, { 'x-fapi-auth-date': 'yesterday' }),
    400,
    'Header.Invalid',
    'x-fapi-auth-date',
  ],
  customerIpAddressMalformed: [
    () => at.create(valid, { 'x-fapi-customer-ip-address': '1.2.3' }),
    400,
    'Header.Invalid',
    'x-fapi-customer-ip-address',
  ],

  bodyTooLarge: [() => at.create(`{"a":"${'x'.repeat(70_000)}"}`), 413, 'Resource.InvalidFormat'],
  bodyNotJson: [() => at.create('{bad json'), 400, 'Resource.InvalidFormat'],
  fieldMissing: [() => at.create('{"Risk":{}}'), 400, 'Field.Missing', 'Data'],
  fieldUnexpected: [() => at.createWith({ Colour: 'red' }), 400, 'Field.Unexpected', 'Data.Colour'],
  fieldInvalid: [() => at.createWith({ Permissions: ['ReadMinds'] }), 400, 'Field.Invalid', 'Data.Permissions[0]'],
  dateInvalid: [
    () => at.createWith({ ExpirationDateTime: 'tomorrow' }),
    400,
    'Field.InvalidDate',
    'Data.ExpirationDateTime',
  ],
  problemsLeftOut: [() => at.createWith({ Permissions: Array(101).fill('ReadMinds') }), 400, 'Field.Invalid'],
  permissionNeeded: [
    () => at.createWith({ Permissions: ['ReadTransactionsBasic'] }),
    400,
    'Field.Expected',
    'Data.Permissions',
  ],
  expiryInThePast: [
    () => at.createWith({ ExpirationDateTime: '2029-01-15T09:00:00+03:00' }),
    400,
    'Field.InvalidDate',
    'Data.ExpirationDateTime',
  ],
  transactionPeriodReversed: [
    () =>
      at.createWith({
        TransactionFromDateTime: '2029-02-01T00:00:00+03:00',
        TransactionToDateTime: '2029-01-01T00:00:00+03:00',
      }),
    400,
    'Field.InvalidDate',
    'Data.TransactionFromDateTime',
  ],

  resourceUnknown: [
    async () => at.send({ url: `${consents}/x`, headers: await at.bearer() }),
    400,
    'Resource.NotFound',
    'ConsentId',
  ],
  consentOfOtherTpp: [
    async () => {
      const { consentId } = await at.bank.consent({ tppId: 'tpp-other' })
      return at.send({ url: `${consents}/${consentId}`, headers: await at.bearer() })
    },
    403,
    'Resource.ConsentMismatch',
  ],
  consentNotWithdrawable: [
    async () => {
      const { consentId } = await at.bank.consent({ status: 'Revoked' })
      const headers = { ...(await at.bearer()), ...json }
      const payload = JSON.stringify({ Data: { Status: 'Revoked' } })
      return at.send({ method: 'PATCH', url: `${consents}/${consentId}`, headers, payload })
    },
    400,
    'Resource.InvalidConsentStatus',
    'ConsentId',
  ],
  accountNotSelected: [
    () => {
      const [accountId = '', ...others] = at.bank.tenant.bank.psus[0]?.accountIds ?? []
      return at.read(`/accounts/${accountId}`, { accountIds: others })
    },
    403,
    'Resource.ConsentMismatch',
  ],
  bookingDateInvalid: [() => at.transactions('toBookingDateTime=today'), 400, 'Field.InvalidDate', 'toBookingDateTime'],
  bookingPeriodReversed: [
    () => at.transactions('fromBookingDateTime=2030-01-02&toBookingDateTime=2030-01-01'),
    400,
    'Field.InvalidDate',
    'fromBookingDateTime',
  ],
  pageUnknown: [() => at.transactions('page=999999'), 400, 'Field.Invalid', 'page'],
  pageSizeOutOfRange: [() => at.transactions('pageSize=1001'), 400, 'Field.Invalid', 'pageSize'],

  // no operation takes a key yet
  idempotencyKeyReused: [
    () => {
      const once = (body: object) => answerOnce(keyed({ body, idempotencyKey: 'k' }), [], () => success(201, {}))
      return at.called(() => once({ a: 1 }).then(() => once({ a: 2 })))
    },
    400,
    'Header.Invalid',
    'x-idempotency-key',
  ],
  signatureMissing: [() => signed(undefined), 400, 'Signature.Missing', 'x-jws-signature'],
  signatureMalformed: [() => signed('nothing'), 400, 'Signature.Malformed', 'x-jws-signature'],
  signatureClaimMissing: [() => signed(jwsOf({ alg: 'PS256', crit: [] })), 400, 'Signature.MissingClaim', 'kid'],
  signatureClaimInvalid: [() => signed(jwsOf({ ...claims, alg: 'HS256' })), 400, 'Signature.InvalidClaim', 'alg'],
  signatureInvalid: [() => signed(jwsOf(claims)), 400, 'Signature.Invalid', 'x-jws-signature'],
  signatureUnexpected: [
    () => signed('nothing', { operationId: 'createAccountAccessConsent', operation: {} }),
    400,
    'Signature.Unexpected',
    'x-jws-signature',
  ],
  userTokenMissing: [() => takingUser(undefined), 400, 'Header.Missing', 'x-user-token'],
  userTokenInvalid: [() => takingUser('unknown'), 400, 'Header.Invalid', 'x-user-token'],
  idempotencyKeyMissing: [() => takingKey(undefined), 400, 'Header.Missing', 'x-idempotency-key'],
  idempotencyKeyMalformed: [() => takingKey('x'.repeat(41)), 400, 'Header.Invalid', 'x-idempotency-key'],
  idempotencyKeyPadded: [() => takingKey(' x'), 400, 'Header.Invalid', 'x-idempotency-key'],

  unexpectedFailure: [
    async () => {
      const headers = { ...(await at.bearer()), ...json }
      at.breakStore(true)
      const answered = await at.send({ method: 'POST', url: consents, headers, payload: valid })
      at.breakStore(false)
      return answered
    },
    500,
    'UnexpectedError',
  ],

  controlTokenWrong: [() => at.control('PUT', '/clock', {}, { host: 'at.bank.test' }), 401],
  controlBodyNotJson: [() => at.control('PUT', '/clock', {}, { 'content-type': 'text/plain' }), 415],
  bodyNotJsonArray: [() => at.control('PUT', '/faults', {}), 400, 'Resource.InvalidFormat'],
  clockOutOfRange: [() => at.control('PUT', '/clock', { now: '1969-12-31T00:00:00Z' }), 400, 'Field.Invalid', 'now'],
  faultRepeated: [
    () => at.control('PUT', '/faults', [{ id: 'body-empty' }, { id: 'body-empty', every: 2 }]),
    400,
    'Field.Invalid',
    '[1].id',
  ],
  faultWithoutLimits: [
    () => at.control('PUT', '/faults', [{ id: 'scope-ignored', every: 2 }]),
    400,
    'Field.Unexpected',
    '[0].every',
  ],
  versionUnknown: [() => at.control('POST', '/samples', { version: '3.1' }), 400, 'Field.Invalid', 'version'],
  faultNotLate: [
    () => at.control('PUT', '/faults', [{ id: 'unavailable', millis: 5 }]),
    400,
    'Field.Unexpected',
    '[0].millis',
  ],
  durationInvalid: [() => at.control('POST', '/clock/advance', { by: 'soon' }), 400, 'Field.Invalid', 'by'],
  psuUnknown: [() => at.control('POST', '/consents/x/revoke', { psu: 'nobody' }), 400, 'Field.Invalid', 'psu'],
  accountOfOtherPsu: [
    async () => {
      const { consentId } = await at.bank.consent()
      return at.control('PUT', `/consents/${consentId}/accounts`, { psu: 'layla', accounts: ['x'] })
    },
    400,
    'Field.Invalid',
    'accounts[0]',
  ],
  accountsWithoutApproval: [
    () => at.decide({ decision: 'reject', accounts: at.bank.tenant.bank.psus[0]?.accountIds }),
    400,
    'Field.Unexpected',
    'accounts',
  ],
  authorisationElsewhere: [
    () => at.decide({ authorizationUrl: 'https://elsewhere.example/' }),
    400,
    'Field.Invalid',
    'authorizationUrl',
  ],
  authorisationRefused: [() => at.decide({}, { client_id: 'nobody' }), 400, 'Field.Invalid', 'authorizationUrl'],
  // it would have to end between two steps of one request
  authorisationEnded: [
    async () => {
      const provider = { Interaction: { find: async () => undefined } }
      const tenantOfTpp = async () => at.bank.tenant
      const options = { app: at.bank.app, provider, publicUrl: testUrl, tenantOfTpp } as unknown as HeadlessOptions
      const authorizationUrl = await at.authorisationUrl()
      return at.called(() => decideHeadless(options, { authorizationUrl, psu: 'layla', decision: 'approve' }))
    },
    400,
    'Field.Invalid',
    'authorizationUrl',
  ],
  decisionNotTaken: [() => at.decide({ psu: 'noor' }), 400, 'Field.Invalid', 'accounts'],
  consentUnknownToPsu: [
    () => at.control('POST', '/consents/x/revoke', { psu: 'layla' }),
    400,
    'Resource.NotFound',
    'ConsentId',
  ],
  consentRevoked: [
    async () => {
      const { consentId } = await at.bank.consent({ status: 'Revoked' })
      return at.control('POST', `/consents/${consentId}/revoke`, { psu: 'layla' })
    },
    400,
    'Resource.InvalidConsentStatus',
    'ConsentId',
  ],
  consentUsed: [
    async () => {
      const { consentId } = await at.bank.paymentConsent({ status: 'Consumed' })
      return at.control('POST', `/consents/${consentId}/revoke`, { psu: 'layla' })
    },
    400,
    'Resource.InvalidConsentStatus',
    'ConsentId',
  ],
  consentExpired: [
    async () => {
      const { consentId } = await at.bank.consent({ expirationDateTime: '2030-01-15T08:00:00+03:00' })
      return at.control('POST', `/consents/${consentId}/revoke`, { psu: 'layla' })
    },
    400,
    'Resource.InvalidConsentStatus',
    'ConsentId',
  ],
  // the schema of the lever asks for one before
  lastAccount: [
    async () => {
      const { consentId } = await at.bank.consent()
      return at.called(() => changeHeadless(at.bank.tenant, { consentId, psu: 'layla', accounts: [] }))
    },
    400,
    'Field.Invalid',
    'accounts',
  ],
}

/** Answered by the connection, before there is a request that a tenant could see. */
const beforeRequests: readonly string[] = ['notHttp', 'requestTooSlow', 'headersTooLarge']

describe.each(Object.entries(tries))('%s', (name, [meet, status, code, path]) => {
  let answered: Answered
  let refusal: ApiError | undefined
  let operationId: OperationId | undefined
  beforeAll(async () => {
    at.seen.length = 0
    answered = await meet()
    ;({ refusal, operationId } = at.seen.at(-1) ?? { refusal: undefined, operationId: undefined })
  })

  test('is answered with its status, code and path, and nothing besides', () => {
    expect(answered.status).toBe(status)
    if (code === undefined) {
      expect(answered.body).toBe('')
      return
    }
    const body = JSON.parse(answered.body) as ErrorResponse
    expect(findProblems(ErrorResponse, body)).toEqual([])
    expect(body.Errors.map(({ ErrorCode, Path }) => [ErrorCode, Path])).toContainEqual([code, path])
  })

  if (beforeRequests.includes(name)) return

  test('is known by its name where the answer is made', () => {
    expect(refusal?.reasons.map(({ condition }) => condition)).toContain(name)
    expect(refusal?.status).toBe(status)
  })

  test('names only rows that speak of the operation', () => {
    const rows = refusal?.reasons.flatMap(({ row }) => row ?? []) ?? []
    const concernsAnother = (id: RequirementId) => operationId !== undefined && !concerns(requirement(id), operationId)

    expect(rows.filter(concernsAnother)).toEqual([])
  })
})
