/**
 * The entries of an account that follow from the seed: those it was opened with, and what happens on it every day since.
 * They are in no store: every process has the same. An entry is pending until it settles, so what it is depends on the
 * instant of whoever looks (`asOf`).
 *
 * What a read costs does not depend on how many entries there are.
 *
 * @module
 */
import type { FixtureBank, FixtureTransaction } from '#fixtures/types.js'
import { noSums, type Sums, signedMinor } from './balances.js'

export type Direction = FixtureTransaction['creditDebitIndicator']

/** Entries that settle after the same time, in the order in which they do. */
interface Delayed {
  /** Places of the entries. */
  readonly places: number[]
  /** Totals of the entries up to each, itself not counted. Minor units. */
  readonly credits: number[]
  readonly debits: number[]
}

export class SeededEntries {
  readonly #later: (until: number) => readonly FixtureTransaction[]
  /** Oldest first; of one instant the greatest id first. Pending ones as they are before they settle. */
  readonly #rows: FixtureTransaction[]
  /** The total of all rows before each place, pending ones included. */
  readonly #totals: number[] = [0]
  /** By how long they are pending, in milliseconds. */
  readonly #delayed = new Map<number, Delayed>()
  readonly #ofDirection = new Map<Direction, { rows: FixtureTransaction[]; counted: number }>()
  readonly #settled = new WeakMap<FixtureTransaction, FixtureTransaction>()
  #taken = 0

  /**
   * @param opening newest first; of one instant the least id first
   * @param later what happened since up to an instant, or more, oldest first: a list that grows
   */
  constructor(opening: readonly FixtureTransaction[], later: (until: number) => readonly FixtureTransaction[]) {
    this.#later = later
    this.#rows = opening.toReversed()
    for (const [place, row] of this.#rows.entries()) this.#add(place, row)
  }

  /** The sums of what was there at `at`, inclusive, as it is at `asOf`. */
  sumsAt(at: number, asOf: number): Sums {
    this.#grow(asOf)
    return this.#sums(countUntil(this.#rows, at), asOf)
  }

  /** The sum of what is booked up to and including a row. */
  bookedThrough({ bookedAt: at, transactionId: id }: FixtureTransaction, asOf: number): number {
    this.#grow(asOf)
    return this.#sums(countBefore(this.#rows, { at, id }) + 1, asOf).bookedMinor
  }

  /** How many rows there are between two instants, both inclusive. */
  count(direction: Direction | undefined, { from, to }: Instants): number {
    const rows = this.#of(direction, to)
    return Math.max(0, countUntil(rows, to) - countUntil(rows, from - 1))
  }

  /** When the oldest and the newest row between two instants were booked, both inclusive. */
  ends(direction: Direction | undefined, { from, to }: Instants): readonly number[] {
    const rows = this.#of(direction, to)
    const [first, end] = [countUntil(rows, from - 1), countUntil(rows, to)]
    if (first >= end) return []
    return [(rows[first] as FixtureTransaction).bookedAt, (rows[end - 1] as FixtureTransaction).bookedAt]
  }

  /** Rows between two instants, both inclusive, from a place on, as they are at `asOf`. */
  slice(direction: Direction | undefined, query: SeededQuery, asOf: number): readonly FixtureTransaction[] {
    const { order, limit, from, to, after } = query
    const rows = this.#of(direction, to)
    const [first, end] = [countUntil(rows, from - 1), countUntil(rows, to)]
    if (order === 'newest') {
      const stop = after ? Math.min(end, countBefore(rows, after)) : end
      return this.#shown(rows.slice(Math.max(first, stop - limit), Math.max(first, stop)).reverse(), asOf)
    }
    const start = after ? Math.max(first, countThrough(rows, after)) : first
    return this.#shown(rows.slice(start, Math.min(start + limit, end)), asOf)
  }

  /** Rows as they are at an instant; a row that has settled is always the same object. */
  #shown(rows: FixtureTransaction[], asOf: number): readonly FixtureTransaction[] {
    for (const [index, row] of rows.entries()) {
      if (row.status === 'Pending' && (row.settlesAt ?? Number.POSITIVE_INFINITY) <= asOf) rows[index] = this.#book(row)
    }
    return rows
  }

