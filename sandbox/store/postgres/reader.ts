/**
 * Reading one tenant's documents by statements, within a transaction or without one.
 *
 * @module
 */
import { type AnyCollection, type AnyRangedCollection, isCounted } from '../collection.js'
import type { DraftReader, Found } from '../draft.js'
import type { RangeQuery, Reader, Row, SumBounds } from '../store.js'
import { planCount } from './buckets.js'
import type { Rows } from './connections.js'
import type { Layout } from './layout.js'
import * as statements from './statements.js'
import { fromText, toPlace, toText } from './text.js'

export interface Source {
  ask(statement: statements.Statement, values: readonly unknown[]): Promise<Rows>
  /** The document as text of type jsonb. */
  get(tenantId: string, collection: AnyCollection, id: string): Promise<string | undefined>
  /** From the text of a document to the document. */
  read(collection: AnyCollection, id: string, json: string): unknown
}

/** Reads, and claims rows of a range within a transaction. */
export interface ClaimingReader extends DraftReader {
  claim: Reader['range']
}

export function createReader(tenantId: string, source: Source, layout: Layout): ClaimingReader {
  const tenant = toText(tenantId)

  const read = (collection: AnyCollection, rows: Rows) =>
    rows.map((row) => source.read(collection, fromText(String(row.id)), String(row.document)))

  async function rowsOf(
    collection: AnyRangedCollection,
    statement: statements.Statement,
    values: readonly unknown[],
  ): Promise<Row<unknown>[]> {
    const rows = await source.ask(statement, values)
    return rows.map((row) => {
      const id = fromText(String(row.id))
      return { at: Number(row.at), id, document: source.read(collection, id, String(row.document)) }
    })
  }

  async function found(collection: AnyCollection, index: string, value: string): Promise<Found<unknown>[]> {
    const statement = statements.findDocuments(layout.lookup(collection, index))
    const rows = await source.ask(statement, [tenant, collection.name, toText(value)])
    const documents = rows.map((row) => {
      const id = fromText(String(row.id))
      return { sortedBy: String(row.id), id, document: source.read(collection, id, String(row.document)) }
    })
    return documents.sort((a, b) => (a.sortedBy < b.sortedBy ? -1 : 1))
  }

  /** Sums of a group by one statement, which sees them at one moment. */
  async function totals(
    collection: AnyRangedCollection,
    group: string,
    names: readonly string[],
    { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, through }: SumBounds,
  ): Promise<readonly number[]> {
    const columns = names.map((name) => layout.sum(collection, name))
    const isPlace = through !== undefined && through.at <= to
    const statement = statements.sumBuckets(columns, isPlace ? 'place' : 'instant')
    const values = [
      ...[tenant, collection.name, toText(group), ...bucketValues(from, isPlace ? through.at : to)],
      ...(isPlace ? [toPlace(through.id)] : []),
    ]
    const [row] = await source.ask(statement, values)
    return names.map((_, index) => Number(row?.[`total_${index + 1}`] ?? 0))
  }

  const reader: ClaimingReader = {
    get: async (collection, id) => {
      const json = await source.get(tenant, collection, toText(id))
      return json === undefined ? undefined : (source.read(collection, id, json) as never)
    },

    find: async (collection, index, value) =>
      (await found(collection, index, value)).map(({ document }) => document) as never,

    found: (collection, index, value) => found(collection, index, value) as never,

    all: async (collection) =>
      read(collection, await source.ask(statements.allDocuments, [tenant, collection.name])) as never,

    range: async (collection, group, query) => {
      const { statement, ends } = rangeStatement(query)
      return (await rowsOf(collection, statement, [
        tenant,
        collection.name,
        toText(group),
        query.limit,
        ...ends,
      ])) as never
    },

    claim: async (collection, group, { limit, from, to }) => {
      const ends = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
      return (await rowsOf(collection, statements.claimRows, [
        tenant,
        collection.name,
        toText(group),
        limit,
        ...ends,
      ])) as never
    },

    count: async (collection, group, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = {}) => {
      const about = [tenant, collection.name, toText(group)]
      if (!isCounted(collection)) {
        return totalOf(await source.ask(statements.countRows, [...about, from, to]))
      }
      const [row] = await source.ask(statements.countBuckets, [...about, ...bucketValues(from, to)])
      return Number(row?.total_1 ?? 0)
    },

    sum: async (collection, group, name, bounds = {}) => (await totals(collection, group, [name], bounds))[0] ?? 0,

    sums: (collection, group, names, bounds = {}) => totals(collection, group, names, bounds),
  }
  return reader
}

/** Starts at the place `after`, unless it lies outside the bounds. */
function rangeStatement(query: RangeQuery): { statement: statements.Statement; ends: readonly unknown[] } {
  const { order, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after } = query
  const [begin, end] = order === 'newest' ? [to, from] : [from, to]
  const isAfter = after && (order === 'newest' ? after.at <= begin : after.at >= begin)
  return isAfter
    ? { statement: statements.rangeRows[order].afterPlace, ends: [after.at, end, toPlace(after.id)] }
    : { statement: statements.rangeRows[order].fromInstant, ends: [begin, end] }
}

/** The buckets and the ends between two instants, as the statements take them. */
function bucketValues(from: number, to: number): readonly unknown[] {
  const { spans, early, late } = planCount(from, to)
  const columns = [spans.map(({ bits }) => bits), spans.map(({ first }) => first), spans.map(({ last }) => last)]
  return [...columns, ...early, ...late]
}

function totalOf([row]: Rows): number {
  return Number(row?.total ?? 0)
}
