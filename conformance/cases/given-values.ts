/**
 * The starting points of cases, and the values that the steps of a case get from each. What a starting point needs of a bank
 * is in `starting-points.ts`; how it is created there, in `given/`.
 *
 * @module
 */
import type { FamilySuffix } from './families.js'

/** Values that the steps of a case get from its starting point. */
interface OtherGivenValues {
  /** No values: public tokens are available to every case. */
  nothing: Record<never, never>
  /** A new consent in AwaitingAuthorisation. */
  pendingConsent: { consentId: string }
  /** A consent approved for one account of PSU `main`, with its tokens; shared by all cases that only read. */
  authorisedConsent: { consentId: string; accountId: string }
  /** A consent of PSU `several` with ReadAccountsDetail, every account chosen; shared. */
  detailConsent: { consentId: string; accountId: string }
  /** The same with ReadAccountsBasic alone; shared. */
  basicConsent: { consentId: string; accountId: string }
  /** PSU `several` chose one account; `otherAccountId` is one that was not chosen. Every read is permitted; shared. */
  narrowConsent: { consentId: string; accountId: string; otherAccountId: string }
  /** A consent of PSU `several`, every account chosen, that permits every read with its details; shared. */
  everythingConsent: { consentId: string; accountId: string }
  /** The same without any Detail permission; shared. */
  basicReadsConsent: { consentId: string; accountId: string }
  /** Every read with its details, every account of PSU `main`, from one of which is paid; shared. */
  payerConsent: { consentId: string; accountId: string }
  /** Transactions in one direction alone, of PSU `several`; shared. */
  creditsConsent: { consentId: string; accountId: string }
  debitsConsent: { consentId: string; accountId: string }
  /** As `everythingConsent`, for the transactions between two instants alone; shared. */
  windowConsent: { consentId: string; accountId: string; fromDateTime: string; toDateTime: string }
  /** An approved consent of its own, which the case may revoke or delete. */
  ownAuthorisedConsent: { consentId: string; accountId: string }
  /** Approved, then withdrawn by the TPP (PATCH in 1.0.0, DELETE in 0.0.1); the tokens are kept; shared. */
  withdrawnConsent: { consentId: string }
  /** Rejected by the PSU; shared. */
  rejectedConsent: { consentId: string }
  /** A pending consent of TPP `other`; shared. */
  consentOfOtherTpp: { consentId: string }
}

/** Starting points about the cancellation of the future dated payment that was submitted. */
interface CancellationGivenValues {
  /** A new consent to cancel it, in AwaitingAuthorisation. */
  pendingCancellation: { consentId: string; paymentId: string }
  /** A consent to cancel it that the PSU approved, for cancellations that are refused; shared. */
  approvedCancellation: { consentId: string; paymentId: string }
  /** An approved consent of its own, with which the case may withdraw the request, and cancel nothing. */
  ownApprovedCancellation: { consentId: string; paymentId: string }
}

/** Starting points of every family of payments that is judged, by the name that its own end with. */
type FamilyGivenValues = {
  /** A new consent to one payment, in AwaitingAuthorisation. */
  [S in FamilySuffix as `pending${S}`]: { consentId: string }
} & {
  /** A payment that PSU `main` approved, for submissions that are refused; shared. */
  [S in FamilySuffix as `approved${S}`]: { consentId: string }
} & {
  /** A payment that PSU `main` approved and that no case submits, for reads of its consent and checks of its funds; shared. */
  [S in FamilySuffix as `unsubmitted${S}`]: { consentId: string }
} & {
  /** An approved payment of its own, which the case may submit. */
  [S in FamilySuffix as `ownApproved${S}`]: { consentId: string }
} & {
  /**
   * A payment that was submitted; shared. With the key under which it was, where the bank takes keys, and the status that the
   * answer showed.
   */
  [S in FamilySuffix as `submitted${S}`]: {
    consentId: string
    paymentId: string
    paymentStatus: string
    idempotencyKey: string
  }
}

/** Starting points of file payments. The file of a pending consent is not uploaded. */
interface FileGivenValues {
  /** A new consent to a file, in AwaitingUpload. */
  pendingFilePayment: { consentId: string }
  /** A file that was uploaded and approved, for requests that are refused; shared. */
  approvedFilePayment: { consentId: string }
  /** An approved file of its own, which the case may submit. */
  ownApprovedFilePayment: { consentId: string }
  /** A file that was submitted; shared. */
  submittedFilePayment: FamilyGivenValues['submittedPayment']
}

export interface GivenValues extends OtherGivenValues, CancellationGivenValues, FamilyGivenValues, FileGivenValues {}

export type GivenName = keyof GivenValues

/** The starting points of families of payments. */
export type FamilyGivenName = keyof FamilyGivenValues

/** A value that some starting point gives. */
export type GivenValueName =
  | 'consentId'
  | 'accountId'
  | 'otherAccountId'
  | 'fromDateTime'
  | 'toDateTime'
  | 'paymentId'
  | 'paymentStatus'
  | 'idempotencyKey'