  #book(row: FixtureTransaction): FixtureTransaction {
    const known = this.#settled.get(row) ?? { ...row, status: 'Booked' as const }
    this.#settled.set(row, known)
    return known
  }

  #sums(end: number, asOf: number): Sums {
    let { pendingCreditsMinor, pendingDebitsMinor } = noSums
    for (const [delay, { places, credits, debits }] of this.#delayed) {
      const firstPending = countUntil(this.#rows, asOf - delay)
      const [start, stop] = [countBelow(places, firstPending), countBelow(places, end)]
      if (start >= stop) continue
      pendingCreditsMinor += (credits[stop] as number) - (credits[start] as number)
      pendingDebitsMinor += (debits[stop] as number) - (debits[start] as number)
    }
    const total = this.#totals[end] as number
    return { bookedMinor: total - pendingCreditsMinor + pendingDebitsMinor, pendingCreditsMinor, pendingDebitsMinor }
  }

  #of(direction: Direction | undefined, until: number): FixtureTransaction[] {
    this.#grow(until)
    if (direction === undefined) return this.#rows
    const known = this.#ofDirection.get(direction) ?? { rows: [], counted: 0 }
    this.#ofDirection.set(direction, known)
    for (; known.counted < this.#rows.length; known.counted += 1) {
      const row = this.#rows[known.counted] as FixtureTransaction
      if (row.creditDebitIndicator === direction) known.rows.push(row)
    }
    return known.rows
  }

  #grow(until: number): void {
    const later = this.#later(until)
    for (; this.#taken < later.length; this.#taken += 1) {
      const row = later[this.#taken] as FixtureTransaction
      this.#rows.push(row)
      this.#add(this.#rows.length - 1, row)
    }
  }

  #add(place: number, row: FixtureTransaction): void {
    const minor = signedMinor(row)
    this.#totals.push((this.#totals[place] as number) + minor)
    if (row.status !== 'Pending') return
    const delay = (row.settlesAt ?? Number.POSITIVE_INFINITY) - row.bookedAt
    const known = this.#delayed.get(delay) ?? { places: [], credits: [0], debits: [0] }
    this.#delayed.set(delay, known)
    known.places.push(place)
    known.credits.push((known.credits.at(-1) as number) + Math.max(minor, 0))
    known.debits.push((known.debits.at(-1) as number) + Math.max(-minor, 0))
  }
}

/** Both inclusive. */
interface Instants {
  readonly from: number
  readonly to: number
}

/** Rows between two instants, from after a place on. */
export interface SeededQuery extends Instants {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly after?: Place
}

interface Place {
  readonly at: number
  readonly id: string
}

/** How many rows there are at or before an instant. */
function countUntil(rows: readonly FixtureTransaction[], at: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as FixtureTransaction).bookedAt <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** How many rows come before a place; of one instant those with a greater id. */
function countBefore(rows: readonly FixtureTransaction[], { at, id }: Place): number {
  let place = countUntil(rows, at - 1)
  while (place < rows.length) {
    const row = rows[place] as FixtureTransaction
    if (row.bookedAt !== at || row.transactionId <= id) return place
    place += 1
  }
  return place
}

/** How many rows come before a place or are there. */
function countThrough(rows: readonly FixtureTransaction[], { at, id }: Place): number {
  const place = countBefore(rows, { at, id })
  const row = rows[place]
  return row?.bookedAt === at && row.transactionId === id ? place + 1 : place
}

/** How many of ascending numbers are below one. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) < limit) low = middle + 1
    else high = middle
  }
  return low
}

const known = new WeakMap<FixtureBank, Map<string, SeededEntries>>()

/** The entries of an account that follow from the seed; made once for each bank. */
export function seededEntries(bank: FixtureBank, accountId: string): SeededEntries {
  const ofBank = known.get(bank) ?? new Map<string, SeededEntries>()
  known.set(bank, ofBank)
  const entries =
    ofBank.get(accountId) ??
    new SeededEntries(bank.transactions(accountId), (until) => bank.laterTransactions(accountId, until))
  if (bank.accounts.has(accountId)) ofBank.set(accountId, entries)
  return entries
}
