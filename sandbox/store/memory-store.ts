/**
 * Keeps everything in memory. The lowdb engine builds on it.
 *
 * Transactions of a tenant run one after the other; their changes are visible at once. With a journal, a transaction
 * resolves when the journal has written it. If the journal fails, every transaction it has not written is undone,
 * newest first.
 *
 * @module
 */
import { type AnyEndingCollection, ownClock } from './collection.js'
import { TenantDocuments } from './documents.js'
import { type Change, Draft, Watchers } from './draft.js'
import { NotDurable, type Purged, type PurgeQuery, type Store, type TenantStore } from './store.js'

/** A change that was made in memory, with what was there before it, parsed or not. */
export interface Committed extends Omit<Change, 'keys'> {
  readonly before: unknown
}

/** Keeps changes where they outlive the process. */
export interface Durability {
  /** Makes changes durable in the given order. When one fails, all later ones fail too. */
  readonly journal: { append(changes: readonly Committed[]): Promise<void> }
  /** Writes anew what is stored, if enough of it is out of date. */
  compact?(): Promise<void>
  close(): Promise<void>
}

interface Tenant {
  readonly documents: TenantDocuments
  readonly watchers: Watchers
  queue: Promise<unknown>
}

export class MemoryStore implements Store {
  readonly isShared = false
  readonly #tenants = new Map<string, Tenant>()
  #durability: Durability | undefined
  /** The commits that are not durable yet, oldest first. */
  readonly #pending: Committed[][] = []
  #size = 0
  /** How often commits were undone: a transaction that began before such an undo cannot be committed. */
  #epoch = 0

  /** From now on changes are made durable: what was applied before is so already. */
  keepIn(durability: Durability): void {
    this.#durability = durability
  }

  tenant(tenantId: string): TenantStore {
    const { documents, watchers } = this.#open(tenantId)
    const purge = (draft: Draft, collection: AnyEndingCollection, query: PurgeQuery): Purged => {
      const gone = documents.of(collection).ended(query.clock ?? ownClock, query)
      for (const { id } of gone) draft.delete(collection, id)
      return { deleted: gone.length, last: gone.at(-1)?.at }
    }
    const { found: _, ...reads } = documents.reader
    return {
      ...reads,
      transact: (work) => this.#transact(tenantId, work),
      purge: (collection, query) => this.#transact(tenantId, (draft) => purge(draft, collection, query)),
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
    const before = this.#open(tenantId).documents.of(collection).set(id, document, keys)
    this.#size += Number(document !== undefined) - Number(before !== undefined)
    return before
  }

  /** What is stored under an id of a collection. */
  stored({ tenantId, collection, id }: Pick<Change, 'tenantId' | 'collection' | 'id'>): unknown {
    return this.#open(tenantId).documents.of(collection).get(id)
  }

  /** Every document, at the time the iteration reaches it: concurrent changes may be included or not. */
  *changes(): Generator<Change> {
    for (const [tenantId, tenant] of this.#tenants) {
      for (const { collection, documents } of tenant.documents.opened()) {
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

  async #transact<T>(tenantId: string, work: (draft: Draft) => Promise<T> | T): Promise<T> {
    const tenant = this.#open(tenantId)
    const run = tenant.queue.then(async () => {
      const epoch = this.#epoch
      const draft = new Draft(tenantId, tenant.documents.reader)
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
    return durability.journal.append(commit).then(
      () => void this.#pending.shift(),
      (error: unknown) => {
        throw new NotDurable(error)
      },
    )
  }

  #open(tenantId: string): Tenant {
    const known = this.#tenants.get(tenantId)
    if (known) return known
    const opened: Tenant = { documents: new TenantDocuments(), watchers: new Watchers(), queue: Promise.resolve() }
    this.#tenants.set(tenantId, opened)
    return opened
  }
}
