/**
 * A step of an authorisation within a transaction: wrong passwords and codes are counted over all visits, and what the
 * page has to show after the redirect is kept with the record.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import type { Choice } from '../consents/choice.js'
import type { Transaction } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { type Attempt, type AttemptsLeft, attemptIn, attemptsLeft, countAttempt } from './attempts.js'
import {
  type AuthorisationInput,
  type AuthorisationProblem,
  type AuthorisationRecord,
  type AuthorisationResult,
  advance,
  type ShownAtStep,
} from './authorisation.js'
import { newId } from './ids.js'
import { attemptsAllowed } from './log-in.js'

/** A password or code that the input has, if it belongs to the step. Empty fields are no attempt. */
export function attemptOf(
  record: AuthorisationRecord,
  input: AuthorisationInput,
  tenant: Pick<Tenant, 'psus'>,
): Attempt | undefined {
  if (record.ended || (input.decision !== 'login' && input.decision !== 'approve')) return undefined
  return attemptIn(record.step, input, record.psuId, tenant)
}

/** Takes one step and counts the attempt. While a username is locked, not even what is right is taken. */
export async function takeStep(
  transaction: Transaction,
  tenant: Pick<Tenant, 'psus' | 'clock'>,
  choose: (psu: Psu) => Choice,
  { shown: _before, ...record }: AuthorisationRecord,
  input: AuthorisationInput,
): Promise<AuthorisationResult & { readonly ended?: AuthorisationRecord }> {
  const now = tenant.clock.now()
  const username = input.decision === 'login' ? input.username.slice(0, 256) : undefined
  const typed = username ? { username } : {}
  const attempt = attemptOf(record, input, tenant)
  const before = attempt && (await attemptsLeft(transaction, attempt, now))
  if (before?.lockedUntil !== undefined) return withShown(record, 'locked', { ...typed, ...before })

  const result = advance(record, input, tenant.psus, choose)
  const hasProblem =
    'record' in result ? result.problem !== undefined : 'reason' in result && result.reason === 'locked'
  const after = attempt && (await countAttempt(transaction, attempt, !hasProblem, now))
  if ('outcome' in result) return { ...result, ended: endedRecord(record, result, after) }
  if (result.problem) {
    const problem = after?.lockedUntil === undefined ? result.problem : 'locked'
    return withShown(result.record, problem, { ...typed, ...after })
  }
  // a new visit once the password was right: whoever knew the one before is not let in
  if (record.step === 'login' && result.record.step === 'consent') {
    return { record: { ...result.record, visitId: newId(), csrf: newId() } }
  }
  return result
}

function withShown(
  record: AuthorisationRecord,
  problem: AuthorisationProblem,
  { left, ...known }: Partial<AttemptsLeft> & Pick<ShownAtStep, 'username'>,
): AuthorisationResult {
  const attemptsLeft = left === undefined ? {} : { attemptsLeft: Math.min(left, attemptsAllowed - record.codeFailures) }
  return { record: { ...record, shown: { ...known, ...attemptsLeft, problem } }, problem }
}

function endedRecord(
  record: AuthorisationRecord,
  result: Exclude<AuthorisationResult, { record: unknown }>,
  attempts: AttemptsLeft | undefined,
): AuthorisationRecord {
  const { lockedUntil } = attempts ?? {}
  return {
    ...record,
    ended: true,
    outcome: result.outcome === 'approved' ? 'approved' : result.reason,
    // a new one again: the way back to the TPP is for the browser that entered the code
    ...(result.outcome === 'approved' && { visitId: newId() }),
    ...(lockedUntil !== undefined && { shown: { lockedUntil } }),
  }
}
