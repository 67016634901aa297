/**
 * The append-only journal: what changed since the snapshot, durable before anyone is told.
 *
 * Whoever waits while an fsync is under way shares the next one.
 *
 * @module
 */
import { open } from 'node:fs/promises'
import type { Change } from '../draft.js'
import { DamagedStore } from './damaged.js'
import { JournalFile } from './journal-file.js'
import { type Line, readLines } from './lines.js'
import { journalLine, readJournalLine } from './records.js'

interface Waiting {
  readonly number: number
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface JournalOptions {
  /** Called at once when a write fails, before anyone is told. */
  readonly onFailure: () => void
}

export class Journal {
  #file: JournalFile
  #number: number
  #durableNumber: number
  #waiting: Waiting[] = []
  /** Work that wants the file to itself. */
  #between: (() => Promise<void>)[] = []
  #isBusy = false
  readonly #onFailure: () => void

  private constructor(file: JournalFile, number: number, { onFailure }: JournalOptions) {
    this.#file = file
    this.#number = number
    this.#durableNumber = number
    this.#onFailure = onFailure
  }

  /** Opens a journal to go on after its good part; whatever stands behind is cut off. */
  static async open(path: string, goodBytes: number, number: number, options: JournalOptions): Promise<Journal> {
    return new Journal(await JournalFile.open(path, goodBytes), number, options)
  }

  /** How much is durable, in bytes. */
  get bytes(): number {
    return this.#file.bytes
  }

  /** Resolves when the changes are on disk. */
  append(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#number += 1
      const number = this.#number
      const first = this.#waiting[0]?.number ?? number
      this.#waiting.push({ number, line: journalLine(number, first, changes), resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves when everything appended so far has been decided on. */
  settled(): Promise<void> {
    return this.#afterBatch(async () => undefined)
  }

  /** Goes on in another, empty file. Records keep their numbers; the answer is that of the last one before. */
  switchTo(path: string): Promise<number> {
    return this.#afterBatch(async () => {
      const before = this.#file
      this.#file = await JournalFile.open(path, 0)
      await before.close()
      return this.#durableNumber
    })
  }

  async close(): Promise<void> {
    await this.settled()
    await this.#file.close()
  }

  /** Runs `work` when all that was appended so far is on disk and nothing is being written. */
  #afterBatch<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => work().then(resolve, reject))
      this.#schedule()
    })
  }

  /** The next turn of the event loop writes, so that all who were just answered can be part of it. */
  #schedule(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    setImmediate(() => void this.#turn())
  }

  async #turn(): Promise<void> {
    const batch = this.#waiting
    const between = this.#between
    this.#waiting = []
    this.#between = []
    if (batch.length > 0) await this.#flush(batch)
    for (const work of between) await work()
    this.#isBusy = false
    if (this.#waiting.length > 0 || this.#between.length > 0) this.#schedule()
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#file.append(Buffer.from(batch.map(({ line }) => line).join('')))
      this.#durableNumber += batch.length
    } catch (error) {
      this.#fail(batch, error)
      return
    }
    for (const { resolve } of batch) resolve()
  }

  /** Nothing that was appended since the last durable record stands, for it may rest on what failed. */
  #fail(batch: readonly Waiting[], error: unknown): void {
    const all = [...batch, ...this.#waiting]
    this.#waiting = []
    this.#number = this.#durableNumber
    this.#onFailure()
    for (const { reject } of all) reject(error)
  }
}

export interface Replay {
  /** Bytes up to the end of the last good record. */
  readonly goodBytes: number
  /** Number of the last good record. */
  readonly number: number
  /** Bytes behind it that were never acknowledged as a whole. */
  readonly tornBytes: number
}

/**
 * Reads a journal up to its first torn record. Records that were to become durable together may be torn, for none of them
 * was acknowledged; a damaged record with a later write behind it was.
 *
 * @param before number of the record before the first
 * @throws {DamagedStore} when acknowledged records are damaged or missing
 */
export async function replayJournal(path: string, before: number, apply: (change: Change) => void): Promise<Replay> {
  const file = await open(path, 'r')
  try {
    let number = before
    let goodBytes = 0
    let torn: { readonly offset: number; end: number } | undefined
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        const { offset } = line
        const record = line.isWhole ? readJournalLine(line) : undefined
        const end = offset + writtenBytes(line)
        if (torn || !record) {
          if (torn && record && record.first > number + 1) {
            throw new DamagedStore(path, torn.offset, 'a record is damaged and there are good ones behind it')
          }
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
    return { goodBytes, number, tornBytes: torn ? torn.end - torn.offset : 0 }
  } finally {
    await file.close()
  }
}

/** How long a line is with its line feed. What has none may be room for more: zeros are not counted. */
function writtenBytes({ chunk, start, end, isWhole }: Line): number {
  if (isWhole) return end - start + 1
  let last = end
  while (last > start && chunk[last - 1] === 0) last -= 1
  return last - start
}
