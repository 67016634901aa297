/**
 * Keeps everything in memory. Also the heart of the engines that keep it on disk as well.
 *
 * @module
 */
import {
  type CollectionName,
  type Collections,
  type IndexName,
  indexes,
  type Reader,
  type Store,
  type TenantStore,
  type Transaction,
} from './store.js'

/** One change of a transaction: a document put, or `undefined` for one deleted. */
export interface Change {
  readonly tenantId: string
  readonly collection: CollectionName
  readonly id: string
  readonly document: unknown
}

type Extract = (document: unknown) => string | undefined

/** One collection of one tenant, with its indexes. */
class Shelf {
  readonly documents = new Map<string, unknown>()
  readonly #extracts: ReadonlyMap<string, Extract>
  readonly #ids = new Map<string, Map<string, Set<string>>>()

  constructor(collection: CollectionName) {
    const extracts = (indexes as Partial<Record<CollectionName, Record<string, Extract>>>)[collection] ?? {}
    this.#extracts = new Map(Object.entries(extracts))
    for (const name of this.#extracts.keys()) this.#ids.set(name, new Map())
  }

  set(id: string, document: unknown): void {
    this.#unindex(id)
    if (document === undefined) {
      this.documents.delete(id)
      return
    }
    this.documents.set(id, document)
    for (const [name, extract] of this.#extracts) {
      const value = extract(document)
      if (value === undefined) continue
      const byValue = this.#ids.get(name) as Map<string, Set<string>>
      const ids = byValue.get(value)
      if (ids) ids.add(id)
      else byValue.set(value, new Set([id]))
    }
  }

  ids(index: string, value: string): ReadonlySet<string> {
    return this.#ids.get(index)?.get(value) ?? new Set()
  }

  #unindex(id: string): void {
    const before = this.documents.get(id)
    if (before === undefined) return
    for (const [name, extract] of this.#extracts) {
      const value = extract(before)
      if (value === undefined) continue
      const byValue = this.#ids.get(name)
      const ids = byValue?.get(value)
      ids?.delete(id)
      if (ids?.size === 0) byValue?.delete(value)
    }
  }
}

/** What a transaction would change, seen over what is there. */
class Draft implements Transaction {
  readonly changes = new Map<string, Change>()

  constructor(
    readonly tenantId: string,
    readonly reader: Reader,
    readonly extracts: typeof indexes,
  ) {}

  async get<Name extends CollectionName>(collection: Name, id: string): Promise<Collections[Name] | undefined> {
    const change = this.changes.get(`${collection}/${id}`)
    return change ? (change.document as Collections[Name] | undefined) : this.reader.get(collection, id)
  }

  async find<Name extends CollectionName>(
    collection: Name,
    index: IndexName<Name>,
    value: string,
  ): Promise<readonly Collections[Name][]> {
    const extract = (this.extracts as Record<string, Record<string, Extract>>)[collection]?.[index]
    return this.#overlay(
      collection,
      await this.reader.find(collection, index, value),
      (document) => extract?.(document) === value,
    )
  }

  async all<Name extends CollectionName>(collection: Name): Promise<readonly Collections[Name][]> {
    return this.#overlay(collection, await this.reader.all(collection), () => true)
  }

  put<Name extends CollectionName>(collection: Name, id: string, document: Collections[Name]): void {
    this.changes.set(`${collection}/${id}`, { tenantId: this.tenantId, collection, id, document })
  }

  delete(collection: CollectionName, id: string): void {
    this.changes.set(`${collection}/${id}`, { tenantId: this.tenantId, collection, id, document: undefined })
  }

  async #overlay<Name extends CollectionName>(
    collection: Name,
    found: readonly Collections[Name][],
    matches: (document: unknown) => boolean,
  ): Promise<readonly Collections[Name][]> {
    const changed = [...this.changes.values()].filter((change) => change.collection === collection)
    if (changed.length === 0) return found
    const replaced = new Set<unknown>(await Promise.all(changed.map(({ id }) => this.reader.get(collection, id))))
    const kept = found.filter((document) => !replaced.has(document))
    const added = changed.filter(({ document }) => document !== undefined && matches(document))
    return [...kept, ...added.map(({ document }) => document as Collections[Name])]
  }
}

/** Makes changes durable; a rejection undoes the transaction. */
export type Persist = (changes: readonly Change[]) => Promise<void>

export class MemoryStore implements Store {
  readonly #tenants = new Map<string, { shelves: Map<CollectionName, Shelf>; queue: Promise<unknown> }>()
  readonly #persist: Persist | undefined

  constructor(persist?: Persist) {
    this.#persist = persist
  }

  tenant(tenantId: string): TenantStore {
    const shelf = (collection: CollectionName) => this.#shelf(tenantId, collection)
    const reader: Reader = {
      get: async (collection, id) => shelf(collection).documents.get(id) as never,
      find: async (collection, index, value) =>
        [...shelf(collection).ids(index, value)].map((id) => shelf(collection).documents.get(id)) as never,
      all: async (collection) => [...shelf(collection).documents.values()] as never,
    }
    return { ...reader, transact: (work) => this.#transact(tenantId, reader, work) }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tenants.values()].map(({ queue }) => queue))
  }

  /** Takes over a change that is already durable. */
  apply({ tenantId, collection, id, document }: Change): void {
    this.#shelf(tenantId, collection).set(id, document)
  }

  /** Everything, as one plain object: tenant, collection, id. */
  snapshot(): Record<string, Record<string, Record<string, unknown>>> {
    return Object.fromEntries(
      [...this.#tenants].map(([tenantId, { shelves }]) => [
        tenantId,
        Object.fromEntries([...shelves].map(([name, shelf]) => [name, Object.fromEntries(shelf.documents)])),
      ]),
    )
  }

  #transact<T>(tenantId: string, reader: Reader, work: (draft: Transaction) => Promise<T> | T): Promise<T> {
    const tenant = this.#open(tenantId)
    const run = tenant.queue.then(async () => {
      const draft = new Draft(tenantId, reader, indexes)
      const result = await work(draft)
      const changes = [...draft.changes.values()]
      if (changes.length > 0) await this.#commit(changes)
      return result
    })
    tenant.queue = run.catch(() => undefined)
    return run
  }

  async #commit(changes: readonly Change[]): Promise<void> {
    const undo = changes.map((change) => ({
      ...change,
      document: this.#shelf(change.tenantId, change.collection).documents.get(change.id),
    }))
    for (const change of changes) this.apply(change)
    try {
      await this.#persist?.(changes)
    } catch (error) {
      for (const change of undo) this.apply(change)
      throw error
    }
  }

  #open(tenantId: string) {
    const known = this.#tenants.get(tenantId)
    if (known) return known
    const opened = { shelves: new Map<CollectionName, Shelf>(), queue: Promise.resolve() as Promise<unknown> }
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
