/**
 * What a PSU allows one TPP: the reading of account data, one payment, or the cancellation of one. One machine for all
 * kinds; what differs is the table of `kinds.ts`. Moves: FACTS 11; expiry changes no status (FACTS 15.15).
 *
 * @module
 */
import {
  type AccountAccessConsentStatus,
  type ChargeBearer,
  type FileConsentStatus,
  hasMove,
  type PaymentConsentStatus,
  type PaymentFamilyId,
  type Permission,
  parseDateTime,
  type RateType,
  stateMachines,
  type Version,
} from '#standard/index.js'
import type { Collection } from '../store/collection.js'
import { newId } from './ids.js'
import { kinds } from './kinds.js'
import type { CancellationRequest, PaymentRequest } from './payment-requests.js'
import type { UploadedFile } from './uploaded-file.js'

/** The kind of a consent to cancel a future dated payment. */
export const cancellationKind = 'domestic-future-dated-payment-cancellation'

/** What is known of a consent of any kind. */
interface ConsentFacts<Kind extends string, Status extends string> {
  readonly kind: Kind
  readonly consentId: string
  /** Who asked, and under which version: the consent is valid for no other. */
  readonly tppId: string
  readonly version: Version
  readonly status: Status
  readonly createdAt: number
  readonly statusUpdatedAt: number
  /** Who decided. */
  readonly psuId?: string
  /** Who has withdrawn it, where somebody has. */
  readonly withdrawnBy?: 'psu' | 'tpp'
  /** The one grant of the authorisation server that belongs to this consent. */
  readonly grantId?: string
}

/** The consent to read account data. FACTS 7.1. */
export interface AccountConsent extends ConsentFacts<'accounts', AccountAccessConsentStatus> {
  readonly permissions: readonly Permission[]
  /** As the TPP wrote them: the bank never alters them. */
  readonly expirationDateTime?: string
  readonly transactionFromDateTime?: string
  readonly transactionToDateTime?: string
  /** The accounts that the PSU picked. */
  readonly accountIds?: readonly string[]
  /** When the PSU last added or removed accounts at the bank. */
  readonly accountsChangedAt?: number
}

/** What a payment costs. FACTS 6, "Charge". */
export interface ConsentCharge {
  readonly chargeBearer: ChargeBearer
  readonly type: string
  /** In minor units of the currency. */
  readonly minor: number
  readonly currency: string
}

/** At what money is changed for a payment. FACTS 6, "Fx". */
export interface ConsentExchange {
  /** The currency that is given for it, and that of the transfer. */
  readonly from: string
  readonly to: string
  /** One unit of this costs `rate` of the other. */
  readonly unitCurrency: string
  readonly rate: number
  readonly type: RateType
  /** Of an agreed rate. */
  readonly contract?: string
  /** Until when the bank keeps to it; after that the consent is Rejected (docs/decisions/0111). */
  readonly expiresAt?: number
}

/** The consent to one payment, of any family, or to a file of payments. FACTS 8.1. */
export interface PaymentConsent extends ConsentFacts<PaymentFamilyId, PaymentConsentStatus | FileConsentStatus> {
  /** As the TPP sent it: the bank never alters it. */
  readonly request: PaymentRequest
  /** The TPP's name for its user, whose user token came with the creation. */
  readonly userId?: string
  readonly charges: readonly ConsentCharge[]
  /** Where the payment is made in another currency than it is paid in. */
  readonly exchange?: ConsentExchange
  readonly cutOffAt?: number
  readonly expectedExecutionAt?: number
  readonly expectedSettlementAt?: number
  /** Until when it has to be approved, where that is sooner than a day after it was asked for (docs/decisions/0097). */
  readonly approveBy?: number
  /** Until when its payment has to be submitted: the instant for which it is asked, or the end of its quoted rate, if any. */
  readonly submitBy?: number
  /** The account of this bank that pays: named in the request, or chosen by the PSU. */
  readonly debtorAccountId?: string
  /** The file of a file payment, once it is uploaded. */
  readonly file?: UploadedFile
}

