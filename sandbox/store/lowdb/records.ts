/**
 * How changes are written down: one line each, with a checksum a line can be held against.
 *
 * A journal line is `CRC32 [NUMBER,[[tenant,collection,id,document|null],...]]`, one for each transaction. A snapshot line is
 * one element of a JSON array, so that the whole file is JSON too.
 *
 * @module
 */
import { crc32 } from 'node:zlib'
import type { CollectionName } from '../collections.js'
import type { Change } from '../draft.js'
import { type Keys, keysOf, UnreadDocument } from '../unread-document.js'

const checksum = (text: string | Uint8Array) => crc32(text).toString(16).padStart(8, '0')

const checksumLength = 8

/** One transaction as a journal line. Numbers rise by one, so that a missing line is noticed. */
export function journalLine(number: number, changes: readonly Change[]): string {
  const written = changes.map(({ tenantId, collection, id, document }) =>
    JSON.stringify([tenantId, collection, id, document ?? null]),
  )
  const text = `[${number},[${written.join(',')}]]`
  return `${checksum(text)} ${text}\n`
}

/** The transaction of a journal line, or `undefined` when the line is damaged. `line` is without its line feed. */
export function readJournalLine(
  line: Buffer,
): { readonly number: number; readonly changes: readonly Change[] } | undefined {
  const text = line.subarray(checksumLength + 1)
  if (text.length === 0 || line.toString('latin1', 0, checksumLength + 1) !== `${checksum(text)} `) return undefined
  const [number, changes] = JSON.parse(text.toString('utf8')) as [number, [string, CollectionName, string, unknown][]]
  return {
    number,
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

/** What a first line says, or `undefined` when it is damaged. `line` is without its line feed. */
export function readSnapshotHead(line: Buffer): { format: number; journal: number; number: number } | undefined {
  const pattern = /^\{("format":(\d+),"journal":(\d+),"number":(\d+)),"checksum":"([0-9a-f]{8})","documents":\[$/
  const found = pattern.exec(line.toString('latin1'))
  if (!found || checksum(found[1] as string) !== found[5]) return undefined
  return { format: Number(found[2]), journal: Number(found[3]), number: Number(found[4]) }
}

/** The document of a snapshot line, or `undefined` when the line is damaged. `line` is without its line feed. */
export function readSnapshotLine(line: Buffer): Change | undefined {
  const text = line.subarray(snapshotPrefixLength, line.length - 1)
  const frame = `${line.toString('latin1', 0, snapshotPrefixLength)}${line.toString('latin1', line.length - 1)}`
  if (text.length === 0 || frame !== `["${checksum(text)}",,`) return undefined
  const headStart = text.indexOf(',') + 1
  const headEnd = headStart + Number(text.toString('latin1', 0, headStart - 1))
  const [tenantId, collection, id, keys] = JSON.parse(`[${text.toString('utf8', headStart, headEnd)}]`) as [
    string,
    CollectionName,
    string,
    Keys,
  ]
  const document = new UnreadDocument(text.toString('utf8', headEnd + 1, text.length - 1), keys)
  return { tenantId, collection, id, document }
}

function toChange(tenantId: string, collection: CollectionName, id: string, document: unknown): Change {
  return { tenantId, collection, id, document: document ?? undefined }
}
