/**
 * How a PSU logs in to see their consents, and for how long, as pure rules.
 *
 * @module
 */
import { attemptsAllowed, checkCode, checkPassword, type PsuFacts } from './credentials.js'

/** A PSU on the way in (`login`, `code`), or logged in (`open`). */
export interface PsuSession {
  readonly step: 'login' | 'code' | 'open'
  readonly psuId?: string
  /** Worth nothing from then on; milliseconds on the tenant's clock. */
  readonly expiresAt: number
  readonly loginFailures: number
  readonly codeFailures: number
}

export type LogInInput =
  | { readonly decision: 'login'; readonly username: string; readonly password: string }
  | { readonly decision: 'confirm'; readonly otp: string }
  | { readonly decision: 'cancel' }

export type LogInProblem = 'missing' | 'wrong-credentials' | 'wrong-code' | 'locked'

export type LogInResult =
  | { readonly session: PsuSession; readonly problem?: LogInProblem }
  | { readonly outcome: 'logged-in'; readonly psuId: string }

/** How long logging in may take, and how long a PSU then stays logged in, in seconds. */
export const psuSessionSeconds = 10 * 60

/** A PSU of whom nothing is known yet. */
export function newSession(now: number): PsuSession {
  return { step: 'login', expiresAt: now + psuSessionSeconds * 1000, loginFailures: 0, codeFailures: 0 }
}

/** The session of a PSU who has logged in. */
export function openedSession(psuId: string, now: number): PsuSession {
  return { ...newSession(now), step: 'open', psuId }
}

/** True after too many wrong passwords or codes: nothing more is taken until the session has expired. */
export function isLocked({ loginFailures, codeFailures }: PsuSession): boolean {
  return Math.max(loginFailures, codeFailures) >= attemptsAllowed
}

/** Takes one step. An input that does not belong to the step leaves everything as it is. */
export function logIn(session: PsuSession, input: LogInInput, facts: PsuFacts): LogInResult {
  if (isLocked(session)) return { session, problem: 'locked' }
  if (session.step === 'code' && input.decision === 'cancel') {
    const { psuId: _left, ...rest } = session
    return { session: { ...rest, step: 'login' } }
  }
  if (session.step === 'login' && input.decision === 'login') {
    const checked = checkPassword(input.username, input.password, facts)
    if (typeof checked !== 'string') return { session: { ...session, step: 'code', psuId: checked.psuId } }
    return failed(session, checked, { loginFailures: session.loginFailures + 1 })
  }
  if (session.step === 'code' && input.decision === 'confirm') {
    const checked = checkCode(input.otp, facts.psu(session.psuId ?? ''))
    if (typeof checked !== 'string') return { outcome: 'logged-in', psuId: checked.psuId }
    return failed(session, checked, { codeFailures: session.codeFailures + 1 })
  }
  return { session }
}

/** What is left empty is not counted. */
function failed(session: PsuSession, problem: LogInProblem, counted: Partial<PsuSession>): LogInResult {
  if (problem === 'missing') return { session, problem }
  const next = { ...session, ...counted }
  return { session: next, problem: isLocked(next) ? 'locked' : problem }
}
