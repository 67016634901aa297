/**
 * The entries of an account: those it was founded with and those the bank has posted since. Everything that moves money
 * posts here, and every balance is a sum of entries.
 *
 * An entry keeps the instant it was posted at, and so its place, when it is booked later: who reads page by page meanwhile
 * neither loses it nor meets it twice. What a booked entry left on the account stands in it; where one is booked before
 * others, theirs move with it, in the same transaction.
 *
 * @module
 */
import type { FixtureBank, FixtureTransaction } from '#fixtures/types.js'
import type { Position, Reader, Transaction } from '../store/store.js'
import { addSums, noSums, type Sums } from './balances.js'
import { type FoundingEntries, foundingEntries, signedMinor, withEntry } from './founding-entries.js'

/** Where entries are. */
export interface Ledger {
  readonly bank: FixtureBank
  readonly store: Reader
}

export function foundingOf({ bank }: Pick<Ledger, 'bank'>, accountId: string): FoundingEntries {
  return foundingEntries(bank.transactions(accountId))
}

/** The sums of all entries of an account up to an instant, inclusive. */
export async function sumsAt(ledger: Ledger, accountId: string, at: number): Promise<Sums> {
  const founding = foundingOf(ledger, accountId)
  const pending = await ledger.store.find('transactions', 'pendingOf', accountId)
  const stored = pending.filter(({ bookedAt }) => bookedAt <= at).reduce(withEntry, noSums)
  const bookedMinor = await postedMinor(ledger.store, founding, accountId, { to: at })
  return addSums(founding.sumsAt(at), { ...stored, bookedMinor })
}

/** What is posted since the founding and booked, summed, up to a place or an instant. */
async function postedMinor(
  reader: Reader,
  founding: FoundingEntries,
  accountId: string,
  upTo: { readonly to?: number; readonly after?: Position },
): Promise<number> {
  let after = upTo.after
  for (;;) {
    const rows = await reader.range('transactions', accountId, {
      order: 'newest',
      limit: 50,
      ...(upTo.to !== undefined && { to: upTo.to }),
      ...(after && { after }),
    })
    const booked = rows.find(({ document }) => document.balanceAfterMinor !== undefined)
    if (booked) {
      return (booked.document.balanceAfterMinor as number) - founding.sumsAt(booked.at).bookedMinor
    }
    const last = rows.at(-1)
    if (!last) return 0
    after = { at: last.at, id: last.id }
  }
}

export type NewEntry = Omit<FixtureTransaction, 'balanceAfterMinor'>

/** Posts an entry, Booked or Pending; its `transactionId` is new. Part of a transaction of the store. */
export async function post(transaction: Transaction, bank: FixtureBank, entry: NewEntry): Promise<void> {
  const { transactionId: id, accountId, bookedAt: at } = entry
  if (entry.status === 'Pending') {
    transaction.put('transactions', id, entry)
    return
  }
  const founding = foundingOf({ bank }, accountId)
  const before = await postedMinor(transaction, founding, accountId, { after: { at, id } })
  const moved = signedMinor(entry)
  await moveBalances(transaction, accountId, { at, id }, moved)
  const balanceAfterMinor = founding.sumsAt(at).bookedMinor + before + moved
  transaction.put('transactions', id, { ...entry, balanceAfterMinor })
}

/**
 * Books a pending entry. Part of a transaction of the store.
 *
 * @throws {RangeError} when no pending entry has the id.
 */
export async function book(transaction: Transaction, bank: FixtureBank, transactionId: string): Promise<void> {
  const entry = await transaction.get('transactions', transactionId)
  if (entry?.status !== 'Pending') throw new RangeError(`there is no pending entry ${transactionId}`)
  await post(transaction, bank, { ...entry, status: 'Booked' })
}

/** Takes what newer entries left on the account along. */
async function moveBalances(transaction: Transaction, accountId: string, place: Position, minor: number) {
  let after = place
  for (;;) {
    const rows = await transaction.range('transactions', accountId, { order: 'oldest', limit: 500, after })
    for (const { id, document } of rows) {
      if (document.balanceAfterMinor === undefined) continue
      transaction.put('transactions', id, {
        ...document,
        balanceAfterMinor: document.balanceAfterMinor + minor,
      })
    }
    const last = rows.at(-1)
    if (rows.length < 500 || !last) return
    after = { at: last.at, id: last.id }
  }
}
