/**
 * Writers that each wait for their record to be durable before the next, and the bare limit beside them.
 *
 * @module
 */
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TenantStore } from '#sandbox/store/store.js'
import { record, recordId } from './records.js'

/** Records a second of `writers` writers over some time. */
async function rate(writers: number, millis: number, write: (number: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() - begun < millis) {
        const number = next
        next += 1
        await write(number)
      }
    }),
  )
  return (next * 1000) / (performance.now() - begun)
}

/** Durable commits a second, each of one new record. `first` is the number of the first. */
export function storeRate(store: TenantStore, writers: number, millis: number, first: number): Promise<number> {
  return rate(writers, millis, (number) =>
    store.transact((transaction) => transaction.put('transactions', recordId(first + number), record(first + number))),
  )
}

/** What an appender can do that does nothing else: the same bytes, one fdatasync for all that wait. */
export async function bareRate(folder: string, writers: number, millis: number): Promise<number> {
  const path = join(folder, 'bare.log')
  const file = await open(path, 'w')
  const line = Buffer.from(`${JSON.stringify(record(0))}\n`)
  const appender = new BareAppender(file, line)
  try {
    return await rate(writers, millis, () => appender.append())
  } finally {
    await file.close()
    await rm(path)
  }
}

class BareAppender {
  #waiting: (() => void)[] = []
  #isBusy = false
  #position = 0

  constructor(
    readonly file: FileHandle,
    readonly line: Buffer,
  ) {}

  append(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
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
    const bytes = Buffer.concat(batch.map(() => this.line))
    await this.file.write(bytes, 0, bytes.length, this.#position)
    await this.file.datasync()
    this.#position += bytes.length
    for (const resolve of batch) resolve()
    this.#isBusy = false
    if (this.#waiting.length > 0) this.#schedule()
  }
}
