/**
 * Wrong passwords and codes, counted for a username over all visits, pages and processes, on the bank's clock.
 *
 * They are counted by what was typed: a username that nobody has is locked like any other, so that a lock does not tell
 * which usernames there are (docs/decisions/0055).
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { endingCollection } from '../store/collection.js'
import type { Transaction } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { attemptsAllowed, normalUsername } from './log-in.js'

/** What was tried: passwords and codes are counted apart. */
export interface Attempt {
  readonly kind: 'password' | 'code'
  readonly username: string
}

/** Wrong attempts of one kind for one username. */
export interface WrongAttempts {
  readonly count: number
  /** Forgotten then, ten minutes after the last one; milliseconds on the tenant's clock. */
  readonly expiresAt: number
}

/** Wrong attempts by kind and hash of the username. */
export const wrongAttempts = endingCollection<WrongAttempts>({
  name: 'wrongAttempts',
  indexes: {},
  ends: { at: ({ expiresAt }) => expiresAt },
})

/** How long wrong attempts count, and how long a lock lasts, in seconds. */
export const lockSeconds = 10 * 60

/** How many more may be wrong, and until when none is taken. */
export interface AttemptsLeft {
  readonly left: number
  /** Milliseconds on the tenant's clock; only while locked. */
  readonly lockedUntil?: number
}

/** What a form has that may be tried, as far as it has it. */
interface Typed {
  readonly username?: string
  readonly password?: string
  readonly otp?: string
}

/**
 * A password or code that belongs to the step. Empty fields are no attempt.
 *
 * @param step `login` for a password, `code` for a code; any other has none
 */
export function attemptIn(
  step: string,
  { username = '', password, otp }: Typed,
  psuId: string | undefined,
  { psus }: Pick<Tenant, 'psus'>,
): Attempt | undefined {
  if (step === 'login') return username.trim() && password ? { kind: 'password', username } : undefined
  if (step !== 'code' || !otp?.trim()) return undefined
  const psu = psus.byId.get(psuId ?? '')
  return psu && { kind: 'code', username: psu.username }
}

/** A name of transactions that try it, so that attempts at the same time are counted one after the other. */
export const nameOfAttempt = (attempt: Attempt) => `attempts ${idOf(attempt)}`

/** Whether the attempt is taken now. */
export async function attemptsLeft(transaction: Transaction, attempt: Attempt, now: number): Promise<AttemptsLeft> {
  const wrong = await transaction.get(wrongAttempts, idOf(attempt))
  return leftAfter(wrong && now < wrong.expiresAt ? wrong : undefined)
}

/** Counts a wrong attempt; a right one makes the bank forget those before. */
export async function countAttempt(
  transaction: Transaction,
  attempt: Attempt,
  isRight: boolean,
  now: number,
): Promise<AttemptsLeft> {
  const id = idOf(attempt)
  const before = await transaction.get(wrongAttempts, id)
  if (isRight) {
    if (before) transaction.delete(wrongAttempts, id)
    return leftAfter(undefined)
  }
  const count = before && now < before.expiresAt ? before.count + 1 : 1
  const wrong = { count, expiresAt: now + lockSeconds * 1000 }
  transaction.put(wrongAttempts, id, wrong)
  return leftAfter(wrong)
}

function leftAfter(wrong: WrongAttempts | undefined): AttemptsLeft {
  const left = Math.max(0, attemptsAllowed - (wrong?.count ?? 0))
  return { left, ...(wrong && left === 0 && { lockedUntil: wrong.expiresAt }) }
}

/** A hash, as somebody may type a password into the wrong field. */
const idOf = ({ kind, username }: Attempt) =>
  `${kind} ${createHash('sha256').update(normalUsername(username)).digest('base64url')}`
