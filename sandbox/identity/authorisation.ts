/**
 * A PSU's way through the bank's page, as pure rules. Page and headless call take the same steps.
 *
 * @module
 */
import { pickedOf } from '../account-information/consent.js'
import { attemptsAllowed, checkCode, checkPassword, type PsuFacts } from './credentials.js'

/** Where the PSU stands. */
export type AuthorisationStep = 'login' | 'consent' | 'code'

/** One authorisation under way. */
export interface AuthorisationRecord {
  /** The interaction of the authorisation server. */
  readonly uid: string
  readonly consentId: string
  readonly tppId: string
  readonly step: AuthorisationStep
  readonly csrf: string
  /** Ends here if nobody decides; milliseconds on the tenant's clock. */
  readonly expiresAt: number
  readonly psuId?: string
  readonly accountIds?: readonly string[]
  readonly loginFailures: number
  readonly codeFailures: number
  /** Set once the PSU has decided, or had their last attempt: nothing more can be done here. */
  readonly ended?: true
}

/** What the PSU did. */
export type AuthorisationInput =
  | { readonly decision: 'login'; readonly username: string; readonly password: string }
  | { readonly decision: 'continue'; readonly accountIds: readonly string[] }
  | { readonly decision: 'approve'; readonly otp: string }
  | { readonly decision: 'reject' }
  | { readonly decision: 'cancel' }

export type AuthorisationProblem = 'wrong-credentials' | 'missing' | 'no-account' | 'wrong-code'

/** What came of it: the same authorisation a step on (or where it was, with a problem), or the end. */
export type AuthorisationResult =
  | { readonly record: AuthorisationRecord; readonly problem?: AuthorisationProblem }
  | { readonly outcome: 'approved'; readonly psuId: string; readonly accountIds: readonly string[] }
  | { readonly outcome: 'refused'; readonly reason: 'rejected' | 'cancelled' | 'locked' }

/** How long a PSU has to decide, in seconds. */
export const authorisationSeconds = 10 * 60

/** Takes one step. An input that does not belong to the step, or comes after the end, leaves everything as it is. */
export function advance(record: AuthorisationRecord, input: AuthorisationInput, facts: PsuFacts): AuthorisationResult {
  if (record.ended) return { record }
  if (input.decision === 'cancel') return { outcome: 'refused', reason: 'cancelled' }
  if (input.decision === 'reject') {
    return record.step === 'login' ? { record } : { outcome: 'refused', reason: 'rejected' }
  }
  if (record.step === 'login' && input.decision === 'login') return login(record, input, facts)
  if (record.step === 'consent' && input.decision === 'continue') return chooseAccounts(record, input.accountIds, facts)
  if (record.step === 'code' && input.decision === 'approve') return approve(record, input.otp, facts)
  return { record }
}

function login(
  record: AuthorisationRecord,
  { username, password }: { username: string; password: string },
  facts: PsuFacts,
): AuthorisationResult {
  const checked = checkPassword(username, password, facts)
  if (checked === 'missing') return { record, problem: checked }
  if (checked !== 'wrong-credentials') return { record: { ...record, step: 'consent', psuId: checked.psuId } }
  const loginFailures = record.loginFailures + 1
  if (loginFailures >= attemptsAllowed) return { outcome: 'refused', reason: 'locked' }
  return { record: { ...record, loginFailures }, problem: checked }
}

function chooseAccounts(record: AuthorisationRecord, picked: readonly string[], facts: PsuFacts): AuthorisationResult {
  const own = facts.psu(record.psuId ?? '')?.accountIds ?? []
  const accountIds = pickedOf(own, picked)
  if (accountIds.length === 0) return { record, problem: 'no-account' }
  return { record: { ...record, step: 'code', accountIds } }
}

function approve(record: AuthorisationRecord, otp: string, facts: PsuFacts): AuthorisationResult {
  const checked = checkCode(otp, facts.psu(record.psuId ?? ''))
  if (checked === 'missing') return { record, problem: checked }
  if (checked !== 'wrong-code')
    return { outcome: 'approved', psuId: checked.psuId, accountIds: record.accountIds ?? [] }
  const codeFailures = record.codeFailures + 1
  if (codeFailures >= attemptsAllowed) return { outcome: 'refused', reason: 'locked' }
  return { record: { ...record, codeFailures }, problem: checked }
}
