/**
 * What each starting point of cases needs of a bank, as data. How it is created there is in `given/`.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import type { GivenName } from './case.js'

export interface StartingPoint {
  /** Created once for a version and used by every case that names it. */
  readonly shared: boolean
  /** The TPP that creates the consent. */
  readonly tpp: 'main' | 'other'
  /** The PSU who decides on the consent; absent where it stays undecided. */
  readonly psu?: 'main' | 'several'
  /** Starting points this one is built on. */
  readonly uses?: readonly GivenName[]
  /** How many consents it creates and how many journeys it takes. */
  readonly consents: number
  readonly journeys: number
  /** How many payments it makes. Default none. */
  readonly payments?: number
  /** Operations the bank has to offer, by version. */
  readonly operations: Readonly<Record<Version, readonly OperationId[]>>
}

const inBoth = (...operations: readonly OperationId[]): StartingPoint['operations'] => ({
  '0.0.1': operations,
  '1.0.0': operations,
})

const created = {
  shared: false,
  tpp: 'main',
  consents: 1,
  journeys: 0,
  operations: inBoth('createAccountAccessConsent'),
} as const satisfies StartingPoint

const decided = { ...created, shared: true, psu: 'main', journeys: 1 } as const satisfies StartingPoint

/** Approved, and its accounts read. */
const approved = {
  ...decided,
  operations: inBoth('createAccountAccessConsent', 'getAccounts'),
} as const satisfies StartingPoint

const approvedBySeveral = { ...approved, psu: 'several' } as const satisfies StartingPoint

const askedFor = { ...created, operations: inBoth('createDomesticPaymentConsent') } as const satisfies StartingPoint

export const startingPoints: Readonly<Record<GivenName, StartingPoint>> = {
  nothing: { shared: true, tpp: 'main', consents: 0, journeys: 0, operations: inBoth() },
  pendingConsent: created,
  authorisedConsent: approved,
  detailConsent: approvedBySeveral,
  basicConsent: approvedBySeveral,
  everythingConsent: approvedBySeveral,
  basicReadsConsent: approvedBySeveral,
  payerConsent: approved,
  creditsConsent: approvedBySeveral,
  debitsConsent: approvedBySeveral,
  windowConsent: approvedBySeveral,
  ownAuthorisedConsent: { ...approved, shared: false },
  narrowConsent: { ...approvedBySeveral, uses: ['detailConsent'] },
  withdrawnConsent: {
    ...decided,
    operations: {
      '0.0.1': ['createAccountAccessConsent', 'deleteAccountAccessConsent'],
      '1.0.0': ['createAccountAccessConsent', 'patchAccountAccessConsent'],
    },
  },
  rejectedConsent: decided,
  consentOfOtherTpp: { ...created, shared: true, tpp: 'other' },
  pendingPayment: askedFor,
  pendingPaymentOfOtherTpp: { ...askedFor, shared: true, tpp: 'other' },
  approvedPayment: { ...askedFor, shared: true, psu: 'main', journeys: 1 },
  ownApprovedPayment: { ...askedFor, psu: 'main', journeys: 1 },
  submittedPayment: {
    ...askedFor,
    shared: true,
    psu: 'main',
    journeys: 1,
    payments: 1,
    operations: inBoth('createDomesticPaymentConsent', 'createDomesticPayment'),
  },
}
