/**
 * The operations on which is tried what holds of every operation alike, with a right call of each. One row an operation.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { create, createdConsentId, givenAccountId, givenConsentId, patch, read, readAccount, remove } from './calls.js'
import type { Call, Case, Value } from './case.js'
import { listSubscriptions, pollEvents, replaceSubscription, subscribe, unsubscribe } from './event-calls.js'

export interface Tried {
  readonly operation: OperationId
  /** A right call; of a withdrawal, one for each of two consents. */
  readonly calls: readonly [Call, Call?]
  readonly given: Case['given']
  /** Calls that come first. Default two new consents where there are two calls. */
  readonly before?: readonly Call[]
  /** Calls that come last: where the calls were taken, and where they were refused. */
  readonly afterTaken?: readonly Call[]
  readonly afterRefused?: readonly Call[]
  /** A method that its path does not have. Default PUT. */
  readonly otherMethod?: 'PATCH'
  /** What a success has. Default `Data`. */
  readonly shows?: string
  /** Ids of the cases; what a hand-made case tries already has none. */
  readonly taken?: string
  readonly refused: string
  readonly method: string
  readonly token?: string
  /** Of a case that tries two faults at once. */
  readonly order?: string
}

const everything = 'everythingConsent'

const list = (call: OperationId): Pick<Tried, 'operation' | 'calls' | 'given'> => ({
  operation: call,
  calls: [{ call }],
  given: everything,
})

const ofAccount = (call: OperationId): Pick<Tried, 'operation' | 'calls' | 'given'> => ({
  operation: call,
  calls: [{ call, params: { AccountId: givenAccountId } }],
  given: everything,
})

const withdrawals = (withdraw: (consentId: Value) => Call): Tried['calls'] => [
  withdraw(createdConsentId(0)),
  withdraw(createdConsentId(1)),
]

/** Operations of account information and products. */
export const triedOperations: readonly Tried[] = [
  {
    operation: 'createAccountAccessConsent',
    calls: [create()],
    given: 'nothing',
    taken: 'HDR-017',
    refused: 'HDR-018',
    method: 'VER-012',
  },
  {
    operation: 'getAccountAccessConsent',
    calls: [read(givenConsentId)],
    given: 'authorisedConsent',
    taken: 'HDR-019',
    refused: 'HDR-020',
    method: 'VER-013',
    token: 'AUT-014',
  },
  {
    operation: 'patchAccountAccessConsent',
    calls: withdrawals(patch),
    given: 'nothing',
    taken: 'HDR-021',
    refused: 'HDR-022',
    method: 'VER-014',
    token: 'AUT-015',
  },
  {
    operation: 'deleteAccountAccessConsent',
    calls: withdrawals(remove),
    given: 'nothing',
    taken: 'HDR-023',
    refused: 'HDR-024',
    method: 'VER-015',
    token: 'AUT-016',
  },
  { ...list('getAccounts'), taken: 'HDR-025', refused: 'HDR-026', method: 'VER-016', token: 'AUT-017' },
  {
    operation: 'getAccount',
    calls: [readAccount()],
    given: everything,
    taken: 'HDR-027',
    refused: 'HDR-028',
    method: 'VER-017',
    token: 'AUT-018',
  },
  { ...ofAccount('getAccountBalances'), taken: 'HDR-029', refused: 'HDR-030', method: 'VER-018' },
  { ...list('getBalances'), taken: 'HDR-031', refused: 'HDR-032', method: 'VER-019' },
  { ...ofAccount('getAccountTransactions'), taken: 'HDR-033', refused: 'HDR-034', method: 'VER-020' },
  { ...list('getTransactions'), taken: 'HDR-035', refused: 'HDR-036', method: 'VER-021' },
  { ...ofAccount('getAccountBeneficiaries'), taken: 'HDR-037', refused: 'HDR-038', method: 'VER-022' },
  { ...list('getBeneficiaries'), taken: 'HDR-039', refused: 'HDR-040', method: 'VER-023' },
  { ...ofAccount('getAccountStandingOrders'), taken: 'HDR-041', refused: 'HDR-042', method: 'VER-024' },
  { ...list('getStandingOrders'), taken: 'HDR-043', refused: 'HDR-044', method: 'VER-025' },
  {
    ...list('getSharingProductDetails'),
    given: 'nothing',
    taken: 'HDR-045',
    refused: 'HDR-046',
    method: 'VER-026',
  },
  {
    operation: 'createEventSubscription',
    calls: [subscribe()],
    given: 'nothing',
    afterTaken: [unsubscribe(0), unsubscribe(1)],
    taken: 'HDR-309',
    refused: 'HDR-300',
    method: 'VER-300',
    token: 'AUT-300',
    order: 'ERR-300',
  },
  {
    operation: 'getEventSubscriptions',
    calls: [listSubscriptions()],
    given: 'nothing',
    taken: 'HDR-301',
    refused: 'HDR-302',
    method: 'VER-301',
    token: 'AUT-301',
    order: 'ERR-301',
  },
  {
    operation: 'replaceEventSubscription',
    calls: [replaceSubscription(), replaceSubscription()],
    given: 'nothing',
    before: [subscribe()],
    afterTaken: [unsubscribe()],
    afterRefused: [unsubscribe()],
    otherMethod: 'PATCH',
    taken: 'HDR-303',
    refused: 'HDR-304',
    method: 'VER-302',
    token: 'AUT-302',
    order: 'ERR-302',
  },
  {
    operation: 'deleteEventSubscription',
    calls: [unsubscribe(0), unsubscribe(1)],
    given: 'nothing',
    before: [subscribe(), subscribe()],
    afterRefused: [unsubscribe(0), unsubscribe(1)],
    otherMethod: 'PATCH',
    taken: 'HDR-305',
    refused: 'HDR-306',
    method: 'VER-303',
    token: 'AUT-303',
    order: 'ERR-303',
  },
  {
    operation: 'pollEvents',
    calls: [pollEvents()],
    given: 'nothing',
    shows: 'sets',
    taken: 'HDR-307',
    refused: 'HDR-308',
    method: 'VER-304',
    token: 'AUT-304',
    order: 'ERR-304',
  },
]
