/**
 * The life of an account access consent, as pure rules. Moves after FACTS 11; expiry changes no status (FACTS 15.15).
 *
 * @module
 */
import { type AccountAccessConsentStatus, type Permission, parseDateTime, type Version } from '#standard/index.js'

export interface ConsentRecord {
  readonly consentId: string
  /** Who asked, and under which version: the consent is worth nothing elsewhere. */
  readonly tppId: string
  readonly version: Version
  readonly status: AccountAccessConsentStatus
  readonly createdAt: number
  readonly statusUpdatedAt: number
  readonly permissions: readonly Permission[]
  /** As the TPP wrote them: the bank never alters them. */
  readonly expirationDateTime?: string
  readonly transactionFromDateTime?: string
  readonly transactionToDateTime?: string
  /** Who decided, and the accounts they picked. */
  readonly psuId?: string
  readonly accountIds?: readonly string[]
  /** When the PSU last added or removed accounts at the bank. */
  readonly accountsChangedAt?: number
  /** The one grant of the authorisation server that belongs to this consent. */
  readonly grantId?: string
}

/** A consent nobody decides on is Rejected after this long. FACTS 4.4. */
export const unauthorisedConsentMillis = 24 * 3_600_000

const moves: Readonly<Record<AccountAccessConsentStatus, readonly AccountAccessConsentStatus[]>> = {
  AwaitingAuthorisation: ['Authorised', 'Rejected', 'Revoked'],
  Authorised: ['Authorised', 'Revoked'],
  Rejected: [],
  Revoked: [],
}

export function canMove(consent: ConsentRecord, status: AccountAccessConsentStatus): boolean {
  return moves[consent.status].includes(status)
}

/** The consent in its next state. Re-authorising moves StatusUpdateDateTime too, for the PSU has decided anew. */
export function move(
  consent: ConsentRecord,
  status: AccountAccessConsentStatus,
  at: number,
  decided: Pick<ConsentRecord, 'psuId' | 'accountIds' | 'grantId'> = {},
): ConsentRecord {
  return { ...consent, ...decided, status, statusUpdatedAt: at }
}

/** Of a PSU's own accounts those that were picked, in the PSU's order. */
export function pickedOf(own: readonly string[], picked: readonly string[]): readonly string[] {
  return own.filter((accountId) => picked.includes(accountId))
}

/** The consent with other accounts. Its status stays and so does the time of its status (docs/decisions/0043). */
export function withAccounts(consent: ConsentRecord, accountIds: readonly string[], at: number): ConsentRecord {
  const isSame = accountIds.join() === consent.accountIds?.join()
  return isSame ? consent : { ...consent, accountIds, accountsChangedAt: at }
}

/** The consent as it stands now: left undecided for a day, it has been Rejected. */
export function asOf(consent: ConsentRecord, now: number): ConsentRecord {
  const lapsesAt = consent.createdAt + unauthorisedConsentMillis
  if (consent.status !== 'AwaitingAuthorisation' || now < lapsesAt) return consent
  return move(consent, 'Rejected', lapsesAt)
}

export function expiresAt(consent: ConsentRecord): number | undefined {
  return consent.expirationDateTime === undefined ? undefined : parseDateTime(consent.expirationDateTime)
}

export function isExpired(consent: ConsentRecord, now: number): boolean {
  const at = expiresAt(consent)
  return at !== undefined && at <= now
}

/** True when data may be read under it. */
export function isUsable(consent: ConsentRecord, now: number): boolean {
  return consent.status === 'Authorised' && !isExpired(consent, now)
}

/** True when a PSU may be asked to decide, for the first time or again. */
export function canBeDecided(consent: ConsentRecord, now: number): boolean {
  return canMove(consent, 'Authorised') && !isExpired(consent, now)
}

/** Why a PSU can change nothing about a consent at the bank. */
export type ConsentObstacle = 'unknown' | 'revoked' | 'expired'

/** What stands in the way of a PSU who wants to revoke or change a consent. Another PSU's is as unknown as none. */
export function obstacleTo(
  consent: ConsentRecord | undefined,
  psuId: string,
  now: number,
): ConsentObstacle | undefined {
  if (consent?.psuId !== psuId) return 'unknown'
  if (consent.status !== 'Authorised') return 'revoked'
  return isExpired(consent, now) ? 'expired' : undefined
}
