/**
 * The steps of an authorisation, as pure rules. Pages and headless calls take the same steps.
 *
 * @module
 */

import type { Psu } from '#fixtures/types.js'
import type { Choice } from '../consents/choice.js'
import { pickedOf, unauthorisedConsentMillis } from '../consents/consent.js'
import { endingCollection } from '../store/collection.js'
import type { Psus } from '../tenants/tenant.js'
import { type AttemptResult, enterCode, enterPassword, type LogIn } from './log-in.js'

/** The step the PSU is at. */
export type AuthorisationStep = 'login' | 'consent' | 'code'

/** One authorisation under way. */
export interface AuthorisationRecord extends LogIn {
  /** The interaction of the authorisation server. */
  readonly uid: string
  readonly consentId: string
  /** Who sent the PSU: the TPP of the consent. */
  readonly tppId: string
  readonly step: AuthorisationStep
  readonly csrf: string
  /** Expires then without a decision; milliseconds on the tenant's clock. */
  readonly expiresAt: number
  readonly accountIds?: readonly string[]
  /**
   * Kept in a cookie of the browser in which the PSU has logged in: from then on no other browser goes on. A new one
   * after the password and after the code.
   */
  readonly visitId?: string
  /** Where the TPP wants the PSU back. */
  readonly redirectUri?: string
  /** What the page of the step shows beside the step, until the next input. */
  readonly shown?: ShownAtStep
  /** Set once the PSU has decided or used up their attempts: no further step is accepted. */
  readonly ended?: true
  /** How it ended. */
  readonly outcome?: Outcome
}

/** How a PSU's authorisation ends. */
export type Outcome = 'approved' | RefusalReason

export type RefusalReason = 'rejected' | 'cancelled' | 'locked' | 'debtor-account'

/** What a page shows again after the redirect that answers its form. */
export interface ShownAtStep {
  readonly problem?: AuthorisationProblem
  /** What was typed. */
  readonly username?: string
  /** Accounts that are ticked and not chosen yet. */
  readonly ticked?: readonly string[]
  /** How many more codes may be tried. */
  readonly attemptsLeft?: number
  /** When the next attempt is taken, after too many wrong ones; milliseconds on the tenant's clock. */
  readonly lockedUntil?: number
}

/**
 * When the bank forgets an authorisation: later than the authorisation server's interaction, so that a PSU who comes back
 * is told how it ended.
 */
export const forgottenAt = (record: AuthorisationRecord) => record.expiresAt + unauthorisedConsentMillis

export const authorisationRecords = endingCollection<AuthorisationRecord>({
  name: 'authorisations',
  indexes: {},
  ends: { at: forgottenAt },
})

/** What the PSU did. */
export type AuthorisationInput =
  | { readonly decision: 'login'; readonly username: string; readonly password: string }
  | { readonly decision: 'continue'; readonly accountIds: readonly string[] }
  | { readonly decision: 'approve'; readonly otp: string }
  | { readonly decision: 'reject' }
  | { readonly decision: 'cancel' }

export type AuthorisationProblem = 'wrong-credentials' | 'missing' | 'no-account' | 'wrong-code' | 'locked'

/** The result of a step: the authorisation at its next step (or the same one, with a problem), or its end. */
export type AuthorisationResult =
  | { readonly record: AuthorisationRecord; readonly problem?: AuthorisationProblem }
  | { readonly outcome: 'approved'; readonly psuId: string; readonly accountIds: readonly string[] }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason }

/** How long a PSU has to decide, in seconds. */
export const authorisationSeconds = 10 * 60

/**
 * Takes one step. Accounts can be chosen again until the code is entered. An input that does not belong to the step, or
 * comes after the end, changes nothing.
 *
 * @param choose what a PSU can choose
 */
export function advance(
  record: AuthorisationRecord,
  input: AuthorisationInput,
  psus: Psus,
  choose: (psu: Psu) => Choice,
): AuthorisationResult {
  if (record.ended) return { record }
  if (input.decision === 'cancel') return { outcome: 'refused', reason: 'cancelled' }
  if (input.decision === 'reject') {
    return record.step === 'login' ? { record } : { outcome: 'refused', reason: 'rejected' }
  }
  if (record.step === 'login' && input.decision === 'login') return login(record, input, psus, choose)
  if (record.step !== 'login' && input.decision === 'continue') {
    return chooseAccounts(record, input.accountIds, psus, choose)
  }
  if (record.step === 'code' && input.decision === 'approve') return approve(record, input.otp, psus)
  return { record }
}

function login(
  record: AuthorisationRecord,
  input: { readonly username: string; readonly password: string },
  psus: Psus,
  choose: (psu: Psu) => Choice,
): AuthorisationResult {
  const tried = enterPassword(record, input, psus)
  if (!('psu' in tried)) return failed(record, tried)
  const { isGiven, accountIds } = choose(tried.psu)
  // the account the TPP named is not one this PSU can pay from. FACTS 8, "DebtorAccount"
  if (isGiven && accountIds.length === 0) return { outcome: 'refused', reason: 'debtor-account' }
  return { record: { ...record, step: 'consent', psuId: tried.psu.psuId } }
}

function chooseAccounts(
  record: AuthorisationRecord,
  picked: readonly string[],
  psus: Psus,
  choose: (psu: Psu) => Choice,
): AuthorisationResult {
  const psu = psus.byId.get(record.psuId ?? '')
  const choice = psu && choose(psu)
  const accountIds = choice?.isGiven ? choice.accountIds : pickedOf(choice?.accountIds ?? [], picked)
  const isEnough = choice?.takes === 'one' ? accountIds.length === 1 : accountIds.length > 0
  if (!isEnough) {
    const { accountIds: _before, ...rest } = record
    return { record: { ...rest, step: 'consent' }, problem: 'no-account' }
  }
  return { record: { ...record, step: 'code', accountIds } }
}

function approve(record: AuthorisationRecord, otp: string, psus: Psus): AuthorisationResult {
  const tried = enterCode(record, otp, psus)
  if (!('psu' in tried)) return failed(record, tried)
  return { outcome: 'approved', psuId: tried.psu.psuId, accountIds: record.accountIds ?? [] }
}

function failed(
  record: AuthorisationRecord,
  { problem, failures, isLocked }: Exclude<AttemptResult<'wrong-credentials' | 'wrong-code'>, { psu: unknown }>,
): AuthorisationResult {
  return isLocked ? { outcome: 'refused', reason: 'locked' } : { record: { ...record, ...failures }, problem }
}
