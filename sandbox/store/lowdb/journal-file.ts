/**
 * The file of a journal: bytes are appended, and durable when that is said.
 *
 * Room is made ahead, with zero bytes. A write into it changes neither the length of the file nor where it stands on the
 * disk, so that the disk has only the bytes themselves to make durable, and does not wait for what else is being written.
 *
 * @module
 */
import { type FileHandle, open } from 'node:fs/promises'

/** Room made at once, in bytes: as much as there is already, between these two. */
const smallestRoom = 64 * 1024
const largestRoom = 1024 * 1024

export class JournalFile {
  readonly #file: FileHandle
  /** Bytes that are durable; what stands behind them is room, or never became durable. */
  #bytes: number
  /** Length of the file. */
  #length: number
  /** A write is under way, or failed and could not be cut off: what stands behind the durable bytes is unknown. */
  #isTorn = false

  private constructor(file: FileHandle, bytes: number) {
    this.#file = file
    this.#bytes = bytes
    this.#length = bytes
  }

  /** Opens a file to go on after its good part; whatever stands behind is cut off. Zero good bytes make a new file. */
  static async open(path: string, goodBytes: number): Promise<JournalFile> {
    const file = await open(path, goodBytes === 0 ? 'w+' : 'r+')
    await file.truncate(goodBytes)
    await file.sync()
    return new JournalFile(file, goodBytes)
  }

  /** How much is durable. */
  get bytes(): number {
    return this.#bytes
  }

  /** Resolves when the bytes are on disk. When it rejects, they are not there. One call at a time. */
  async append(bytes: Buffer): Promise<void> {
    if (this.#isTorn) await this.#cut()
    this.#isTorn = true
    const end = this.#bytes + bytes.length
    try {
      await writeAll(this.#file, bytes, this.#bytes)
      if (end > this.#length) await this.#makeRoom(end)
      await this.#file.datasync()
    } catch (error) {
      await this.#cut().catch(() => undefined)
      throw error
    }
    this.#bytes = end
    this.#isTorn = false
  }

  /** Closes the file, without the room that was not used. */
  async close(): Promise<void> {
    if (this.#length > this.#bytes || this.#isTorn) await this.#cut()
    await this.#file.close()
  }

  async #cut(): Promise<void> {
    await this.#file.truncate(this.#bytes)
    this.#length = this.#bytes
    this.#isTorn = false
  }

  /** A disk too full for room may not be too full for what is written. */
  async #makeRoom(end: number): Promise<void> {
    const room = Math.min(Math.max(end, smallestRoom), largestRoom)
    const isMade = await writeAll(this.#file, Buffer.alloc(room), end).then(
      () => true,
      () => false,
    )
    this.#length = isMade ? end + room : end
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}
