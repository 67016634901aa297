/**
 * Where the rows of a page come from: for each account those it was founded with and those posted since, each in order and
 * quick to enter at any place.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { foundingOf, type Ledger } from '../ledger/entries.js'
import type { Direction } from '../ledger/founding-entries.js'
import { placeAt } from '../ledger/founding-entries.js'
import { type Awaitable, goOn } from '../store/awaitable.js'
import type { RangeQuery, Reader } from '../store/store.js'
import type { Period } from './booking-period.js'

/** Rows newest first or oldest first, from a place on, in a period. */
export type SliceQuery = RangeQuery & Period

export interface RowSource {
  /** Orders rows of one instant among sources. */
  readonly name: string
  /** From this instant on, what the rows say they left on the account leaves out what was posted before them. */
  readonly balancesUntil?: number
  count(period: Period): Awaitable<number>
  slice(query: SliceQuery): Awaitable<readonly FixtureTransaction[]>
}

/** The sources of an account. What is posted since comes before what was there, should both be of one instant. */
export function sourcesOf(
  { store, bank }: Ledger,
  accountId: string,
  direction: Direction | undefined,
): Awaitable<readonly RowSource[]> {
  const founding = foundingSource(`${accountId}.1`, foundingOf({ bank }, accountId).of(direction))
  return goOn(store.range('transactions', accountId, { order: 'oldest', limit: 1 }), ([oldest]) =>
    oldest
      ? [postedSource(`${accountId}.0`, store, accountId, direction), { ...founding, balancesUntil: oldest.at }]
      : [founding],
  )
}

/** Rows of a list, newest first; rows of one instant by id, upwards. */
export function foundingSource(name: string, rows: readonly FixtureTransaction[]): RowSource {
  return {
    name,
    count: ({ from, to }) => Math.max(0, placeAt(rows, from - 1) - placeAt(rows, to)),
    slice: ({ order, limit, from, to, after }) => {
      const [first, end] = [placeAt(rows, to), placeAt(rows, from - 1)]
      if (order === 'newest') {
        const start = after ? Math.max(first, placeOf(rows, after) + 1) : first
        return rows.slice(start, Math.min(start + limit, end))
      }
      const stop = after ? Math.min(end, placeOf(rows, after)) : end
      return rows.slice(Math.max(first, stop - limit), Math.max(first, stop)).reverse()
    },
  }
}

/** The place of a row; the rows of its instant are looked through. */
function placeOf(rows: readonly FixtureTransaction[], { at, id }: { at: number; id: string }): number {
  let place = placeAt(rows, at)
  while (place < rows.length) {
    const row = rows[place] as FixtureTransaction
    if (row.bookedAt !== at || row.transactionId === id) return place
    place += 1
  }
  return place
}

const chunk = 200

/** Rows of the store. Those of one direction are picked out of all. */
function postedSource(name: string, store: Reader, accountId: string, direction: Direction | undefined): RowSource {
  if (direction === undefined) {
    return {
      name,
      slice: (query) =>
        goOn(store.range('transactions', accountId, query), (rows) => rows.map(({ document }) => document)),
      count: ({ from, to }) => (from > to ? 0 : store.count('transactions', accountId, { from, to })),
    }
  }

  async function slice({ limit, ...query }: SliceQuery): Promise<FixtureTransaction[]> {
    const picked: FixtureTransaction[] = []
    let { after } = query
    for (;;) {
      const rows = await store.range('transactions', accountId, { ...query, limit: chunk, ...(after && { after }) })
      for (const { document } of rows) {
        if (picked.length < limit && document.creditDebitIndicator === direction) picked.push(document)
      }
      const last = rows.at(-1)
      if (picked.length >= limit || rows.length < chunk || !last) return picked
      after = { at: last.at, id: last.id }
    }
  }

  return {
    name,
    slice,
    count: async ({ from, to }) =>
      from > to ? 0 : (await slice({ order: 'newest', limit: Number.POSITIVE_INFINITY, from, to })).length,
  }
}
