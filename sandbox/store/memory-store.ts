/**
 * Keeps everything in memory. Also the heart of the engine that keeps it on disk as well.
 *
 * Transactions of a tenant run one after the other; what one changes is there for all at once. Where a journal is behind the
 * store, a transaction resolves when the journal has it. Should the journal fail, every transaction that it does not have
 * yet is undone, newest first.
 *
 * @module
 */
import type { CollectionName } from './collections.js'
import { type Change, Draft } from './draft.js'
import { Shelf } from './shelf.js'
import { NotDurable, type Reader, type Store, type TenantStore, type Transaction } from './store.js'

/** Makes changes durable in the order they are given. When one fails, all that were given after it fail with it. */
export interface Durability {
  append(changes: readonly Change[]): Promise<void>
  close(): Promise<void>
}

interface Tenant {
  readonly shelves: Map<CollectionName, Shelf>
  queue: Promise<unknown>
}

export class MemoryStore implements Store {
  readonly isShared = false
  readonly #tenants = new Map<string, Tenant>()
  readonly #durability: Durability | undefined
  /** What would take back each commit that is not durable yet, oldest first. */
  readonly #pending: Change[][] = []
  /** Counts the times that commits were taken back: a transaction that began before one cannot be committed. */
  #epoch = 0

  constructor(durability?: Durability) {
    this.#durability = durability
  }

  tenant(tenantId: string): TenantStore {
    const { shelves } = this.#open(tenantId)
    const shelf = (collection: CollectionName) => shelves.get(collection) ?? this.#shelf(tenantId, collection)
    const reader: Reader = {
      get: (collection, id) => shelf(collection).get(id) as never,
      find: (collection, index, value) => shelf(collection).find(index, value) as never,
      all: (collection) => shelf(collection).all() as never,
      range: (collection, group, query) => shelf(collection).range(group, query) as never,
      count: (collection, group, bounds = {}) => shelf(collection).count(group, bounds),
    }
    return {
      ...reader,
      transact: (work) => this.#transact(tenantId, reader, work),
      revision: (collection) => shelf(collection).revision,
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tenants.values()].map(({ queue }) => queue))
    await this.#durability?.close()
  }

  /** Makes a change in memory; the answer is the document that was there. */
  apply({ tenantId, collection, id, document, keys }: Change): unknown {
    return this.#shelf(tenantId, collection).set(id, document, keys)
  }

  /** Every document there is, as it is when it is reached: changes while it goes on may be seen or not. */
  *changes(): Generator<Change> {
    for (const [tenantId, { shelves }] of this.#tenants) {
      for (const [collection, shelf] of shelves) {
        for (const { id, document } of shelf.kept()) yield { tenantId, collection, id, document }
      }
    }
  }

  /** Takes back every commit that is not durable. Called by the journal in the moment it fails. */
  undoPending(): void {
    this.#epoch += 1
    for (const undo of this.#pending.splice(0).reverse()) for (const change of undo.reverse()) this.apply(change)
  }

  async #transact<T>(tenantId: string, reader: Reader, work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    const tenant = this.#open(tenantId)
    const run = tenant.queue.then(async () => {
      const epoch = this.#epoch
      const draft = new Draft(tenantId, reader)
      const result = await work(draft)
      if (epoch !== this.#epoch) throw new NotDurable('a change it rests on could not be kept')
      return { result, durable: this.#commit(draft.changes) }
    })
    tenant.queue = run.catch(() => undefined)
    const { result, durable } = await run
    await durable
    return result
  }

  /** Applies at once; the promise in the answer resolves when it is durable. */
  #commit(changes: readonly Change[]): Promise<void> | undefined {
    if (changes.length === 0) return undefined
    const durability = this.#durability
    const undo = changes.map((change) => ({ ...change, document: this.apply(change) }))
    if (!durability) return undefined
    this.#pending.push(undo)
    return durability.append(changes).then(
      () => void this.#pending.shift(),
      (error: unknown) => {
        throw new NotDurable(error)
      },
    )
  }

  #open(tenantId: string): Tenant {
    const known = this.#tenants.get(tenantId)
    if (known) return known
    const opened: Tenant = { shelves: new Map(), queue: Promise.resolve() }
    this.#tenants.set(tenantId, opened)
    return opened
  }

  #shelf(tenantId: string, collection: CollectionName): Shelf {
    const { shelves } = this.#open(tenantId)
    const known = shelves.get(collection)
    if (known) return known
    const made = new Shelf(collection)
    shelves.set(collection, made)
    return made
  }
}
