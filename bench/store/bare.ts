/**
 * What the disk or the database can do for a writer that does nothing else: the limit that an engine's figures are compared with.
 *
 * @module
 */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { record, recordId } from './records.js'
import { rate } from './writers.js'

/** Records a second of a number of writers over some time. */
export type BareRate = (writers: number, millis: number) => Promise<number>

/** The rate of an appender: the bytes of the same records, one fdatasync for all that wait. */
export function bareAppender(folder: string): BareRate {
  return async (writers, millis) => {
    const path = join(folder, 'bare.log')
    const file = await open(path, 'w')
    const line = Buffer.from(`${JSON.stringify(record(0))}\n`)
    const appender = new GroupAppender(file)
    try {
      return await rate(writers, millis, () => appender.append(line))
    } finally {
      await file.close()
      await rm(path)
    }
  }
}

/** Appends records; one fdatasync for all that wait. */
export class GroupAppender {
  #waiting: { readonly line: Buffer; readonly resolve: () => void }[] = []
  #isBusy = false
  #position = 0

  constructor(readonly file: FileHandle) {}

  /** Resolves when it is on the disk. */
  append(line: Buffer): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ line, resolve })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    setImmediate(() => void this.#flush())
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    const bytes = Buffer.concat(batch.map(({ line }) => line))
    await this.file.write(bytes, 0, bytes.length, this.#position)
    await this.file.datasync()
    this.#position += bytes.length
    for (const { resolve } of batch) resolve()
    this.#isBusy = false
    if (this.#waiting.length > 0) this.#schedule()
  }
}

/** The rate of the database: the same documents into a table without indexes but its key, each committed by itself. */
export function bareInserter(url: string): BareRate {
  return async (writers, millis) => {
    // as many connections as the store writes with
    const pool = new Pool({ connectionString: url, max: 6 })
    try {
      await pool.query('create table if not exists bare (id text primary key, document jsonb not null)')
      await pool.query('truncate bare')
      const insert = { name: 'insert', text: 'insert into bare (id, document) values ($1, $2)' }
      return await rate(writers, millis, (number) =>
        pool.query({ ...insert, values: [recordId(number), record(number)] }),
      )
    } finally {
      await pool.end()
    }
  }
}
