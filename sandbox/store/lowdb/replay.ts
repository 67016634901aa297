/**
 * Reads journals back, and tells a transaction that never ended from one that was acknowledged and then damaged.
 *
 * A write goes into bytes that are zeros on the disk already. What a kill or a loss of power leaves of it are zeros where it
 * has not arrived, and at least one zero behind it. A damaged record without zeros in it, or a file without one at its
 * end, was altered afterwards.
 *
 * @module
 */
import { open } from 'node:fs/promises'
import { DamagedStore } from './damaged.js'
import { type Line, readLines } from './lines.js'
import {
  type CollectionsByName,
  type JournalChange,
  type JournalRecord,
  readJournalHead,
  readJournalLine,
} from './records.js'

export interface Replay {
  /** The bank it belongs to. */
  readonly bank: string
  /** Bytes of the first line. */
  readonly headBytes: number
  /** Bytes up to the end of the last good record. */
  readonly goodBytes: number
  /** Number of the last good record. */
  readonly number: number
  /** Bytes after it, of transactions that never resolved. */
  readonly tornBytes: number
}

/** What a journal has to go on from. */
export interface GoesOnFrom {
  /** Undefined where an older snapshot does not say. */
  readonly bank: string | undefined
  readonly journal: number
  /** Number of the record before the first. */
  readonly after: number
}

/**
 * Reads a journal up to its first torn record. Records of one write may be torn together, as none of them was
 * acknowledged; a damaged record with a later write after it was acknowledged.
 *
 * @param isLast no journal goes on from it, so that its own end has to show that it was not cut
 * @throws {DamagedStore} when acknowledged records are damaged or missing, or are another bank's
 */
export async function replayJournal(
  path: string,
  from: GoesOnFrom,
  isLast: boolean,
  collections: CollectionsByName,
  apply: (change: JournalChange) => void,
): Promise<Replay> {
  const file = await open(path, 'r')
  try {
    let bank: string | undefined
    let headBytes = 0
    let number = from.after
    let goodBytes = 0
    let torn: { readonly offset: number; end: number } | undefined
    let hasReserve = false
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        const { offset } = line
        if (bank === undefined) {
          bank = bankOf(path, line, from)
          headBytes = goodBytes = line.end - line.start + 1
          continue
        }
        const length = writtenBytes(line)
        hasReserve = offset + length < offset + line.end - line.start
        const unended = line.isWhole ? undefined : readUnended(line, length, collections)
        const record = line.isWhole ? readJournalLine(line, collections) : unended?.record
        const end = unended?.end ?? offset + length
        if (torn || !record) {
          if (torn && record && record.first > number + 1) {
            throw new DamagedStore(path, torn.offset, 'a record is damaged and there are good ones behind it')
          }
          if (!record && line.isWhole && !hasHole(line)) throw new DamagedStore(path, offset, 'a record was altered')
          if (end > offset) torn = { offset: torn?.offset ?? offset, end }
          continue
        }
        if (record.number !== number + 1) {
          throw new DamagedStore(path, offset, `record ${number + 1} is missing, ${record.number} stands in its place`)
        }
        number = record.number
        goodBytes = end
        for (const change of record.changes) apply(change)
      }
    }
    if (bank === undefined) throw new DamagedStore(path, 0, 'it is empty')
    if (isLast && !hasReserve) {
      throw new DamagedStore(path, torn?.end ?? goodBytes, 'the file ends too early: records may be missing')
    }
    return { bank, headBytes, goodBytes, number, tornBytes: torn ? torn.end - torn.offset : 0 }
  } finally {
    await file.close()
  }
}

function bankOf(path: string, line: Line, from: GoesOnFrom): string {
  const head = line.isWhole ? readJournalHead(line) : undefined
  if (!head) throw new DamagedStore(path, 0, 'its first line is not that of a journal')
  if (from.bank !== undefined && head.bank !== from.bank) {
    throw new DamagedStore(path, 0, 'it is the journal of another bank')
  }
  if (head.journal !== from.journal || head.after !== from.after) {
    throw new DamagedStore(path, 0, `it goes on from record ${head.after}, and what is before it ends at ${from.after}`)
  }
  return head.bank
}

/** Length of a line with its line feed. A line without one may end in reserved zeros, which are not counted. */
function writtenBytes({ chunk, start, end, isWhole }: Line): number {
  if (isWhole) return end - start + 1
  let last = end
  while (last > start && chunk[last - 1] === 0) last -= 1
  return last - start
}

/** A last record whose line feed alone is damaged, and where the line feed ends. */
function readUnended(
  line: Line,
  length: number,
  collections: CollectionsByName,
): { readonly record: JournalRecord; readonly end: number } | undefined {
  for (const bytes of [length, length - 1]) {
    const record = readJournalLine({ ...line, end: line.start + bytes }, collections)
    if (record) return { record, end: line.offset + bytes + 1 }
  }
  return undefined
}

/** True for a line in which bytes never arrived. One zero alone is an altered byte: none is left out in the middle. */
function hasHole({ chunk, start, end }: Line): boolean {
  const hole = chunk.indexOf('\0\0', start, 'latin1')
  return hole !== -1 && hole < end
}
