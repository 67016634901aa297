/**
 * How changes are written down: one line each, with a checksum a line can be held against.
 *
 * A journal line is `CRC32 [NUMBER,FIRST,[[tenant,collection,id,document|null],...]]`, one for each transaction. A snapshot
 * line is one element of a JSON array, so that the whole file is JSON too.
 *
 * @module
 */
import { crc32 } from 'node:zlib'
import type { CollectionName } from '../collections.js'
import type { Change } from '../draft.js'
import { type Keys, keysOf, UnreadDocument } from '../unread-document.js'
import type { Line } from './lines.js'

const checksum = (text: string | Uint8Array) => crc32(text).toString(16).padStart(8, '0')

const checksumLength = 8

/** One transaction as a journal line holds it. */
export interface JournalRecord {
  /** Rises by one, so that a missing line is noticed. */
  readonly number: number
  /** Number of the first record that is made durable in the same write: none from there on is acknowledged alone. */
  readonly first: number
  readonly changes: readonly Change[]
}

export function journalLine(number: number, first: number, changes: readonly Change[]): string {
  const written = changes.map(({ tenantId, collection, id, document }) =>
    JSON.stringify([tenantId, collection, id, document ?? null]),
  )
  const text = `[${number},${first},[${written.join(',')}]]`
  return `${checksum(text)} ${text}\n`
}

/** The transaction of a journal line, or `undefined` when the line is damaged. */
export function readJournalLine({ chunk, start, end }: Line): JournalRecord | undefined {
  const from = start + checksumLength + 1
  if (end <= from) return undefined
  const text = chunk.subarray(from, end)
  if (chunk.toString('latin1', start, from) !== `${checksum(text)} `) return undefined
  const [number, first, changes] = JSON.parse(text.toString('utf8')) as [
    number,
    number,
    [string, CollectionName, string, unknown][],
  ]
  return {
    number,
    first,
    changes: changes.map(([tenantId, collection, id, document]) => toChange(tenantId, collection, id, document)),
  }
}

/**
 * One document as a line of a snapshot, with the comma that parts it from the next:
 * `["CRC32",LENGTH,tenant,collection,id,[keys],document]`. The length is that of what stands before the document, in bytes,
 * so that the document need not be read to be placed.
 */
export function snapshotLine({ tenantId, collection, id, document }: Change): string {
  const head = JSON.stringify([tenantId, collection, id, keysOf(collection, document)]).slice(1, -1)
  const body = document instanceof UnreadDocument ? document.text : JSON.stringify(document)
  const text = `${Buffer.byteLength(head)},${head},${body}]`
  return `["${checksum(text)}",${text},\n`
}

const snapshotPrefixLength = '["'.length + checksumLength + '",'.length

/** The first line of a snapshot: which journal goes on from it, and after which record. */
export function snapshotHead(format: number, journal: number, number: number): string {
  const text = `"format":${format},"journal":${journal},"number":${number}`
  return `{${text},"checksum":"${checksum(text)}","documents":[\n`
}

/** What a first line says, or `undefined` when it is damaged. */
export function readSnapshotHead({
  chunk,
  start,
  end,
}: Line): { format: number; journal: number; number: number } | undefined {
  const pattern = /^\{("format":(\d+),"journal":(\d+),"number":(\d+)),"checksum":"([0-9a-f]{8})","documents":\[$/
  const found = pattern.exec(chunk.toString('latin1', start, end))
  if (!found || checksum(found[1] as string) !== found[5]) return undefined
  return { format: Number(found[2]), journal: Number(found[3]), number: Number(found[4]) }
}

/** The document of a snapshot line, or `undefined` when the line is damaged. */
export function readSnapshotLine({ chunk, start, end }: Line): Change | undefined {
  const [from, to] = [start + snapshotPrefixLength, end - 1]
  if (to <= from) return undefined
  const frame = `${chunk.toString('latin1', start, from)}${chunk.toString('latin1', to, end)}`
  if (frame !== `["${checksum(chunk.subarray(from, to))}",,`) return undefined
  const headStart = chunk.indexOf(',', from) + 1
  const headEnd = headStart + Number(chunk.toString('latin1', from, headStart - 1))
  const [tenantId, collection, id, keys] = JSON.parse(`[${chunk.toString('utf8', headStart, headEnd)}]`) as [
    string,
    CollectionName,
    string,
    Keys,
  ]
  return { tenantId, collection, id, keys, document: new UnreadDocument(chunk, headStart, headEnd, to - 1) }
}

function toChange(tenantId: string, collection: CollectionName, id: string, document: unknown): Change {
  return { tenantId, collection, id, document: document ?? undefined }
}
