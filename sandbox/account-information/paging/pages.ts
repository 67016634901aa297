/**
 * Pages of rows: where a page begins and which rows are on it. The cost of a page does not depend on the number of rows.
 *
 * A page is addressed by its number, counted from 1, or by a cursor, which names the row it begins after and stays
 * valid while rows are added. To TPPs, which follow links, both are opaque.
 *
 * @module
 */

import { isPageNumber } from '../list-answer.js'
import type { Period } from '../query.js'
import { type PlacedRows, type RowPlace, type RowSource, reversed, sourceAt, together, walk } from './rows.js'

export { RenderedRows, ShownPages } from './rendering.js'
export { noBalances, type PlacedRows, type RunningBalances, runningBalances, sourcesOf } from './rows.js'

export type PagePlace =
  | { readonly kind: 'number'; readonly number: number }
  /** The rows older than a row, or those newer than it. */
  | { readonly kind: 'older' | 'newer'; readonly than: RowPlace }
  /** The given number of oldest rows. */
  | { readonly kind: 'oldest'; readonly count: number }

/** The value of `page` in a link. */
export function writePlace(place: PagePlace): string {
  if (place.kind === 'number') return String(place.number)
  const parts =
    place.kind === 'oldest' ? [place.kind, place.count] : [place.kind, place.than.at, place.than.source, place.than.id]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Parses `page`: page 1 when absent, `undefined` for what is neither a number nor a cursor of this bank. */
export function readPlace(page: unknown): PagePlace | undefined {
  if (page === undefined) return { kind: 'number', number: 1 }
  if (isPageNumber(page)) return { kind: 'number', number: Number(page) }
  if (typeof page !== 'string' || page.length > 300 || !/^[\w-]+$/.test(page)) return undefined
  const place = placeIn(page)
  return place && writePlace(place) === page ? place : undefined
}

function placeIn(cursor: string): PagePlace | undefined {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts)) return undefined
  const [kind, number, source, id] = parts as readonly unknown[]
  if (!Number.isSafeInteger(number) || (number as number) < 0) return undefined
  if (kind === 'oldest' && parts.length === 2 && number !== 0) return { kind, count: number as number }
  if (kind !== 'older' && kind !== 'newer') return undefined
  if (typeof source !== 'string' || typeof id !== 'string' || parts.length !== 4) return undefined
  return { kind, than: { at: number as number, source, id } }
}

export interface Page extends PlacedRows {
  readonly totalRows: number
  readonly hasNewer: boolean
  readonly hasOlder: boolean
}

/** The place of the row with this index. */
export function placeOfRow(placed: PlacedRows, index: number): RowPlace | undefined {
  const row = placed.rows[index]
  return row && { at: row.bookedAt, source: sourceAt(placed, index).name, id: row.transactionId }
}

/** The page at a place; `undefined` when its number is beyond the last. */
export async function readPage(
  sources: readonly RowSource[],
  period: Period,
  size: number,
  place: PagePlace,
): Promise<Page | undefined> {
  const totalRows = await countRows(sources, period)
  switch (place.kind) {
    case 'number': {
      const skipped = (place.number - 1) * size
      if (skipped > 0 && skipped >= totalRows) return undefined
      const found = await (skipped === 0
        ? walk(sources, period, { order: 'newest', limit: size })
        : rowsFrom(sources, period, skipped, size))
      return { ...found, totalRows, hasNewer: skipped > 0, hasOlder: skipped + found.rows.length < totalRows }
    }
    case 'oldest': {
      const found = await walk(sources, period, { order: 'oldest', limit: Math.min(place.count, size) })
      return { ...reversed(found), totalRows, hasNewer: found.rows.length < totalRows, hasOlder: false }
    }
    case 'older': {
      const { hasMore, ...found } = await walk(sources, period, { order: 'newest', limit: size, after: place.than })
      return { ...found, totalRows, hasNewer: true, hasOlder: hasMore }
    }
    case 'newer': {
      const { hasMore, ...found } = await walk(sources, period, { order: 'oldest', limit: size, after: place.than })
      return { ...reversed(found), totalRows, hasNewer: hasMore, hasOlder: true }
    }
  }
}

/** Instants of the oldest and the newest row. */
export interface History {
  readonly first: number
  readonly last: number
}

/** `undefined` without rows. */
export async function historyOf(sources: readonly RowSource[], window: Period): Promise<History | undefined> {
  const ends = (await together(sources.map((source) => source.ends(window)))).flat()
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}

async function countRows(sources: readonly RowSource[], period: Period): Promise<number> {
  let total = 0
  for (const count of await together(sources.map((source) => source.count(period)))) total += count
  return total
}

/** Rows by their number. A binary search finds the instant they begin at, so no row before them is read. */
async function rowsFrom(
  sources: readonly RowSource[],
  period: Period,
  skipped: number,
  size: number,
): Promise<PlacedRows> {
  let [low, high] = [period.from, period.to]
  // the newest instant with more than `skipped` rows at or after it
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await countRows(sources, { from: middle, to: period.to })) > skipped) low = middle
    else high = middle - 1
  }
  const newer = await countRows(sources, { from: low + 1, to: period.to })
  const rest = skipped - newer
  return walk(sources, { from: period.from, to: low }, { order: 'newest', limit: size, skipped: rest })
}
