/**
 * The entries an account was founded with, made quick to look into: by instant, by direction, and summed.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { noSums, type Sums } from './balances.js'

export type Direction = FixtureTransaction['creditDebitIndicator']

/** What an entry adds to the balance. Minor units. */
export function signedMinor({ amountMinor, creditDebitIndicator }: FixtureTransaction): number {
  return creditDebitIndicator === 'Credit' ? amountMinor : -amountMinor
}

/** The sums with one entry more. */
export function withEntry(sums: Sums, entry: FixtureTransaction): Sums {
  if (entry.status === 'Booked') return { ...sums, bookedMinor: sums.bookedMinor + signedMinor(entry) }
  const name = entry.creditDebitIndicator === 'Credit' ? 'pendingCreditsMinor' : 'pendingDebitsMinor'
  return { ...sums, [name]: sums[name] + entry.amountMinor }
}

/** The first place in rows, newest first, whose row was entered at or before an instant. */
export function placeAt(rows: readonly FixtureTransaction[], at: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as FixtureTransaction).bookedAt > at) low = middle + 1
    else high = middle
  }
  return low
}

export class FoundingEntries {
  /** Newest first. */
  readonly all: readonly FixtureTransaction[]
  readonly #ofDirection = new Map<Direction, readonly FixtureTransaction[]>()
  #booked: Float64Array | undefined
  #pending: readonly FixtureTransaction[] | undefined

  constructor(all: readonly FixtureTransaction[]) {
    this.all = all
  }

  /** The rows of one direction, newest first; all without one. */
  of(direction: Direction | undefined): readonly FixtureTransaction[] {
    if (direction === undefined) return this.all
    const known = this.#ofDirection.get(direction) ?? this.all.filter((row) => row.creditDebitIndicator === direction)
    this.#ofDirection.set(direction, known)
    return known
  }

  /** The sums of all entries up to an instant, inclusive. */
  sumsAt(at: number): Sums {
    const booked = this.#bookedFrom()[placeAt(this.all, at)] as number
    return this.#pendingRows()
      .filter(({ bookedAt }) => bookedAt <= at)
      .reduce(withEntry, { ...noSums, bookedMinor: booked })
  }

  /** At each place, the sum of what is booked there and before it in time. */
  #bookedFrom(): Float64Array {
    if (this.#booked) return this.#booked
    const sums = new Float64Array(this.all.length + 1)
    for (let index = this.all.length - 1; index >= 0; index -= 1) {
      const row = this.all[index] as FixtureTransaction
      sums[index] = (sums[index + 1] as number) + (row.status === 'Booked' ? signedMinor(row) : 0)
    }
    this.#booked = sums
    return sums
  }

  #pendingRows(): readonly FixtureTransaction[] {
    this.#pending ??= this.all.filter(({ status }) => status === 'Pending')
    return this.#pending
  }
}

const known = new WeakMap<readonly FixtureTransaction[], FoundingEntries>()

/** The entries of a list that does not change; the same list has them once. */
export function foundingEntries(rows: readonly FixtureTransaction[]): FoundingEntries {
  const entries = known.get(rows) ?? new FoundingEntries(rows)
  known.set(rows, entries)
  return entries
}
