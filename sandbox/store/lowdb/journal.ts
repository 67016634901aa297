/**
 * The append-only journal: what changed since the snapshot, durable before anyone is told.
 *
 * Whoever waits while an fsync is under way shares the next one.
 *
 * @module
 */
import { type FileHandle, open } from 'node:fs/promises'
import type { Change } from '../draft.js'
import { DamagedStore } from './damaged.js'
import { readLines } from './lines.js'
import { journalLine, readJournalLine } from './records.js'

interface Waiting {
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface JournalOptions {
  /** Called at once when a write fails, before anyone is told. */
  readonly onFailure: () => void
}

export class Journal {
  #file: FileHandle
  /** Bytes that are durable; what stands behind them in the file is not. */
  #durableBytes: number
  #number: number
  #durableNumber: number
  #waiting: Waiting[] = []
  /** Work that wants the file to itself. */
  #between: (() => Promise<void>)[] = []
  #isBusy = false
  /** A write failed: the file may be longer than what is durable. */
  #isTorn = false
  readonly #onFailure: () => void

  private constructor(file: FileHandle, durableBytes: number, number: number, { onFailure }: JournalOptions) {
    this.#file = file
    this.#durableBytes = durableBytes
    this.#number = number
    this.#durableNumber = number
    this.#onFailure = onFailure
  }

  /** Opens a journal to go on after its good part; whatever stands behind is cut off. */
  static async open(path: string, goodBytes: number, number: number, options: JournalOptions): Promise<Journal> {
    const file = await open(path, goodBytes === 0 ? 'w+' : 'r+')
    await file.truncate(goodBytes)
    await file.sync()
    return new Journal(file, goodBytes, number, options)
  }

  /** Size of the file, in bytes. */
  get bytes(): number {
    return this.#durableBytes
  }

  /** Resolves when the changes are on disk. */
  append(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#number += 1
      this.#waiting.push({ line: journalLine(this.#number, changes), resolve, reject })
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
      const file = await open(path, 'w+')
      await file.sync()
      const before = this.#file
      this.#file = file
      this.#durableBytes = 0
      this.#isTorn = false
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
      if (this.#isTorn) await this.#file.truncate(this.#durableBytes)
      this.#isTorn = true
      const bytes = Buffer.from(batch.map(({ line }) => line).join(''))
      await writeAll(this.#file, bytes, this.#durableBytes)
      await this.#file.datasync()
      this.#durableBytes += bytes.length
      this.#durableNumber += batch.length
      this.#isTorn = false
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

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
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
 * Reads a journal up to its first torn record. The last record may be torn, for it was never acknowledged; a damaged record
 * with good ones behind it was.
 *
 * @param before number of the record before the first; `undefined` takes whatever the first has
 * @throws {DamagedStore} when acknowledged records are damaged or missing
 */
export async function replayJournal(
  path: string,
  before: number | undefined,
  apply: (change: Change) => void,
): Promise<Replay> {
  const file = await open(path, 'r')
  try {
    let number = before
    let goodBytes = 0
    let torn: { offset: number; bytes: number } | undefined
    for await (const lines of readLines(file)) {
      for (const { bytes, offset, isWhole } of lines) {
        const record = isWhole ? readJournalLine(bytes) : undefined
        if (!record) {
          torn ??= { offset, bytes: 0 }
          torn.bytes = offset + bytes.length + (isWhole ? 1 : 0) - torn.offset
          continue
        }
        if (torn) throw new DamagedStore(path, torn.offset, 'a record is damaged and there are good ones behind it')
        if (number !== undefined && record.number !== number + 1) {
          throw new DamagedStore(path, offset, `record ${number + 1} is missing, ${record.number} stands in its place`)
        }
        number = record.number
        goodBytes = offset + bytes.length + 1
        for (const change of record.changes) apply(change)
      }
    }
    return { goodBytes, number: number ?? 0, tornBytes: torn?.bytes ?? 0 }
  } finally {
    await file.close()
  }
}