/** The consent to cancel a future dated payment. FACTS 8.8. */
export interface CancellationConsent extends ConsentFacts<typeof cancellationKind, PaymentConsentStatus> {
  readonly request: CancellationRequest
  readonly paymentId: string
  readonly userId?: string
}

export type ConsentRecord = AccountConsent | PaymentConsent | CancellationConsent

export type ConsentKind = ConsentRecord['kind']

export type ConsentStatus = ConsentRecord['status']

export const consentRecords: Collection<ConsentRecord, 'grantId' | 'psuId' | 'lapsing'> = {
  name: 'consents',
  indexes: {
    grantId: (consent) => consent.grantId,
    psuId: (consent) => consent.psuId,
    // its TPP, while a payment consent can become Rejected by time alone
    lapsing: (consent) => (isAccountConsent(consent) || rejectedAt(consent) === undefined ? undefined : consent.tppId),
  },
  // before there were payments, all were account consents, and none said so
  upgrade: (stored) => ('kind' in stored ? stored : { kind: 'accounts', ...stored }),
}

export const isAccountConsent = (consent: ConsentRecord | undefined): consent is AccountConsent =>
  consent?.kind === 'accounts'

export const isCancellationConsent = (consent: ConsentRecord | undefined): consent is CancellationConsent =>
  consent?.kind === cancellationKind

export const isPaymentConsent = (consent: ConsentRecord | undefined): consent is PaymentConsent =>
  consent !== undefined && !isAccountConsent(consent) && !isCancellationConsent(consent)

/** Who asks, under which version, and when. */
export interface Asking {
  readonly tppId: string
  readonly version: Version
  /** On the bank's clock, in milliseconds. */
  readonly now: number
}

/** What new consents of all kinds have in common. */
export function consentAskedFor<Kind extends ConsentKind>(kind: Kind, { tppId, version, now }: Asking) {
  return {
    kind,
    consentId: newId(),
    tppId,
    version,
    status: initialOf(kind),
    createdAt: now,
    statusUpdatedAt: now,
  }
}

/** The state that a consent begins in. */
const initialOf = (kind: ConsentKind) => stateMachines[kinds[kind].machine].initial as 'AwaitingAuthorisation'

/** URL where the PSU decides. The TPP adds its redirect address, state and PKCE. FACTS 15.3. */
export function authorisationAddress(endpoint: string, { kind, consentId, tppId }: ConsentRecord): string {
  const parameters = {
    client_id: tppId,
    response_type: 'code',
    scope: `openid ${kinds[kind].scope}`,
    consent_id: consentId,
  }
  return `${endpoint}?${new URLSearchParams(parameters)}`
}

/** The accounts that a consent covers, or the one that pays. */
export function accountIdsOf(consent: ConsentRecord): readonly string[] {
  if (isAccountConsent(consent)) return consent.accountIds ?? []
  return isPaymentConsent(consent) && consent.debtorAccountId !== undefined ? [consent.debtorAccountId] : []
}

/** A consent without a decision is Rejected after this time. FACTS 4.4. */
export const unauthorisedConsentMillis = 24 * 3_600_000

/** What is known once a PSU has decided. */
export type Decided = Pick<ConsentRecord, 'psuId' | 'grantId'> &
  Pick<AccountConsent, 'accountIds'> &
  Pick<PaymentConsent, 'debtorAccountId'>

export function canMove(consent: ConsentRecord, status: ConsentStatus): boolean {
  return hasMove(kinds[consent.kind].machine, consent.status, status)
}

/** The consent in its next state. Re-authorising moves StatusUpdateDateTime too, because the PSU has decided again. */
export function move<Consent extends ConsentRecord>(
  consent: Consent,
  status: Consent['status'],
  at: number,
  decided: Decided = {},
): Consent {
  return { ...consent, ...decided, status, statusUpdatedAt: at }
}

