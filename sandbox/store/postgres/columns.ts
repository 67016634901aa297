/**
 * The column values of a document: what it is found and ordered by.
 *
 * @module
 */
import { indexesOf, isCounted, rangeOf, sumsOf } from '../collection.js'
import type { Change } from '../draft.js'
import type { Layout } from './layout.js'
import { toJson, toPlace, toText } from './text.js'

/** The documents to put, as JSON for the statement, in a fixed order; `undefined` if there are none. */
export function toPutRows(changes: readonly Change[], layout: Layout): string | undefined {
  const rows = changes.filter(({ document }) => document !== undefined).map((change) => toRow(change, layout))
  if (rows.length === 0) return undefined
  return toJson(rows.sort((a, b) => compare(sortKey(a), sortKey(b))))
}

/** Collections and ids of the documents to delete; `undefined` if there are none. */
export function toDeleteColumns(
  changes: readonly Change[],
): readonly [readonly string[], readonly string[]] | undefined {
  const gone = changes.filter(({ document }) => document === undefined)
  if (gone.length === 0) return undefined
  const keys = gone
    .map(({ collection, id }) => [collection.name, toText(id)] as const)
    .sort((a, b) => compare(a[1], b[1]))
  return [keys.map(([collection]) => collection), keys.map(([, id]) => id)]
}

interface PutRow {
  readonly collection: string
  readonly id: string
  readonly document: unknown
  readonly range_group?: string
  readonly at?: number
  readonly place?: string
  readonly counted?: boolean
  /** `lookup_N` and `sum_N`. */
  readonly [column: string]: unknown
}

function toRow({ collection, id, document }: Change, layout: Layout): PutRow {
  const rule = rangeOf(collection)
  const columns: Record<string, unknown> = {}
  for (const [name, extract] of Object.entries(indexesOf(collection))) {
    columns[`lookup_${layout.lookup(collection, name)}`] = extract(document)
  }
  for (const [name, extract] of Object.entries(sumsOf(collection))) {
    columns[`sum_${layout.sum(collection, name)}`] = extract(document)
  }
  const range = rule && {
    range_group: rule.group(document),
    at: rule.at(document),
    place: toPlace(id).toString('hex'),
    counted: isCounted(collection),
  }
  return { collection: collection.name, id, document, ...columns, ...range }
}

/** Sorted by group, so that transactions update the counts of groups in the same order. */
const sortKey = ({ collection, range_group = '', id }: PutRow) => [collection, range_group, id].map(toText).join('\0')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
