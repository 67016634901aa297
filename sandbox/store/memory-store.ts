/**
 * Keeps everything in memory. The lowdb engine builds on it.
 *
 * Transactions of a tenant run one after the other; their changes are visible at once. With a journal, a transaction
 * resolves when the journal has written it. If the journal fails, every transaction it has not written is undone,
 * newest first.
 *
 * @module
 */
import { type AnyCollection, type AnyEndingCollection, ownClock } from './collection.js'
import { Documents } from './documents.js'
import { type Change, Draft, type DraftReader, Watchers } from './draft.js'
import { NotDurable, type Purged, type PurgeQuery, type Store, type TenantStore } from './store.js'

/** A change that was made in memory, with what was there before it, parsed or not. */
export interface Committed extends Omit<Change, 'keys'> {
  readonly before: unknown
}

/** Makes changes durable in the given order. When one fails, all later ones fail too. */
export interface Durability {
  append(changes: readonly Committed[]): Promise<void>
  /** Writes anew what is stored, if enough of it is out of date. */
  compact?(): Promise<void>
  close(): Promise<void>
}

interface Tenant {
  /** By collection name. */
  readonly collections: Map<string, { readonly collection: AnyCollection; readonly documents: Documents }>
  readonly watchers: Watchers
  queue: Promise<unknown>
}

export class MemoryStore implements Store {
  readonly isShared = false
  readonly #tenants = new Map<string, Tenant>()
  readonly #durability: Durability | undefined
  /** The commits that are not durable yet, oldest first. */
  readonly #pending: Committed[][] = []
  #size = 0
  /** How often commits were undone: a transaction that began before such an undo cannot be committed. */
  #epoch = 0

  constructor(durability?: Durability) {
    this.#durability = durability
  }

  tenant(tenantId: string): TenantStore {
    const { collections, watchers } = this.#open(tenantId)
    const documents = (collection: AnyCollection) =>
      collections.get(collection.name)?.documents ?? this.#documentsOf(tenantId, collection)
    const reader: DraftReader = {
      get: (collection, id) => documents(collection).get(id) as never,
      find: (collection, index, value) => documents(collection).find(index, value) as never,
      found: (collection, index, value) => documents(collection).found(index, value) as never,
      all: (collection) => documents(collection).all() as never,
      range: (collection, group, query) => documents(collection).range(group, query) as never,
      count: (collection, group, bounds = {}) => documents(collection).count(group, bounds),
      sum: (collection, group, name, bounds = {}) => documents(collection).sum(group, name, bounds),
      sums: (collection, group, names, bounds = {}) =>
        names.map((name) => documents(collection).sum(group, name, bounds)),
    }
    const purge = (draft: Draft, collection: AnyEndingCollection, query: PurgeQuery): Purged => {
      const gone = documents(collection).ended(query.clock ?? ownClock, query)
      for (const { id } of gone) draft.delete(collection, id)
      return { deleted: gone.length, last: gone.at(-1)?.at }
    }
    const { found: _, ...reads } = reader
    return {
      ...reads,
      transact: (work) => this.#transact(tenantId, reader, work),
      purge: (collection, query) => this.#transact(tenantId, reader, (draft) => purge(draft, collection, query)),
      revision: (collection) => documents(collection).revision,
      watch: (collection, listener) => watchers.add(collection, listener),
      listen: (collection, listener) => watchers.listen(collection, listener),
    }
  }

  /** Documents of all tenants. */
  get size(): number {
    return this.#size
  }

  async compact(): Promise<void> {
    await this.#durability?.compact?.()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tenants.values()].map(({ queue }) => queue))
    await this.#durability?.close()
  }

  /** Makes a change in memory; returns the previous document. */
  apply({ tenantId, collection, id, document, keys }: Change): unknown {
    const before = this.#documentsOf(tenantId, collection).set(id, document, keys)
    this.#size += Number(document !== undefined) - Number(before !== undefined)
    return before
  }

  /** What is stored under an id of a collection. */
  stored({ tenantId, collection, id }: Pick<Change, 'tenantId' | 'collection' | 'id'>): unknown {
    return this.#documentsOf(tenantId, collection).get(id)
  }

  /** Every document, at the time the iteration reaches it: concurrent changes may be included or not. */
  *changes(): Generator<Change> {
    for (const [tenantId, { collections }] of this.#tenants) {
      for (const { collection, documents } of collections.values()) {
        for (const { id, document } of documents.kept()) yield { tenantId, collection, id, document }
      }
    }
  }

  /** Undoes every commit that is not durable. The journal calls it at once when it fails. */
  undoPending(): void {
    this.#epoch += 1
    for (const commit of this.#pending.splice(0).reverse()) {
      for (const { tenantId, collection, id, before } of commit.reverse()) {
        this.apply({ tenantId, collection, id, document: before })
      }
    }
  }

  async #transact<T>(tenantId: string, reader: DraftReader, work: (draft: Draft) => Promise<T> | T): Promise<T> {
    const tenant = this.#open(tenantId)
    const run = tenant.queue.then(async () => {
      const epoch = this.#epoch
      const draft = new Draft(tenantId, reader)
      const result = await work(draft)
      if (epoch !== this.#epoch) throw new NotDurable('a change it rests on could not be kept')
      const { changes } = draft
      return { result, changes, durable: this.#commit(changes) }
    })
    tenant.queue = run.catch(() => undefined)
    const { result, changes, durable } = await run
    await durable
    tenant.watchers.notify(changes)
    return result
  }

  /** Applies changes at once; the returned promise resolves when they are durable. */
  #commit(changes: readonly Change[]): Promise<void> | undefined {
    if (changes.length === 0) return undefined
    const durability = this.#durability
    const commit = changes.map((change): Committed => {
      const { tenantId, collection, id, document } = change
      return { tenantId, collection, id, document, before: this.apply(change) }
    })
    if (!durability) return undefined
    this.#pending.push(commit)
    return durability.append(commit).then(
      () => void this.#pending.shift(),
      (error: unknown) => {
        throw new NotDurable(error)
      },
    )
  }

  #open(tenantId: string): Tenant {
    const known = this.#tenants.get(tenantId)
    if (known) return known
    const opened: Tenant = { collections: new Map(), watchers: new Watchers(), queue: Promise.resolve() }
    this.#tenants.set(tenantId, opened)
    return opened
  }

  #documentsOf(tenantId: string, collection: AnyCollection): Documents {
    const { collections } = this.#open(tenantId)
    const known = collections.get(collection.name)
    if (known) return known.documents
    const documents = new Documents(collection)
    collections.set(collection.name, { collection, documents })
    return documents
  }
}
