/**
 * Double entry: every movement has two or more legs that sum to zero in each currency. Everything that moves money
 * posts here.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import type { Transaction } from '../store/store.js'
import { signedMinor } from './balances.js'
import { type PostedEntry, postedEntries } from './entries.js'
import { type InternalAccount, type InternalLeg, internalLegs } from './internal-accounts.js'
import { toAmount } from './money.js'

type Status = PostedEntry['status']

/** A leg on a customer's account: what its holder is shown. Its `transactionId` is new. */
export type EntryLeg = Omit<PostedEntry, 'movementId' | 'bookedAt' | 'status'>

/** A leg on an internal account of the bank; credits are positive. */
export type InternalLegParts = Pick<InternalLeg, 'account' | 'currency' | 'minor'>

export interface Movement {
  /** New. */
  readonly movementId: string
  /** Of all its legs. */
  readonly at: number
  readonly status: Status
  readonly entries: readonly EntryLeg[]
  readonly internal: readonly InternalLegParts[]
}

/** A movement whose legs do not sum to zero. */
export class UnbalancedMovement extends Error {
  /** The excess, or shortfall if negative, in each currency that does not balance. Minor units. */
  readonly differences: ReadonlyMap<string, number>

  constructor(movementId: string, differences: ReadonlyMap<string, number>) {
    const parts = [...differences].map(
      ([currency, minor]) => `${currency} by ${minor < 0 ? '-' : ''}${toAmount(minor, currency).Amount}`,
    )
    super(`movement ${movementId} does not balance: it is off in ${parts.join(' and in ')}`)
    this.name = 'UnbalancedMovement'
    this.differences = differences
  }
}

/**
 * Posts a movement, Booked or Pending. Part of a transaction of the store; it changes no stored entry.
 *
 * @throws {UnbalancedMovement} when its legs do not sum to zero in each currency
 * @throws {RangeError} when it has fewer than two legs, an amount that is not in whole minor units, or an account that
 *   the bank does not have
 */
export function postMovement(transaction: Transaction, bank: FixtureBank, movement: Movement): void {
  const { movementId, at, status, entries, internal } = movement
  checkBalance(bank, movement)
  for (const entry of entries) {
    transaction.put(postedEntries, entry.transactionId, { movementId, bookedAt: at, status, ...entry })
  }
  for (const [index, leg] of internal.entries()) {
    const legId = `${movementId}/${index}`
    transaction.put(internalLegs, legId, { legId, movementId, at, status, ...leg })
  }
}

function checkBalance(bank: FixtureBank, { movementId, entries, internal }: Movement): void {
  const legs = [
    ...entries.map((entry) => ({ currency: currencyOf(bank, entry), minor: signedMinor(entry) })),
    ...internal.map(({ currency, minor }) => ({ currency, minor })),
  ]
  if (legs.length < 2) throw new RangeError(`movement ${movementId} has ${legs.length} legs, at least 2 are needed`)
  const differences = new Map<string, number>()
  for (const { currency, minor } of legs) {
    if (!Number.isSafeInteger(minor)) throw new RangeError(`movement ${movementId}: ${minor} are no whole minor units`)
    differences.set(currency, (differences.get(currency) ?? 0) + minor)
  }
  const wrong = [...differences].filter(([, minor]) => minor !== 0)
  if (wrong.length > 0) throw new UnbalancedMovement(movementId, new Map(wrong))
}

function currencyOf(bank: FixtureBank, { accountId }: EntryLeg): string {
  const account = bank.accounts.get(accountId)
  if (!account) throw new RangeError(`the bank has no account ${accountId}`)
  return account.currency
}

/**
 * Books a pending movement: its legs become Booked and keep their place. Part of a transaction of the store.
 *
 * @throws {RangeError} when no pending movement has the id
 */
export async function bookMovement(transaction: Transaction, movementId: string): Promise<void> {
  if (!(await bookIfPending(transaction, movementId)))
    throw new RangeError(`there is no pending movement ${movementId}`)
}

/** Books a movement unless it is booked already; returns whether it was pending. */
export async function bookIfPending(transaction: Transaction, movementId: string): Promise<boolean> {
  const [entries, internal] = await Promise.all([
    transaction.find(postedEntries, 'pendingIn', movementId),
    transaction.find(internalLegs, 'pendingIn', movementId),
  ])
  if (entries.length + internal.length === 0) return false
  for (const entry of entries) transaction.put(postedEntries, entry.transactionId, { ...entry, status: 'Booked' })
  for (const leg of internal) transaction.put(internalLegs, leg.legId, { ...leg, status: 'Booked' })
  return true
}

/** Removes a pending movement: its rows are gone, as if it had never been. Returns whether it was there. */
export async function removePending(transaction: Transaction, movementId: string): Promise<boolean> {
  const [entries, internal] = await Promise.all([
    transaction.find(postedEntries, 'pendingIn', movementId),
    transaction.find(internalLegs, 'pendingIn', movementId),
  ])
  for (const { transactionId } of entries) transaction.delete(postedEntries, transactionId)
  for (const { legId } of internal) transaction.delete(internalLegs, legId)
  return entries.length + internal.length > 0
}

/** An entry without its movement. */
export type NewEntry = Omit<PostedEntry, 'movementId'>

/**
 * Posts one customer's entry with its other side on an internal account, as a movement with the id of the entry.
 * Part of a transaction of the store.
 */
export function post(
  transaction: Transaction,
  bank: FixtureBank,
  { bookedAt, status, ...entry }: NewEntry,
  against: InternalAccount = 'suspense',
): void {
  const internal = [{ account: against, currency: currencyOf(bank, entry), minor: 0 - signedMinor(entry) }]
  postMovement(transaction, bank, { movementId: entry.transactionId, at: bookedAt, status, entries: [entry], internal })
}

/**
 * Books the movement of a pending entry. Part of a transaction of the store.
 *
 * @throws {RangeError} when no pending entry has the id
 */
export async function book(transaction: Transaction, transactionId: string): Promise<void> {
  const entry = await transaction.get(postedEntries, transactionId)
  if (entry?.status !== 'Pending') throw new RangeError(`there is no pending entry ${transactionId}`)
  await bookMovement(transaction, entry.movementId)
}
