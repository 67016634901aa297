/**
 * The snapshot: the lowdb document on disk, JSON that a person can open, one stored document a line.
 *
 * @module
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import { keyNames } from '../collection.js'
import type { Change } from '../draft.js'
import { DamagedStore } from './damaged.js'
import { type Line, readLines } from './lines.js'
import { privateFile } from './private-files.js'
import {
  type CollectionsByName,
  readSnapshotHead,
  readSnapshotLine,
  type SnapshotHead,
  snapshotHead,
  snapshotLine,
} from './records.js'

/** What the file holds. */
export interface Snapshot {
  /** The journal that continues from this snapshot. */
  readonly journal: number
  /** Number of the last record before it. */
  readonly number: number
  /** The bank its journals belong to. Absent in a file of format 1 or 2. */
  readonly bank?: string | undefined
  readonly documents: Iterable<Change>
}

/** Documents written per iteration of the event loop: about a millisecond's work. */
const documentsPerIteration = 500

/**
 * Version 2 names the keys of each collection, version 3 the bank. Older ones can be read too: keys are computed again, and
 * the journal says which bank it is.
 */
const formatVersion = 3

export class SnapshotFile implements Adapter<Snapshot> {
  readonly #path: string
  readonly #collections: CollectionsByName
  /** Called with each document while the file is read, so that they are not in memory twice. */
  readonly #apply: (change: Change) => void
  /** Called when all is written, before the old file is replaced; throws to keep the old one. */
  readonly #beforeReplacing: () => Promise<void>
  /** Size of the last file written or read, in bytes. */
  bytes = 0
  /** True when the file that was read has the keys of all current rules. */
  isCurrent = true

  constructor(
    path: string,
    collections: CollectionsByName,
    apply: (change: Change) => void,
    beforeReplacing: () => Promise<void>,
  ) {
    this.#path = path
    this.#collections = collections
    this.#apply = apply
    this.#beforeReplacing = beforeReplacing
  }

  /** `null` when there is no file. @throws {DamagedStore} naming file and offset */
  async read(): Promise<Snapshot | null> {
    const file = await openIfThere(this.#path)
    if (!file) return null
    try {
      return await this.#read(file)
    } finally {
      await file.close()
    }
  }

  /** Writes a temporary file, syncs it, and renames it over the old one. */
  async write({ journal, number, bank = '', documents }: Snapshot): Promise<void> {
    const temporary = `${this.#path}.tmp`
    const file = await privateFile(temporary, 'w')
    try {
      let position = 0
      let count = 0
      const put = async (text: string) => {
        const bytes = Buffer.from(text)
        await file.write(bytes, 0, bytes.length, position)
        position += bytes.length
      }
      const keys = Object.fromEntries([...this.#collections].map(([name, each]) => [name, keyNames(each)]))
      await put(snapshotHead({ format: formatVersion, journal, number, keys, bank }))
      let lines = ''
      for (const change of documents) {
        lines += snapshotLine(change)
        count += 1
        if (count % documentsPerIteration !== 0) continue
        await put(lines)
        lines = ''
        await nextIteration()
      }
      await put(`${lines}${count}]}\n`)
      await file.sync()
      await this.#beforeReplacing()
      await rename(temporary, this.#path)
      await syncFolder(dirname(this.#path))
      this.bytes = position
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  async #read(file: FileHandle): Promise<Snapshot> {
    let head: SnapshotHead | undefined
    let current: ReadonlySet<string> = new Set()
    let count = 0
    let isComplete = false
    let end = 0
    for await (const lines of readLines(file)) {
      for (const line of lines) {
        const { chunk, start, offset } = line
        end = offset + line.end - start + 1
        if (!line.isWhole || isComplete)
          throw new DamagedStore(this.#path, offset, 'the end of the file is not what was written')
        if (!head) {
          head = this.#head(line)
          current = this.#currentIn(head)
        } else if (chunk[start] === 0x5b) {
          const change = readSnapshotLine(line, this.#collections, current)
          if (!change) throw new DamagedStore(this.#path, offset, 'a document does not match its checksum')
          this.#apply(change)
          count += 1
        } else {
          isComplete = chunk.toString('latin1', start, line.end) === `${count}]}`
          if (!isComplete) throw new DamagedStore(this.#path, offset, 'documents are missing')
        }
      }
    }
    if (!head || !isComplete) throw new DamagedStore(this.#path, end, 'the file ends too early')
    this.bytes = end
    this.isCurrent = current.size === this.#collections.size
    return { journal: head.journal, number: head.number, bank: head.bank, documents: [] }
  }

  /** The collections whose rules have the same names as when the file was written. */
  #currentIn({ keys = {} }: SnapshotHead): ReadonlySet<string> {
    const isCurrent = (name: string, now: readonly string[]) => JSON.stringify(keys[name]) === JSON.stringify(now)
    return new Set([...this.#collections].flatMap(([name, each]) => (isCurrent(name, keyNames(each)) ? [name] : [])))
  }

  #head(line: Line): SnapshotHead {
    const head = readSnapshotHead(line)
    if (!head) throw new DamagedStore(this.#path, 0, 'the first line is not that of a snapshot')
    if (head.format > formatVersion) {
      throw new DamagedStore(this.#path, 0, `format ${head.format} is not known, only those up to ${formatVersion}`)
    }
    return head
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Syncs a folder, so that files created, renamed or removed in it stay so. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
