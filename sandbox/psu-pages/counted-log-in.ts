/**
 * A step of the log-in to a PSU's consents within a transaction: wrong passwords and codes are counted over all visits,
 * and what the page has to show after the redirect is kept with the visit.
 *
 * @module
 */
import type { Transaction } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { type Attempt, attemptIn, attemptsLeft, countAttempt } from './attempts.js'
import { attemptsAllowed, isLocked } from './log-in.js'
import { type LogInInput, type LogInResult, logIn, type PsuSession, type ShownAtLogIn } from './psu-session.js'

/** A password or code that the input has, if it belongs to the step. Empty fields are no attempt. */
export function attemptOf(
  session: PsuSession | undefined,
  input: LogInInput,
  tenant: Pick<Tenant, 'psus'>,
): Attempt | undefined {
  const { step, psuId } = session ?? { step: 'login' }
  return input.decision === 'login' || input.decision === 'confirm' ? attemptIn(step, input, psuId, tenant) : undefined
}

/** Takes one step and counts the attempt. While a username is locked, not even what is right is taken. */
export async function countedLogIn(
  transaction: Transaction,
  tenant: Pick<Tenant, 'psus' | 'clock'>,
  { shown: _before, ...session }: PsuSession,
  input: LogInInput,
): Promise<LogInResult> {
  const now = tenant.clock.now()
  const typed = input.decision === 'login' && input.username ? { username: input.username.slice(0, 256) } : {}
  const show = (next: PsuSession, shown: ShownAtLogIn): LogInResult => {
    const { problem } = shown
    return { session: { ...next, shown: { ...typed, ...shown } }, ...(problem && { problem }) }
  }
  if (isLocked(session)) return show(session, { problem: 'locked', lockedUntil: session.expiresAt })
  const attempt = attemptOf(session, input, tenant)
  const before = attempt && (await attemptsLeft(transaction, attempt, now))
  if (before?.lockedUntil !== undefined) {
    return show(session, { problem: 'locked', lockedUntil: before.lockedUntil })
  }

  const result = logIn(session, input, tenant.psus)
  const isWrong = 'session' in result && result.problem !== undefined
  const after = attempt && (await countAttempt(transaction, attempt, !isWrong, now))
  if ('outcome' in result || !result.problem) return result
  if (result.problem === 'locked' || after?.lockedUntil !== undefined) {
    return show(result.session, { problem: 'locked', lockedUntil: after?.lockedUntil ?? session.expiresAt })
  }
  const left = after && { attemptsLeft: Math.min(after.left, attemptsAllowed - result.session.codeFailures) }
  return show(result.session, { problem: result.problem, ...left })
}
