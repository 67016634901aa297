/**
 * The log-in and session of a PSU who manages consents, as pure rules.
 *
 * @module
 */
import { endingCollection } from '../store/collection.js'
import type { Psus } from '../tenants/tenant.js'
import { type AttemptResult, enterCode, enterPassword, isLocked, type LogIn, newLogIn } from './log-in.js'

/** A PSU who is logging in (`login`, `code`) or logged in (`open`). */
export interface PsuSession extends LogIn {
  readonly step: 'login' | 'code' | 'open'
  /** Expires then; milliseconds on the tenant's clock. */
  readonly expiresAt: number
  /** What the page of the step shows beside it, until the next input. */
  readonly shown?: ShownAtLogIn
}

/** What a page shows again after the redirect that answers its form. */
export interface ShownAtLogIn {
  readonly problem?: LogInProblem
  /** What was typed. */
  readonly username?: string
  /** How many more codes may be tried. */
  readonly attemptsLeft?: number
  /** When the next attempt is taken, after too many wrong ones; milliseconds on the tenant's clock. */
  readonly lockedUntil?: number
}

/** Sessions of PSUs who are logging in or logged in to manage consents. */
export const psuSessionRecords = endingCollection<PsuSession>({
  name: 'psuSessions',
  indexes: {},
  ends: { at: (session) => session.expiresAt },
})

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
  return { step: 'login', expiresAt: now + psuSessionSeconds * 1000, ...newLogIn }
}

/** The session of a PSU who has logged in. */
export function openedSession(psuId: string, now: number): PsuSession {
  return { ...newSession(now), step: 'open', psuId }
}

/** Takes one step. An input that does not belong to the step leaves everything as it is. */
export function logIn(session: PsuSession, input: LogInInput, psus: Psus): LogInResult {
  if (isLocked(session)) return { session, problem: 'locked' }
  if (session.step === 'code' && input.decision === 'cancel') {
    const { psuId: _left, ...rest } = session
    return { session: { ...rest, step: 'login' } }
  }
  if (session.step === 'login' && input.decision === 'login') {
    const tried = enterPassword(session, input, psus)
    return 'psu' in tried ? { session: { ...session, step: 'code', psuId: tried.psu.psuId } } : failed(session, tried)
  }
  if (session.step === 'code' && input.decision === 'confirm') {
    const tried = enterCode(session, input.otp, psus)
    return 'psu' in tried ? { outcome: 'logged-in', psuId: tried.psu.psuId } : failed(session, tried)
  }
  return { session }
}

function failed(
  session: PsuSession,
  { problem, failures, isLocked }: Exclude<AttemptResult<'wrong-credentials' | 'wrong-code'>, { psu: unknown }>,
): LogInResult {
  return { session: { ...session, ...failures }, problem: isLocked ? 'locked' : problem }
}
