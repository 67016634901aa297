/**
 * Where a page of transactions begins. A page is known by its number, counted from 1, or by a cursor, which names a row it
 * begins after: that stays right while rows are added. TPPs follow links and need not understand either.
 *
 * @module
 */
import { isPageNumber } from './list-answer.js'

/** The place of a row in the order of all rows: newest first; at one instant by source, then in the order of the source. */
export interface RowPlace {
  readonly at: number
  /** Where the row is from: an account, and which of its entries. */
  readonly source: string
  readonly id: string
}

export type PagePlace =
  | { readonly kind: 'number'; readonly number: number }
  /** The rows older than a row, or those newer than it. */
  | { readonly kind: 'older' | 'newer'; readonly than: RowPlace }
  /** The oldest rows, so many. */
  | { readonly kind: 'oldest'; readonly count: number }

/** As it stands in a link. */
export function writePlace(place: PagePlace): string {
  if (place.kind === 'number') return String(place.number)
  const parts =
    place.kind === 'oldest' ? [place.kind, place.count] : [place.kind, place.than.at, place.than.source, place.than.id]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** What `page` says; page 1 when nothing was sent, `undefined` for what is neither a number nor a cursor of this bank. */
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
