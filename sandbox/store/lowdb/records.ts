/**
 * The format of changes on disk: one line each, with a checksum.
 *
 * A journal line is `CRC32 [NUMBER,FIRST,[[tenant,collection,id,document|null],...]]`, one for each transaction. Where a change
 * leaves most fields of a document as they are, it is `[tenant,collection,id,fields,"fields"]`: those that it sets. A snapshot
 * line is one element of a JSON array, so that the whole file is JSON too.
 *
 * @module
 */
import { crc32 } from 'node:zlib'
import {
  type AnyCollection,
  type Keys,
  keyRulesOf,
  UnreadDocument,
  UpgradedDocument,
  collection as unindexed,
  upgraded,
} from '../collection.js'
import { keysBy } from '../documents.js'
import type { Change } from '../draft.js'
import type { Committed } from '../memory-store.js'
import type { Line } from './lines.js'

const checksum = (text: string | Uint8Array) => crc32(text).toString(16).padStart(8, '0')

const checksumLength = 8

/** The known collections, by name. Stored documents of others stay as they are, and are found by id alone. */
export type CollectionsByName = ReadonlyMap<string, AnyCollection>

const named = (collections: CollectionsByName, name: string): AnyCollection =>
  collections.get(name) ?? unindexed<never>(name)

/** One transaction, as in a journal line. */
export interface JournalRecord {
  /** Increases by one, so that a missing line is noticed. */
  readonly number: number
  /** Number of the first record of the same write. The records of one write are acknowledged together. */
  readonly first: number
  readonly changes: readonly JournalChange[]
}

/** A change as it was read; `document` may be the fields alone that it sets in the document before it. */
export interface JournalChange extends Change {
  readonly isOfFields: boolean
}

/** The first line of a journal: which bank it belongs to, and what it goes on from. */
export interface JournalHead {
  /** Made with the folder; the snapshot has the same. */
  readonly bank: string
  readonly journal: number
  /** Number of the last record before it. */
  readonly after: number
}

export function journalHead({ bank, journal, after }: JournalHead): string {
  const text = JSON.stringify({ bank, journal, after })
  return `${checksum(text)} ${text}\n`
}

/** Reads the first line of a journal; `undefined` when it is damaged or is none. */
export function readJournalHead({ chunk, start, end }: Line): JournalHead | undefined {
  const found = /^([0-9a-f]{8}) (\{.*\})$/.exec(chunk.toString('utf8', start, end))
  return found && checksum(found[2] as string) === found[1]
    ? (JSON.parse(found[2] as string) as JournalHead)
    : undefined
}

/** A journal line without its checksum. */
export function journalText(number: number, first: number, changes: readonly Committed[]): string {
  const written = changes.map(({ tenantId, collection, id, document, before }) => {
    const fields = fieldsSet(before, document)
    return fields
      ? [tenantId, collection.name, id, fields, 'fields']
      : [tenantId, collection.name, id, document ?? null]
  })
  return JSON.stringify([number, first, written])
}

/**
 * The fields in which a document differs from the one before it, where they are few and none is gone. Each has its whole value,
 * so that it may be set more than once: a snapshot can have a document as it was later (decision 0137).
 */
function fieldsSet(before: unknown, document: unknown): Readonly<Record<string, unknown>> | undefined {
  if (document === undefined || before === undefined || before instanceof UnreadDocument) return undefined
  if (Array.isArray(document)) return undefined
  const [was, is] = [before as Readonly<Record<string, unknown>>, document as Readonly<Record<string, unknown>>]
  const fields: Record<string, unknown> = {}
  let [set, same] = [0, 0]
  for (const name in is) {
    const value = is[name]
    if (value === was[name]) same += 1
    else if (value === undefined) return undefined
    else {
      fields[name] = value
      set += 1
    }
  }
  if (set >= same) return undefined
  for (const name in was) if (!(name in is)) return undefined
  return fields
}

/** A document after some of its fields were set. */
export const withFields = (collection: AnyCollection, before: unknown, fields: unknown): unknown =>
  upgraded(collection, Object.assign({}, before, fields))

/** Lines of a journal as the bytes of one write: the texts are put into bytes once, and counted there. */
export function journalLines(texts: readonly string[]): Buffer {
  const frame = checksumLength + ' \n'.length
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text) + frame, 0))
  let at = 0
  for (const text of texts) {
    const start = at + checksumLength + 1
    const end = start + bytes.write(text, start)
    bytes.write(`${checksum(bytes.subarray(start, end))} `, at)
    at = end + bytes.write('\n', end)
  }
  return bytes
}

