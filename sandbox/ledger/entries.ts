/**
 * The entries of customers' accounts: those that follow from the seed (`seeded-entries.ts`) and those the bank has posted.
 * Every balance is a sum of entries.
 *
 * An entry keeps the instant it was posted at, and so its place, when it is booked later: a TPP that reads page by
 * page in the meantime neither misses it nor reads it twice. The balance after an entry is not stored: it is the sum
 * of what is booked up to its place, so that posting and booking change no other entry.
 *
 * @module
 */

import type { FixtureAccount, FixtureBank, FixtureTransaction } from '#fixtures/types.js'
import type { AnyRangedCollection, RangedCollection } from '../store/collection.js'
import type { Reader } from '../store/store.js'
import { addSums, availableMinor, type Sums, signedMinor } from './balances.js'
import { seededEntries } from './seeded-entries.js'

/** The sums with one more entry. */
export function withEntry(sums: Sums, entry: FixtureTransaction): Sums {
  if (entry.status === 'Booked') return { ...sums, bookedMinor: sums.bookedMinor + signedMinor(entry) }
  const name = entry.creditDebitIndicator === 'Credit' ? 'pendingCreditsMinor' : 'pendingDebitsMinor'
  return { ...sums, [name]: sums[name] + entry.amountMinor }
}

/** Where entries are read from: the bank as its seed makes it, and the store. */
export interface Ledger {
  readonly bank: FixtureBank
  readonly store: Reader
}

/** An entry the bank has posted: a leg of a movement, as the holder of the account sees it. */
export interface PostedEntry extends Omit<FixtureTransaction, 'balanceAfterMinor'> {
  readonly movementId: string
  /** The payment that it belongs to, and what was sent, in minor units of a currency, without charges. */
  readonly payment?: { readonly paymentId: string; readonly amountMinor: number; readonly currency: string }
}

/** Entries the bank has posted since it was opened, by account. */
export const postedEntries: RangedCollection<PostedEntry, 'pendingIn'> = {
  name: 'transactions',
  // pending ones alone, by movement: an index of all would grow without end
  indexes: { pendingIn: (entry) => (entry.status === 'Pending' ? entry.movementId : undefined) },
  range: {
    group: (entry) => entry.accountId,
    at: (entry) => entry.bookedAt,
    sums: {
      booked: (entry) => (entry.status === 'Booked' ? signedMinor(entry) : 0),
      pendingCredits: (entry) => pendingMinor(entry, 'Credit'),
      pendingDebits: (entry) => pendingMinor(entry, 'Debit'),
      // what payments took, without charges: a daily limit asks for it
      paid: ({ payment, amountMinor, chargeMinor = 0 }) => (payment ? amountMinor - chargeMinor : 0),
    },
  },
}

function pendingMinor(entry: PostedEntry, direction: PostedEntry['creditDebitIndicator']): number {
  return entry.status === 'Pending' && entry.creditDebitIndicator === direction ? entry.amountMinor : 0
}

/**
 * The sums of all entries of an account up to an instant, inclusive.
 *
 * @param asOf when they are as they are: what is pending then, has settled later. Default `at`
 */
export async function sumsAt(ledger: Ledger, accountId: string, at: number, asOf = at): Promise<Sums> {
  const seeded = seededEntries(ledger.bank, accountId).sumsAt(at, asOf)
  return addSums(seeded, await postedSumsAt(ledger, postedEntries, accountId, at))
}

/**
 * What an account can spend at an instant: the one available balance that balances show, funds confirmations compare with,
 * and payments are measured by. Minor units of its currency; negative when more than everything is gone.
 */
export async function availableMinorAt(ledger: Ledger, account: FixtureAccount, at: number): Promise<number> {
  return availableMinor(account, await sumsAt(ledger, account.accountId, at))
}

/**
 * The sums of posted legs up to an instant, inclusive.
 *
 * @param legs a collection that keeps the sums `booked`, `pendingCredits` and `pendingDebits`
 */
export async function postedSumsAt(
  { store }: Pick<Ledger, 'store'>,
  legs: AnyRangedCollection,
  group: string,
  at: number,
): Promise<Sums> {
  // of one moment: what is booked meanwhile is in one of them, and never in two or none
  const [bookedMinor = 0, pendingCreditsMinor = 0, pendingDebitsMinor = 0] = await store.sums(
    legs,
    group,
    ['booked', 'pendingCredits', 'pendingDebits'],
    { to: at },
  )
  return { bookedMinor, pendingCreditsMinor, pendingDebitsMinor }
}

/**
 * The balance of an account after an entry the bank has posted: the sum of what is booked up to its place. Minor
 * units.
 */
export async function balanceAfterPosted(
  ledger: Ledger,
  { accountId, bookedAt: at, transactionId: id }: FixtureTransaction,
  asOf: number,
): Promise<number> {
  const posted = await ledger.store.sum(postedEntries, accountId, 'booked', { through: { at, id } })
  return seededEntries(ledger.bank, accountId).sumsAt(at, asOf).bookedMinor + posted
}

/** Likewise after an entry that follows from the seed. What was posted at the same instant comes after it. */
export async function balanceAfterSeeded(ledger: Ledger, entry: FixtureTransaction, asOf: number): Promise<number> {
  const { accountId, bookedAt: at } = entry
  // no entry has an empty id: this is the place before all that was posted at the instant
  const posted = await ledger.store.sum(postedEntries, accountId, 'booked', { through: { at, id: '' } })
  return seededEntries(ledger.bank, accountId).bookedThrough(entry, asOf) + posted
}
