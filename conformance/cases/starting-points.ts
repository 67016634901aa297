/**
 * What each starting point of cases needs of a bank, as data. How it is created there is in `given/`.
 *
 * @module
 */
import type { OperationId, Version } from '#standard/index.js'
import { type JudgedFamilyId, judgedFamilyIds } from './families.js'
import type { FamilyGivenName, GivenName } from './given-values.js'
import { callsOf } from './payment-calls.js'

export interface StartingPoint {
  /** Created once for a version and used by every case that names it. */
  readonly shared: boolean
  /** Shared also by cases between which the clock of the bank is moved, as long as its tokens can be renewed. */
  readonly lasts?: boolean
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

/** About the payment that was submitted. */
const cancellation = {
  ...created,
  uses: ['submittedFutureDatedPayment'],
  operations: { '0.0.1': [], '1.0.0': ['createDomesticFutureDatedPaymentCancellationConsent'] },
} as const satisfies StartingPoint

/** Asked for, uploaded and approved; a file of two payments. */
const file = {
  ...created,
  operations: { '0.0.1': [], '1.0.0': ['createFilePaymentConsent'] },
} as const satisfies StartingPoint

const approvedFile = {
  ...file,
  psu: 'main',
  journeys: 1,
  operations: { '0.0.1': [], '1.0.0': ['createFilePaymentConsent', 'uploadFilePaymentFile'] },
} as const satisfies StartingPoint

/** The starting points of a family of payments. */
function ofFamily(id: JudgedFamilyId): readonly (readonly [GivenName, StartingPoint])[] {
  const { given, family } = callsOf(id)
  const needed = (...operations: readonly OperationId[]): StartingPoint['operations'] => ({
    '0.0.1': family.versions.includes('0.0.1') ? operations : [],
    '1.0.0': operations,
  })
  const asked = { ...created, operations: needed(family.operations.createConsent) } as const satisfies StartingPoint
  const approvedOne = { ...asked, psu: 'main', journeys: 1 } as const satisfies StartingPoint
  const sharedOne = { ...approvedOne, shared: true } as const satisfies StartingPoint
  return [
    [given.pending, asked],
    [given.approved, sharedOne],
    // a bank that takes a wrong submission has used up the consent before: what it says of that one then is right
    [given.unsubmitted, sharedOne],
    [given.ownApproved, approvedOne],
    [
      given.submitted,
      {
        ...sharedOne,
        payments: 1,
        operations: needed(family.operations.createConsent, family.operations.create),
      },
    ],
  ]
}

const ofFamilies = Object.fromEntries(judgedFamilyIds.flatMap(ofFamily)) as Record<FamilyGivenName, StartingPoint>

export const startingPoints: Readonly<Record<GivenName, StartingPoint>> = {
  nothing: { shared: true, tpp: 'main', consents: 0, journeys: 0, operations: inBoth() },
  pendingConsent: created,
  authorisedConsent: approved,
  detailConsent: approvedBySeveral,
  basicConsent: approvedBySeveral,
  everythingConsent: { ...approvedBySeveral, lasts: true },
  basicReadsConsent: approvedBySeveral,
  payerConsent: { ...approved, lasts: true },
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
  pendingCancellation: cancellation,
  approvedCancellation: { ...cancellation, shared: true, psu: 'main', journeys: 1 },
  ownApprovedCancellation: { ...cancellation, psu: 'main', journeys: 1 },
  pendingFilePayment: file,
  approvedFilePayment: { ...approvedFile, shared: true },
  ownApprovedFilePayment: approvedFile,
  submittedFilePayment: {
    ...approvedFile,
    shared: true,
    payments: 2,
    operations: {
      '0.0.1': [],
      '1.0.0': ['createFilePaymentConsent', 'uploadFilePaymentFile', 'createFilePayment'],
    },
  },
  ...ofFamilies,
}
