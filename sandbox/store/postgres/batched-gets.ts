/**
 * Fetches documents requested at the same time with one statement.
 *
 * @module
 */
import type { AnyCollection } from '../collection.js'
import type { Rows } from './connections.js'

interface Question {
  readonly tenant: string
  readonly collection: AnyCollection
  readonly id: string
  readonly resolve: (json: string | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Documents in one statement. */
const batchSize = 500

export class BatchedGets {
  #waiting: Question[] = []
  #isScheduled = false
  readonly #ask: (values: readonly unknown[]) => Promise<Rows>

  /** @param ask queries by tenants, collections and ids; returns rows of `number` and `document` */
  constructor(ask: (values: readonly unknown[]) => Promise<Rows>) {
    this.#ask = ask
  }

  get(tenant: string, collection: AnyCollection, id: string): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tenant, collection, id, resolve, reject })
      if (this.#isScheduled) return
      this.#isScheduled = true
      setImmediate(() => this.#send())
    })
  }

  #send(): void {
    this.#isScheduled = false
    const waiting = this.#waiting
    this.#waiting = []
    for (let at = 0; at < waiting.length; at += batchSize) void this.#fetch(waiting.slice(at, at + batchSize))
  }

  async #fetch(batch: readonly Question[]): Promise<void> {
    try {
      const columns = [
        batch.map(({ tenant }) => tenant),
        batch.map(({ collection }) => collection.name),
        batch.map(({ id }) => id),
      ]
      const rows = await this.#ask(columns)
      const found = new Map(rows.map(({ number, document }) => [Number(number), String(document)]))
      for (const [index, { resolve }] of batch.entries()) resolve(found.get(index + 1))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
