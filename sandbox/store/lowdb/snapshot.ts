/**
 * The snapshot: the lowdb document on disk, JSON that a person can open, one stored document a line.
 *
 * @module
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import type { Change } from '../draft.js'
import { DamagedStore } from './damaged.js'
import { type Line, readLines } from './lines.js'
import { readSnapshotHead, readSnapshotLine, snapshotHead, snapshotLine } from './records.js'

/** What the file holds. */
export interface Snapshot {
  /** The journal that goes on from here. */
  readonly journal: number
  /** Number of the last record before it. */
  readonly number: number
  readonly documents: Iterable<Change>
}

/** Documents written between two turns of the event loop: about a millisecond's worth. */
const documentsATurn = 500

const formatVersion = 1

export class SnapshotFile implements Adapter<Snapshot> {
  readonly #path: string
  /** Told each document while the file is read: a million of them are not held twice. */
  readonly #apply: (change: Change) => void
  /** Asked when all is written, before the file takes its place; throws to leave the old one there. */
  readonly #beforeReplacing: () => Promise<void>
  /** Size of the last file written or read, in bytes. */
  bytes = 0

  constructor(path: string, apply: (change: Change) => void, beforeReplacing: () => Promise<void>) {
    this.#path = path
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

  /** Writes beside the file, makes it durable, and puts it in its place in one step. */
  async write({ journal, number, documents }: Snapshot): Promise<void> {
    const temporary = `${this.#path}.tmp`
    const file = await open(temporary, 'w')
    try {
      let position = 0
      let count = 0
      const put = async (text: string) => {
        const bytes = Buffer.from(text)
        await file.write(bytes, 0, bytes.length, position)
        position += bytes.length
      }
      await put(snapshotHead(formatVersion, journal, number))
      let lines = ''
      for (const change of documents) {
        lines += snapshotLine(change)
        count += 1
        if (count % documentsATurn !== 0) continue
        await put(lines)
        lines = ''
        await nextTurn()
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
    let head: { journal: number; number: number } | undefined
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
        } else if (chunk[start] === 0x5b) {
          const change = readSnapshotLine(line)
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
    return { ...head, documents: [] }
  }

  #head(line: Line): { journal: number; number: number } {
    const head = readSnapshotHead(line)
    if (!head) throw new DamagedStore(this.#path, 0, 'the first line is not that of a snapshot')
    if (head.format !== formatVersion) {
      throw new DamagedStore(this.#path, 0, `format ${head.format} is not known, only ${formatVersion}`)
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

/** Makes what was created, renamed or removed in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
