/**
 * One page out of several sources of rows, newest first. What it costs does not depend on how many rows there are.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
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
export async function readPage(
  sources: readonly RowSource[],
  period: Period,
  size: number,
  place: PagePlace,
): Promise<Page | undefined> {
  const totalRows = await countRows(sources, period)
  if (place.kind === 'number') {
    const skipped = (place.number - 1) * size
    if (skipped > 0 && skipped >= totalRows) return undefined
    const rows = await rowsFrom(sources, period, skipped, size)
    return { rows, totalRows, hasNewer: skipped > 0, hasOlder: skipped + rows.length < totalRows }
  }
  if (place.kind === 'oldest') {
    const rows = await walk(sources, period, 'oldest', Math.min(place.count, size))
    return { rows: rows.reverse(), totalRows, hasNewer: rows.length < totalRows, hasOlder: false }
  }
  const order = place.kind === 'older' ? 'newest' : 'oldest'
  const found = await walk(sources, period, order, size + 1, place.than)
  const hasMore = found.length > size
  const rows = found.slice(0, size)
  return order === 'newest'
    ? { rows, totalRows, hasNewer: true, hasOlder: hasMore }
    : { rows: rows.reverse(), totalRows, hasNewer: hasMore, hasOlder: true }
}

/** When the oldest and the newest row there are were entered; `undefined` without rows. */
export async function historyOf(
  sources: readonly RowSource[],
  window: Period,
): Promise<{ readonly first: number; readonly last: number } | undefined> {
  const [oldest, newest] = [await walk(sources, window, 'oldest', 1), await walk(sources, window, 'newest', 1)]
  const [first, last] = [oldest[0]?.row.bookedAt, newest[0]?.row.bookedAt]
  return first === undefined || last === undefined ? undefined : { first, last }
}

async function countRows(sources: readonly RowSource[], period: Period): Promise<number> {
  let total = 0
  for (const source of sources) total += await source.count(period)
  return total
}

/** Up to `limit` rows in an order, from a place on. */
async function walk(
  sources: readonly RowSource[],
  period: Period,
  order: Order,
  limit: number,
  after?: RowPlace,
): Promise<PlacedRow[]> {
  const lists: { readonly source: RowSource; readonly rows: readonly FixtureTransaction[]; next: number }[] = []
  for (const source of sources) {
    const rows = await source.slice({ order, limit, ...beginning(source.name, period, order, after) })
    if (rows.length > 0) lists.push({ source, rows, next: 0 })
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
  if (skipped === 0) return walk(sources, period, 'newest', size)
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
