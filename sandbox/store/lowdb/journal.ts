/**
 * The append-only journal: what changed since the snapshot, durable before a transaction resolves.
 *
 * Transactions that arrive during an fsync share the next one.
 *
 * @module
 */
import { type FileHandle, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Committed } from '../memory-store.js'
import type { Lock } from './lock.js'
import { privateFile } from './private-files.js'
import { type JournalHead, journalHead, journalLines, journalText } from './records.js'
import type { Replay } from './replay.js'
import { syncFolder } from './snapshot.js'

/** Zeros reserved at the end of the file in one write, in bytes: as many as the file has, within these limits. */
const minReserveBytes = 64 * 1024
const maxReserveBytes = 1024 * 1024

/** Bytes that are allocated but not written are zeros, and acknowledged records always have one behind them: see `replay.ts`. */
class JournalFile {
  readonly #file: FileHandle
  readonly #headBytes: number
  /** Bytes that are durable; what follows is reserved, or never became durable. */
  #bytes: number
  /** Length of the file; always more than the durable bytes. */
  #length: number
  /** A write is under way, or failed and could not be cut off: what follows the durable bytes is unknown. */
  #isTorn = false

  private constructor(file: FileHandle, headBytes: number, bytes: number) {
    this.#file = file
    this.#headBytes = headBytes
    this.#bytes = bytes
    this.#length = bytes + 1
  }

  /** Makes a journal with its first line, durable before the file is there under its name. */
  static async create(path: string, head: JournalHead): Promise<JournalFile> {
    const temporary = `${path}.tmp`
    const file = await privateFile(temporary, 'w+')
    try {
      const bytes = Buffer.from(`${journalHead(head)}\0`)
      await writeAll(file, bytes, 0)
      await file.sync()
      await rename(temporary, path)
      await syncFolder(dirname(path))
      return new JournalFile(file, bytes.length - 1, bytes.length - 1)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Opens a file to append after its good part; what follows is truncated. */
  static async open(path: string, { headBytes, goodBytes }: Replay): Promise<JournalFile> {
    const file = await privateFile(path, 'r+')
    // a last record that is whole but for its line feed is good too
    await writeAll(file, Buffer.from('\n'), goodBytes - 1)
    await file.truncate(goodBytes)
    await file.truncate(goodBytes + 1)
    await file.sync()
    return new JournalFile(file, headBytes, goodBytes)
  }

  /** Durable bytes of records. */
  get bytes(): number {
    return this.#bytes - this.#headBytes
  }

  /** Resolves when the bytes are on disk. When it rejects, they are not there. One call at a time. */
  async append(bytes: Buffer): Promise<void> {
    if (this.#isTorn) await this.#cut()
    this.#isTorn = true
    const end = this.#bytes + bytes.length
    try {
      if (end >= this.#length) await this.#reserve(end)
      await writeAll(this.#file, bytes, this.#bytes)
      await this.#file.datasync()
    } catch (error) {
      await this.#cut().catch(() => undefined)
      throw error
    }
    this.#bytes = end
    this.#isTorn = false
  }

  /** Closes the file, with one of the reserved bytes that were not used. */
  async close(): Promise<void> {
    if (this.#length > this.#bytes + 1 || this.#isTorn) await this.#cut()
    await this.#file.close()
  }

  async #cut(): Promise<void> {
    await this.#file.truncate(this.#bytes)
    await this.#file.truncate(this.#bytes + 1)
    this.#length = this.#bytes + 1
    this.#isTorn = false
  }

  /**
   * Makes the file longer than what is about to be written, and durably so: a file that ends without a zero was cut.
   * Reserving much may fail on a full disk where the write itself fits.
   */
  async #reserve(end: number): Promise<void> {
    const reserved = Math.min(Math.max(end, minReserveBytes), maxReserveBytes)
    try {
      await writeAll(this.#file, Buffer.alloc(reserved), end)
      this.#length = end + reserved
    } catch {
      await this.#file.truncate(end + 1)
      this.#length = end + 1
    }
    await this.#file.datasync()
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

interface Waiting {
  readonly number: number
  readonly text: string
  /** How many documents it deletes. */
  readonly deleted: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface JournalOptions {
  /** Called when a write fails, before its transactions reject. */
  readonly onFailure: () => void
  /** The folder is asked whether it is still ours before what is durable is acknowledged. */
  readonly lock: Pick<Lock, 'check'>
  /** Called after a write, once there are so many bytes or deletions that a snapshot may be smaller. */
  readonly onLarge: () => void
  readonly large: { readonly bytes: number; readonly deleted: number }
}

export class Journal {
  #file: JournalFile
  #number: number
  #durableNumber: number
  #waiting: Waiting[] = []
  /** Work that runs when nothing is being written. */
  #between: (() => Promise<void>)[] = []
  #isBusy = false
  #deleted = 0
  readonly #bank: string
  readonly #options: JournalOptions

  private constructor(file: JournalFile, bank: string, number: number, options: JournalOptions) {
    this.#file = file
    this.#bank = bank
    this.#number = number
    this.#durableNumber = number
    this.#options = options
  }

  /** Makes the first journal of a bank. */
  static async create(path: string, bank: string, options: JournalOptions): Promise<Journal> {
    return new Journal(await JournalFile.create(path, { bank, journal: 1, after: 0 }), bank, 0, options)
  }

  /** Opens a journal to append after its good part; what follows is truncated. */
  static async open(path: string, replay: Replay, options: JournalOptions): Promise<Journal> {
    return new Journal(await JournalFile.open(path, replay), replay.bank, replay.number, options)
  }

  /** Durable bytes of records. */
  get bytes(): number {
    return this.#file.bytes
  }

  /** How many documents its records have deleted: they take up space here, or in the snapshot. */
  get deleted(): number {
    return this.#deleted
  }

  /** Resolves when the changes are on disk. */
  append(changes: readonly Committed[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#number += 1
      const number = this.#number
      const first = this.#waiting[0]?.number ?? number
      let deleted = 0
      for (const { document } of changes) if (document === undefined) deleted += 1
      this.#waiting.push({ number, text: journalText(number, first, changes), deleted, resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves when everything appended so far is on disk or has failed. */
  settled(): Promise<void> {
    return this.#afterBatch(async () => undefined)
  }

  /** Continues in a new file. Numbers go on; resolves with the number of the last record of the old file. */
  switchTo(path: string, journal: number): Promise<number> {
    return this.#afterBatch(async () => {
      const before = this.#file
      this.#file = await JournalFile.create(path, { bank: this.#bank, journal, after: this.#durableNumber })
      this.#deleted = 0
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

  /** Writes in the next iteration of the event loop, so that callers resolved in this one can be in the batch. */
  #schedule(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    setImmediate(() => void this.#writeBatch())
  }

  async #writeBatch(): Promise<void> {
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
      await this.#file.append(journalLines(batch.map(({ text }) => text)))
      await this.#options.lock.check()
      this.#durableNumber += batch.length
    } catch (error) {
      this.#fail(batch, error)
      return
    }
    for (const { deleted, resolve } of batch) {
      this.#deleted += deleted
      resolve()
    }
    const { large, onLarge } = this.#options
    if (this.bytes >= large.bytes || this.#deleted > large.deleted) onLarge()
  }

  /** Rejects everything appended since the last durable record, as it may depend on what failed. */
  #fail(batch: readonly Waiting[], error: unknown): void {
    const all = [...batch, ...this.#waiting]
    this.#waiting = []
    this.#number = this.#durableNumber
    this.#options.onFailure()
    for (const { reject } of all) reject(error)
  }
}
