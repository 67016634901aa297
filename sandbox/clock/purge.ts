/**
 * Deletes what has ended by the bank's clock: at start, after the clock was moved, and every half minute.
 *
 * What has ended counts as not there from its end on, so that nobody waits for this. It stays deleted when the clock is
 * moved back (docs/decisions/0062-what-has-ended.md).
 *
 * @module
 */
import { setImmediate as nextIteration } from 'node:timers/promises'
import { type AnyEndingCollection, ownClock } from '../store/collection.js'
import type { Store } from '../store/store.js'
import { clockStates, type TenantClock } from './tenant-clock.js'

export interface PurgeOptions {
  readonly store: Store
  readonly tenantId: string
  /** Where documents are that end by the clocks of several tenants. */
  readonly directoryId: string
  readonly clock: TenantClock
  readonly collections: readonly AnyEndingCollection[]
  /** Called with one line about a failure, and its cause. */
  readonly report: (line: string, cause: unknown) => void
}

/** What is kept in memory alone, each until an instant. */
export interface EndingCache {
  readonly size: number
  /** Forgets what has ended by an instant of the bank's clock. */
  forget(now: number): void
}

/** Documents deleted at a time: a few milliseconds' work. */
const batchSize = 500

/** How often, in real milliseconds. A process of a shared store deletes for the others too. */
const everyMillis = 30_000

export class Purge {
  readonly #options: PurgeOptions
  readonly #caches: EndingCache[] = []
  #timer: ReturnType<typeof setInterval> | undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: PurgeOptions) {
    this.#options = options
  }

  /** Repeats it from now on. */
  start(): void {
    this.#timer = setInterval(() => void this.run(), everyMillis)
    this.#timer.unref()
    void this.run()
  }

  /** Adds what is kept in memory alone. */
  alsoFrom(cache: EndingCache): void {
    this.#caches.push(cache)
  }

  /** How much is kept in memory alone. */
  get cached(): number {
    return this.#caches.reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Deletes all that has ended when it begins, in batches, between which requests are answered. Resolves when all of
   * it is gone. Failures are reported; what is left is deleted the next time.
   */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass())
    return this.#running
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #pass(): Promise<void> {
    const { store, clock, collections, report } = this.#options
    if (this.#isStopped) return
    for (const cache of this.#caches) cache.forget(clock.now())
    try {
      const now = await this.#now()
      let deleted = 0
      for (const collection of collections) deleted += await this.#empty(collection, now)
      if (deleted > 0) await store.compact()
    } catch (error) {
      report('what has ended could not be deleted', error)
    }
  }

  /** The bank's time. Another process may have moved the clock back, and this one not know yet. */
  async #now(): Promise<number> {
    const { store, tenantId, clock } = this.#options
    if (!store.isShared) return clock.now()
    return clock.at(await store.tenant(tenantId).get(clockStates, 'clock')).now()
  }

  /** Deletes the ended documents of a collection and returns how many there were. */
  async #empty(collection: AnyEndingCollection, now: number): Promise<number> {
    const { store, tenantId, directoryId } = this.#options
    const [part, clock] = collection.ends.clock ? [directoryId, tenantId] : [tenantId, ownClock]
    const documents = store.tenant(part)
    let deleted = 0
    for (let from: number | undefined; !this.#isStopped; ) {
      const query = { clock, to: now, limit: batchSize, ...(from !== undefined && { from }) }
      const batch = await documents.purge(collection, query)
      deleted += batch.deleted
      if (batch.deleted < batchSize) break
      from = batch.last
      await nextIteration()
    }
    return deleted
  }
}
