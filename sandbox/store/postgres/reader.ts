/**
 * Reading one tenant's documents by statements, within a transaction or without one.
 *
 * @module
 */
import type { CollectionName, RangeName } from '../collections.js'
import type { RangeQuery, Reader, Row } from '../store.js'
import { planCount } from './buckets.js'
import { countedCollections, lookupColumn } from './columns.js'
import type { Rows } from './connections.js'
import * as statements from './statements.js'
import { fromText, toPlace, toText } from './text.js'

export interface Source {
  ask(statement: statements.Statement, values: readonly unknown[]): Promise<Rows>
  /** The document as text of type jsonb. */
  get(tenantId: string, collection: CollectionName, id: string): Promise<string | undefined>
  /** From the text of a document to the document. */
  read(collection: CollectionName, id: string, json: string): unknown
}

/** Reads, and claims rows of a range where there is a transaction to hold them. */
export interface ClaimingReader extends Reader {
  claim: Reader['range']
}

export function createReader(tenantId: string, source: Source): ClaimingReader {
  const tenant = toText(tenantId)

  const read = (collection: CollectionName, rows: Rows) =>
    rows.map((row) => source.read(collection, fromText(String(row.id)), String(row.document)))

  async function rowsOf(
    collection: RangeName,
    statement: statements.Statement,
    values: readonly unknown[],
  ): Promise<Row<unknown>[]> {
    const rows = await source.ask(statement, values)
    return rows.map((row) => {
      const id = fromText(String(row.id))
      return { at: Number(row.at), id, document: source.read(collection, id, String(row.document)) }
    })
  }

  const reader: ClaimingReader = {
    get: async (collection, id) => {
      const json = await source.get(tenant, collection, toText(id))
      return json === undefined ? undefined : (source.read(collection, id, json) as never)
    },

    find: async (collection, index, value) => {
      const statement = statements.findDocuments[lookupColumn(collection, index)] as statements.Statement
      return read(collection, await source.ask(statement, [tenant, collection, toText(value)])) as never
    },

    all: async (collection) =>
      read(collection, await source.ask(statements.allDocuments, [tenant, collection])) as never,

    range: async (collection, group, query) => {
      const { statement, ends } = rangeStatement(query)
      return (await rowsOf(collection, statement, [tenant, collection, toText(group), query.limit, ...ends])) as never
    },

    claim: async (collection, group, { limit, from, to }) => {
      const ends = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
      return (await rowsOf(collection, statements.claimRows, [
        tenant,
        collection,
        toText(group),
        limit,
        ...ends,
      ])) as never
    },

    count: async (collection, group, { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = {}) => {
      const about = [tenant, collection, toText(group)]
      if (!countedCollections.has(collection)) {
        return countOf(await source.ask(statements.countRows, [...about, from, to]))
      }
      const { spans, early, late } = planCount(from, to)
      const columns = [spans.map(({ bits }) => bits), spans.map(({ first }) => first), spans.map(({ last }) => last)]
      return countOf(await source.ask(statements.countBuckets, [...about, ...columns, ...early, ...late]))
    },
  }
  return reader
}

/** The end the order begins at is the place to go on from, unless that lies outside the bounds. */
function rangeStatement(query: RangeQuery): { statement: statements.Statement; ends: readonly unknown[] } {
  const { order, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after } = query
  const [begin, end] = order === 'newest' ? [to, from] : [from, to]
  const isAfter = after && (order === 'newest' ? after.at <= begin : after.at >= begin)
  return isAfter
    ? { statement: statements.rangeRows[order].afterPlace, ends: [after.at, end, toPlace(after.id)] }
    : { statement: statements.rangeRows[order].fromInstant, ends: [begin, end] }
}

function countOf([row]: Rows): number {
  return Number(row?.rows ?? 0)
}
