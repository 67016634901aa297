/**
 * The operations on which is tried what holds of every operation alike, with a right call of each. One row an operation.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { create, createdConsentId, givenAccountId, givenConsentId, patch, read, readAccount, remove } from './calls.js'
import type { Call, Case, Value } from './case.js'

export interface Tried {
  readonly operation: OperationId
  /** A right call; of a withdrawal, one for each of two consents. */
  readonly calls: readonly [Call, Call?]
  readonly given: Case['given']
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
]
