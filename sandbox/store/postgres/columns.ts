/**
 * What stands beside a document in its row: the values it is found and ordered by.
 *
 * @module
 */
import { type CollectionName, indexesOf, type RangeName, rangeOf } from '../collections.js'
import type { Change } from '../draft.js'
import { toJson, toPlace, toText } from './text.js'

/** How many index rules a collection may have: the columns there are. Another one takes a migration. */
export const lookupColumns = 2

/**
 * Collections whose rows are counted as they come and go, because their history grows. Others, such as due work, which is
 * deleted when it is done, are counted when somebody asks.
 */
export const countedCollections: ReadonlySet<RangeName> = new Set(['transactions'])

/** The column of an index, from 0. */
export function lookupColumn(collection: CollectionName, index: string): number {
  const column = Object.keys(indexesOf(collection)).indexOf(index)
  if (column === -1 || column >= lookupColumns) throw new Error(`${collection} has no column for index ${index}`)
  return column
}

/** The documents that are put, as the statement takes them, in an order that is the same for all; `undefined` if none is. */
export function toPutRows(changes: readonly Change[]): string | undefined {
  const rows = changes.filter(({ document }) => document !== undefined).map(toRow)
  if (rows.length === 0) return undefined
  return toJson(rows.sort((a, b) => compare(sortKey(a), sortKey(b))))
}

/** Collections and ids of the documents that are deleted; `undefined` if none is. */
export function toDeleteColumns(
  changes: readonly Change[],
): readonly [readonly string[], readonly string[]] | undefined {
  const gone = changes.filter(({ document }) => document === undefined)
  if (gone.length === 0) return undefined
  const keys = gone.map(({ collection, id }) => [collection, toText(id)] as const).sort((a, b) => compare(a[1], b[1]))
  return [keys.map(([collection]) => collection), keys.map(([, id]) => id)]
}

interface PutRow {
  readonly collection: string
  readonly id: string
  readonly document: unknown
  readonly lookup_1?: string | undefined
  readonly lookup_2?: string | undefined
  readonly range_group?: string
  readonly at?: number
  readonly place?: string
  readonly counted?: boolean
}

function toRow({ collection, id, document }: Change): PutRow {
  const [lookup_1, lookup_2] = Object.values(indexesOf(collection)).map((extract) => extract(document))
  const rule = rangeOf(collection)
  const range = rule && {
    range_group: rule.group(document),
    at: rule.at(document),
    place: toPlace(id).toString('hex'),
    counted: countedCollections.has(collection as RangeName),
  }
  return { collection, id, document, lookup_1, lookup_2, ...range }
}

/** Groups together: two transactions that count rows of the same groups do so in the same order. */
const sortKey = ({ collection, range_group = '', id }: PutRow) => [collection, range_group, id].map(toText).join('\0')

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
