/**
 * How a PSU logs in on every page of the bank: a password, then a one-time code, with a few attempts for each.
 *
 * @module
 */
import type { Psu } from '#fixtures/types.js'
import type { Psus } from '../tenants/tenant.js'

/** Wrong passwords or codes after which no more are accepted. */
export const attemptsAllowed = 3

/** The state of a log-in. */
export interface LogIn {
  /** Set once the password was right. */
  readonly psuId?: string
  readonly loginFailures: number
  readonly codeFailures: number
}

/** A log-in before the first attempt. */
export const newLogIn: LogIn = { loginFailures: 0, codeFailures: 0 }

/** The result of an attempt: the PSU, or the problem with the failure counted. Empty fields are not counted. */
export type AttemptResult<Problem> =
  | { readonly psu: Psu }
  | { readonly problem: Problem | 'missing'; readonly failures: Partial<LogIn>; readonly isLocked: boolean }

/** True after too many wrong passwords or codes. */
export function isLocked({ loginFailures, codeFailures }: LogIn): boolean {
  return Math.max(loginFailures, codeFailures) >= attemptsAllowed
}

/** A username as it is compared: case and blanks around it make no difference. */
export const normalUsername = (username: string) => username.trim().toLowerCase()

/** Checks username and password. Case and blanks around a username are ignored. */
export function enterPassword(
  logIn: LogIn,
  { username, password }: { readonly username: string; readonly password: string },
  psus: Psus,
): AttemptResult<'wrong-credentials'> {
  if (username.trim() === '' || password === '') return missing(logIn)
  const psu = psus.byUsername.get(normalUsername(username))
  if (psu?.password === password) return { psu }
  return failed(logIn, 'wrong-credentials', { loginFailures: logIn.loginFailures + 1 })
}

/** Checks the one-time code of the PSU whose password was right. Blanks are ignored. */
export function enterCode(logIn: LogIn, otp: string, psus: Psus): AttemptResult<'wrong-code'> {
  const code = otp.replaceAll(/\s/g, '')
  if (code === '') return missing(logIn)
  const psu = psus.byId.get(logIn.psuId ?? '')
  if (psu?.otp === code) return { psu }
  return failed(logIn, 'wrong-code', { codeFailures: logIn.codeFailures + 1 })
}

const missing = (logIn: LogIn) => ({ problem: 'missing', failures: {}, isLocked: isLocked(logIn) }) as const

function failed<Problem>(logIn: LogIn, problem: Problem, failures: Partial<LogIn>): AttemptResult<Problem> {
  return { problem, failures, isLocked: isLocked({ ...logIn, ...failures }) }
}

/** Whole minutes until an instant, at least one. */
export const minutesUntil = (at: number, now: number) => Math.max(1, Math.ceil((at - now) / 60_000))
