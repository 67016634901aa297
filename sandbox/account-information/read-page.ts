/**
 * One page out of several sources of rows, newest first. What it costs does not depend on how many rows there are.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { type Awaitable, all, goOn } from '../store/awaitable.js'
import type { Period } from './booking-period.js'
import type { PagePlace, RowPlace } from './page-place.js'
import type { RowSource } from './row-sources.js'

export interface PlacedRow {
  readonly row: FixtureTransaction
  readonly source: RowSource
}

export interface Page {
  readonly rows: readonly PlacedRow[]
  readonly totalRows: number
  readonly hasNewer: boolean
  readonly hasOlder: boolean
}

type Order = 'newest' | 'oldest'

export const placeOfRow = ({ row, source }: PlacedRow): RowPlace => ({
  at: row.bookedAt,
  source: source.name,
  id: row.transactionId,
})

/** The page at a place; `undefined` when its number is beyond the last. */
export function readPage(
  sources: readonly RowSource[],
  period: Period,
  size: number,
  place: PagePlace,
): Awaitable<Page | undefined> {
  return goOn(countRows(sources, period), (totalRows) => {
    switch (place.kind) {
      case 'number':
        return numberedPage(sources, period, size, { number: place.number, totalRows })
      case 'oldest':
        return goOn(walk(sources, period, 'oldest', Math.min(place.count, size)), (rows) => ({
          rows: rows.reverse(),
          totalRows,
          hasNewer: rows.length < totalRows,
          hasOlder: false,
        }))
      default: {
        const isOlder = place.kind === 'older'
        return goOn(walk(sources, period, isOlder ? 'newest' : 'oldest', size + 1, place.than), (found) => {
          const hasMore = found.length > size
          const rows = found.slice(0, size)
          return isOlder
            ? { rows, totalRows, hasNewer: true, hasOlder: hasMore }
            : { rows: rows.reverse(), totalRows, hasNewer: hasMore, hasOlder: true }
        })
      }
    }
  })
}

function numberedPage(
  sources: readonly RowSource[],
  period: Period,
  size: number,
  { number, totalRows }: { readonly number: number; readonly totalRows: number },
): Awaitable<Page | undefined> {
  const skipped = (number - 1) * size
  if (skipped > 0 && skipped >= totalRows) return undefined
  const found = skipped === 0 ? walk(sources, period, 'newest', size) : rowsFrom(sources, period, skipped, size)
  return goOn(found, (rows) => ({
    rows,
    totalRows,
    hasNewer: skipped > 0,
    hasOlder: skipped + rows.length < totalRows,
  }))
}

/** When the oldest and the newest row there are were entered. */
export interface History {
  readonly first: number
  readonly last: number
}

/** `undefined` without rows. */
export function historyOf(sources: readonly RowSource[], window: Period): Awaitable<History | undefined> {
  return goOn(walk(sources, window, 'oldest', 1), ([oldest]) =>
    goOn(walk(sources, window, 'newest', 1), ([newest]) =>
      oldest && newest ? { first: oldest.row.bookedAt, last: newest.row.bookedAt } : undefined,
    ),
  )
}

function countRows(sources: readonly RowSource[], period: Period): Awaitable<number> {
  return goOn(all(sources.map((source) => source.count(period))), (counts) =>
    counts.reduce((total, count) => total + count, 0),
  )
}

/** Up to `limit` rows in an order, from a place on. */
function walk(
  sources: readonly RowSource[],
  period: Period,
  order: Order,
  limit: number,
  after?: RowPlace,
): Awaitable<PlacedRow[]> {
  const slices = sources.map((source) =>
    source.slice({ order, limit, ...beginning(source.name, period, order, after) }),
  )
  return goOn(all(slices), (found) => merge(found, sources, order, limit))
}

function merge(
  found: readonly (readonly FixtureTransaction[])[],
  sources: readonly RowSource[],
  order: Order,
  limit: number,
): PlacedRow[] {
  const lists = found.flatMap((rows, index) =>
    rows.length > 0 ? [{ source: sources[index] as RowSource, rows, next: 0 }] : [],
  )
  const [one, ...others] = lists
  if (!one) return []
  // most often all rows are of one source: the end of what it has still comes before whatever the others begin with
  const first = others.reduce((best, list) => (comesBefore(list, best, order) ? list : best), one)
  const end = { ...first, next: Math.min(limit, first.rows.length) - 1 }
  const isWhole = first.rows.length >= limit || others.length === 0
  if (isWhole && lists.every((list) => list === first || comesBefore(end, list, order))) {
    return first.rows.slice(0, limit).map((row) => ({ row, source: first.source }))
  }
  const merged: PlacedRow[] = []
  while (merged.length < limit) {
    let best: (typeof lists)[number] | undefined
    for (const list of lists) {
      if (list.next === list.rows.length) continue
      if (best === undefined || comesBefore(list, best, order)) best = list
    }
    if (best === undefined) break
    merged.push({ row: best.rows[best.next] as FixtureTransaction, source: best.source })
    best.next += 1
  }
  return merged
}

interface Heads {
  readonly source: RowSource
  readonly rows: readonly FixtureTransaction[]
  readonly next: number
}

function comesBefore(a: Heads, b: Heads, order: Order): boolean {
  const [first, second] = [a.rows[a.next] as FixtureTransaction, b.rows[b.next] as FixtureTransaction]
  const isNewer = first.bookedAt === second.bookedAt ? a.source.name < b.source.name : first.bookedAt > second.bookedAt
  return order === 'newest' ? isNewer : !isNewer
}

/** Where a source is entered after a row that may be another's: at one instant, sources follow each other by name. */
function beginning(name: string, { from, to }: Period, order: Order, after: RowPlace | undefined) {
  if (!after) return { from, to }
  if (name === after.source) return { from, to, after: { at: after.at, id: after.id } }
  if (order === 'newest') return { from, to: Math.min(to, name > after.source ? after.at : after.at - 1) }
  return { from: Math.max(from, name < after.source ? after.at : after.at + 1), to }
}

/** Rows by their number. The instant they begin at is found by halving the period, so no row before them is read. */
async function rowsFrom(
  sources: readonly RowSource[],
  period: Period,
  skipped: number,
  size: number,
): Promise<PlacedRow[]> {
  let [low, high] = [period.from, period.to]
  // the newest instant with more than `skipped` rows at or after it
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await countRows(sources, { from: middle, to: period.to })) > skipped) low = middle
    else high = middle - 1
  }
  const newer = await countRows(sources, { from: low + 1, to: period.to })
  const rest = skipped - newer
  const rows = await walk(sources, { from: period.from, to: low }, 'newest', rest + size)
  return rows.slice(rest)
}