/** The consent after its PSU or its TPP has withdrawn it. */
export const withdrawn = <Consent extends ConsentRecord>(consent: Consent, at: number, by: 'psu' | 'tpp'): Consent => ({
  ...move(consent, kinds[consent.kind].withdrawn, at),
  withdrawnBy: by,
})

/** Whether the consent is in a state from which it can be withdrawn. */
export const canBeWithdrawn = (consent: ConsentRecord): boolean => canMove(consent, kinds[consent.kind].withdrawn)

/** The picked ones of a PSU's accounts, in the PSU's order. */
export function pickedOf(accountIds: readonly string[], picked: readonly string[]): readonly string[] {
  const isPicked = new Set(picked)
  return accountIds.filter((accountId) => isPicked.has(accountId))
}

/** The consent with other accounts. Its status stays and so does the time of its status (docs/decisions/0043). */
export function withAccounts(consent: AccountConsent, accountIds: readonly string[], at: number): AccountConsent {
  const isSame = accountIds.join() === consent.accountIds?.join()
  return isSame ? consent : { ...consent, accountIds, accountsChangedAt: at }
}

/**
 * When a consent that nobody touches, or uploads a file to, becomes Rejected: a day after it was asked for, or when it comes too late to be approved or
 * used (docs/decisions/0097); `undefined` when that does not happen to it any more.
 */
export function rejectedAt(consent: ConsentRecord): number | undefined {
  const { approveBy = Number.POSITIVE_INFINITY, submitBy } = isPaymentConsent(consent) ? consent : {}
  if (consent.status === 'AwaitingAuthorisation' || consent.status === 'AwaitingUpload')
    return Math.min(consent.createdAt + unauthorisedConsentMillis, approveBy)
  return consent.status === 'Authorised' ? submitBy : undefined
}

/** The consent as of now: Rejected if it was left undecided, or unused, for too long. */
export function asOf<Consent extends ConsentRecord>(consent: Consent, now: number): Consent {
  const at = rejectedAt(consent)
  return at === undefined || now < at ? consent : move(consent, 'Rejected', at)
}

/** True for a consent that was approved and whose day passed unused. */
export const hasLapsed = (consent: ConsentRecord): boolean =>
  isPaymentConsent(consent) && consent.status === 'Rejected' && consent.statusUpdatedAt === consent.submitBy

/** When the consent ends by itself. Only account consents do. */
export function expiresAt(consent: ConsentRecord): number | undefined {
  if (!isAccountConsent(consent) || consent.expirationDateTime === undefined) return undefined
  return parseDateTime(consent.expirationDateTime)
}

export function isExpired(consent: ConsentRecord, now: number): boolean {
  const at = expiresAt(consent)
  return at !== undefined && at <= now
}

/**
 * True when its tokens are good. The tokens of a payment consent outlive its use, so that a repeated submission is answered
 * by its key or told the status of the consent (docs/decisions/0075).
 */
export function isUsable(consent: ConsentRecord, now: number): boolean {
  return kinds[consent.kind].alive.includes(asOf(consent, now).status) && !isExpired(consent, now)
}

/** True when a PSU may be asked to decide, for the first time or again. */
export function canBeDecided(consent: ConsentRecord, now: number): boolean {
  return canMove(consent, 'Authorised') && !isExpired(consent, now)
}

/** Why a PSU cannot change a consent at the bank. */
export type UnchangeableReason = 'unknown' | 'revoked' | 'rejected' | 'lapsed' | 'expired' | 'used'

/** Why a PSU cannot revoke or change a consent, if so. Another PSU's consent counts as unknown. */
export function whyUnchangeable(
  stored: ConsentRecord | undefined,
  psuId: string,
  now: number,
): UnchangeableReason | undefined {
  if (stored?.psuId !== psuId) return 'unknown'
  const consent = asOf(stored, now)
  if (hasLapsed(consent)) return 'lapsed'
  if (consent.status === 'Consumed') return 'used'
  if (consent.status !== 'Authorised') return isAccountConsent(consent) ? 'revoked' : 'rejected'
  return isExpired(consent, now) ? 'expired' : undefined
}
