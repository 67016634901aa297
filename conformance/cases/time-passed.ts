/**
 * What consents, tokens and idempotency keys are worth after time has passed. These cases move the bank's clock.
 *
 * @module
 */
import { operation, operationIds, type Permission, type Version } from '#standard/index.js'
import { create, createdConsentId, decide, exchangeCode, listAccounts, read } from './calls.js'
import type { Call, Case, Expectation, Ref } from './case.js'
import { askToPay, readPaymentConsent } from './domestic-calls.js'
import { accountsCame, consentIs } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const

const latest = { token: 'latest' } as const

/** For every read of account information. */
const everyRead = [
  'ReadAccountsDetail',
  'ReadBalances',
  'ReadBeneficiariesDetail',
  'ReadStandingOrdersDetail',
  'ReadTransactionsDetail',
  'ReadTransactionsCredits',
  'ReadTransactionsDebits',
] as const satisfies readonly Permission[]

const accountId: Ref = { from: 'step', step: 3, path: 'Data.Account[0].AccountId' }

/** Every read of account information that a version has, with the latest token. */
const readsIn = (version: Version): readonly Call[] =>
  operationIds
    .filter((id) => operation(id).token === 'consent' && operation(id).scopes.includes('accounts'))
    .filter((id) => operation(id).versions.includes(version))
    .map((call) => ({
      call,
      ...latest,
      ...(operation(call).path.includes('{AccountId}') && { params: { AccountId: accountId } }),
    }))

/** A date-time so long from now. */
const within = (offsetMillis: number): Ref => ({ from: 'clock', offsetMillis })

const key: Ref = { from: 'fresh', name: 'key' }

const askWithKey = askToPay(undefined, { idempotencyKey: key })

const refusedGrant = (step: number, proves: Expectation['proves']): [Expectation, Expectation] => [
  { status: 400, proves, step },
  { body: { error: 'invalid_grant' }, proves, step },
]

function expired(id: `AAC-${string}`, version: Version): Case {
  const reads = readsIn(version)
  return {
    id,
    title: 'shows nothing under a consent that has expired, and leaves its status as it is',
    operation: 'createAccountAccessConsent',
    given: 'nothing',
    versions: [version],
    ref: 'Source document, account access consent, ExpirationDateTime; docs/facts.md sections 4.4 and 15.15',
    steps: [
      create({ Permissions: everyRead, ExpirationDateTime: within(10 * minute) }),
      decide('approve', createdConsentId(0)),
      exchangeCode,
      listAccounts(latest),
      { advance: 10 * minute, beyond: 5 * second },
      ...reads,
      read(createdConsentId(0)),
    ],
    expect: [
      ...accountsCame('AAC-REQ-150', 3),
      ...reads.flatMap((_, index): Expectation[] => [
        { status: [400, 401, 403], step: index + 5, proves: 'AAC-REQ-150' },
        { status: 401, step: index + 5, proves: 'AAC-REQ-490' },
      ]),
      consentIs('Authorised', 'AAC-REQ-500'),
    ],
  }
}

export const timePassed: readonly Case[] = [
  expired('AAC-080', '1.0.0'),
  expired('AAC-082', '0.0.1'),
  {
    id: 'AAC-081',
    title: 'rejects a consent that nobody has authorised for a day',
    operation: 'getAccountAccessConsent',
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 4.4: unauthorised consent',
    steps: [
      create(),
      { advance: 23 * hour },
      read(createdConsentId(0)),
      { advance: hour, beyond: minute },
      read(createdConsentId(0)),
    ],
    expect: [
      consentIs('AwaitingAuthorisation', 'AAC-REQ-640', 2),
      consentIs('Rejected', 'AAC-REQ-640'),
      {
        matches: 'laterThan',
        with: { path: 'Data.StatusUpdateDateTime', than: 'Data.CreationDateTime' },
        proves: 'AAC-REQ-290',
      },
    ],
  },
  {
    id: 'AUT-100',
    title: 'lets an access token end as it said and a refresh token with the consent, whose status stays',
    operation: 'getAccounts',
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'RFC 6749 sections 5.1 and 6; docs/facts.md section 4.4',
    steps: [
      create({ ExpirationDateTime: within(2 * day) }),
      decide('approve', createdConsentId(0)),
      exchangeCode,
      listAccounts(latest),
      { advance: { seconds: { from: 'step', step: 2, path: 'expires_in' } }, beyond: 5 * second },
      listAccounts(latest),
      read(createdConsentId(0)),
      { token: 'refresh_token' },
      listAccounts(latest),
      { advance: 2 * day },
      { token: 'refresh_token' },
    ],
    expect: [
      ...accountsCame('AUT-REQ-060', 3),
      { status: 401, step: 5, proves: 'AUT-REQ-340' },
      consentIs('Authorised', 'AUT-REQ-710', 6),
      { status: 200, step: 7, proves: 'AUT-REQ-690' },
      ...accountsCame('AUT-REQ-690', 8),
      ...refusedGrant(10, ['AUT-REQ-690', 'AUT-REQ-470']),
    ],
  },
  {
    id: 'AUT-101',
    title: 'takes no code that is older than a minute',
    operation: 'createAccountAccessConsent',
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'RFC 6749 section 4.1.2; docs/facts.md section 4.4',
    steps: [create(), decide('approve', createdConsentId(0)), { advance: minute, beyond: 5 * second }, exchangeCode],
    expect: [{ redirect: 'code', step: 1, proves: 'AUT-REQ-560' }, ...refusedGrant(3, 'AUT-REQ-650')],
  },
  {
    id: 'IDM-060',
    title: 'answers a repeated request as the first for a day, and then takes it for a new one',
    operation: 'createDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    needs: ['idempotencyKey.honoured'],
    ref: 'Source document, x-idempotency-key and "Limits"; docs/facts.md section 2.1',
    steps: [askWithKey, { advance: 23 * hour }, askWithKey, { advance: hour, beyond: minute }, askWithKey],
    expect: [
      { status: 201, step: 0, proves: 'IDM-REQ-050' },
      { status: 201, step: 2, proves: ['IDM-REQ-050', 'IDM-REQ-080'] },
      {
        matches: 'sameValue',
        with: { path: 'Data.ConsentId', as: 0 },
        step: 2,
        proves: ['IDM-REQ-050', 'IDM-REQ-080', 'IDM-REQ-040'],
      },
      { status: 201, step: 4, proves: 'IDM-REQ-050' },
      { matches: 'valueDiffers', with: { path: 'Data.ConsentId', than: 0 }, proves: 'IDM-REQ-050' },
    ],
  },
  {
    id: 'DPC-060',
    title: 'rejects a payment consent that nobody has authorised for a day',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 4.4: unauthorised consent',
    steps: [askToPay(), { advance: day, beyond: minute }, readPaymentConsent(createdConsentId(0))],
    expect: [
      { body: { 'Data.Status': 'AwaitingAuthorisation' }, step: 0, proves: 'PMT-REQ-840' },
      consentIs('Rejected', 'DPC-REQ-180'),
    ],
  },
]