/** The transaction of a journal line, or `undefined` when the line is damaged. */
export function readJournalLine(
  { chunk, start, end }: Line,
  collections: CollectionsByName,
): JournalRecord | undefined {
  const from = start + checksumLength + 1
  if (end <= from) return undefined
  const text = chunk.subarray(from, end)
  if (chunk.toString('latin1', start, from) !== `${checksum(text)} `) return undefined
  const [number, first, changes] = JSON.parse(text.toString('utf8')) as [
    number,
    number,
    [string, string, string, unknown, 'fields'?][],
  ]
  return {
    number,
    first,
    changes: changes.map(([tenantId, name, id, document, mark]) => {
      const collection = named(collections, name)
      if (mark) return { tenantId, collection, id, document, isOfFields: true }
      const whole = document === null ? undefined : upgraded(collection, document)
      return { tenantId, collection, id, document: whole, isOfFields: false }
    }),
  }
}

/**
 * One document as a line of a snapshot, with the comma before the next:
 * `["CRC32",LENGTH,tenant,collection,id,[keys],document]`. The length is that of the part before the document, in
 * bytes, so that the document need not be parsed to be indexed.
 */
export function snapshotLine({ tenantId, collection, id, document }: Change): string {
  const head = JSON.stringify([tenantId, collection.name, id, keysBy(keyRulesOf(collection), document)]).slice(1, -1)
  const body = document instanceof UnreadDocument ? document.text : JSON.stringify(document)
  const text = `${Buffer.byteLength(head)},${head},${body}]`
  return `["${checksum(text)}",${text},\n`
}

const snapshotPrefixLength = '["'.length + checksumLength + '",'.length

/** Writes the first line of a snapshot. */
export interface SnapshotHead {
  readonly format: number
  /** The journal that continues from the snapshot, and the number of the last record before it. */
  readonly journal: number
  readonly number: number
  /** For each collection the names of its keys, see `keyNames`. Absent before format 2. */
  readonly keys?: Readonly<Record<string, readonly string[]>>
  /** The bank its journals belong to. Absent before format 3. */
  readonly bank?: string
}

/** Writes the first line of a snapshot. */
export function snapshotHead({ format, journal, number, keys, bank }: Required<SnapshotHead>): string {
  const text = `"format":${format},"journal":${journal},"number":${number},"keys":${JSON.stringify(keys)},"bank":${JSON.stringify(bank)}`
  return `{${text},"checksum":"${checksum(text)}","documents":[\n`
}

/** Reads the first line of a snapshot; `undefined` when it is damaged. */
export function readSnapshotHead({ chunk, start, end }: Line): SnapshotHead | undefined {
  const found = /^\{("format":.*),"checksum":"([0-9a-f]{8})","documents":\[$/.exec(chunk.toString('utf8', start, end))
  if (!found || checksum(found[1] as string) !== found[2]) return undefined
  return JSON.parse(`{${found[1]}}`) as SnapshotHead
}

/**
 * The document of a snapshot line, or `undefined` when the line is damaged.
 *
 * @param current names of the collections whose keys were made by the current rules
 */
export function readSnapshotLine(
  { chunk, start, end }: Line,
  collections: CollectionsByName,
  current: ReadonlySet<string>,
): Change | undefined {
  const [from, to] = [start + snapshotPrefixLength, end - 1]
  if (to <= from) return undefined
  const frame = `${chunk.toString('latin1', start, from)}${chunk.toString('latin1', to, end)}`
  if (frame !== `["${checksum(chunk.subarray(from, to))}",,`) return undefined
  const headStart = chunk.indexOf(',', from) + 1
  const headEnd = headStart + Number(chunk.toString('latin1', from, headStart - 1))
  const [tenantId, name, id, keys] = JSON.parse(`[${chunk.toString('utf8', headStart, headEnd)}]`) as [
    string,
    string,
    string,
    Keys,
  ]
  const collection = named(collections, name)
  const place = [chunk, headStart, headEnd, to - 1, current.has(name)] as const
  const document = collection.upgrade ? new UpgradedDocument(collection, ...place) : new UnreadDocument(...place)
  return { tenantId, collection, id, keys, document }
}
