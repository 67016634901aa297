/**
 * A transaction before it is committed: what it would change, seen over what is there.
 *
 * @module
 */
import type { Awaitable } from './awaitable.js'
import {
  type CollectionName,
  type Collections,
  type IndexName,
  indexesOf,
  type RangeName,
  rangeOf,
} from './collections.js'
import type { RangeQuery, Reader, Row, Transaction } from './store.js'
import type { Keys } from './unread-document.js'

/** One change: a document put, or `undefined` for one deleted. */
export interface Change {
  readonly tenantId: string
  readonly collection: CollectionName
  readonly id: string
  readonly document: unknown
  /** What places the document, where that is known without reading it. */
  readonly keys?: Keys
}

/** What a draft is laid over. An engine in which transactions run side by side says how rows are claimed. */
export interface DraftReader extends Reader {
  readonly claim?: Reader['range']
}

export class Draft implements Transaction {
  readonly #changes = new Map<string, Change>()
  readonly #tenantId: string
  readonly #reader: DraftReader

  constructor(tenantId: string, reader: DraftReader) {
    this.#tenantId = tenantId
    this.#reader = reader
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()]
  }

  get<Name extends CollectionName>(collection: Name, id: string): Awaitable<Collections[Name] | undefined> {
    const change = this.#changes.get(`${collection}/${id}`)
    return change ? (change.document as Collections[Name] | undefined) : this.#reader.get(collection, id)
  }

  async find<Name extends CollectionName>(
    collection: Name,
    index: IndexName<Name>,
    value: string,
  ): Promise<readonly Collections[Name][]> {
    const found = await this.#reader.find(collection, index, value)
    return this.#over(collection, found, (document) => indexesOf(collection)[index]?.(document) === value)
  }

  async all<Name extends CollectionName>(collection: Name): Promise<readonly Collections[Name][]> {
    return this.#over(collection, await this.#reader.all(collection), () => true)
  }

  range<Name extends RangeName>(
    collection: Name,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Collections[Name]>[]> {
    return this.#ordered(this.#reader.range, collection, group, query)
  }

  claim<Name extends RangeName>(
    collection: Name,
    group: string,
    { to, limit }: { to: number; limit: number },
  ): Promise<readonly Row<Collections[Name]>[]> {
    const read = this.#reader.claim ?? this.#reader.range
    return this.#ordered(read, collection, group, { order: 'oldest', to, limit })
  }

  async #ordered<Name extends RangeName>(
    read: Reader['range'],
    collection: Name,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Collections[Name]>[]> {
    const changed = this.#changed(collection)
    const found = await read(collection, group, { ...query, limit: query.limit + changed.length })
    if (changed.length === 0) return found
    const ids = new Set(changed.map(({ id }) => id))
    const rows = [...found.filter(({ id }) => !ids.has(id)), ...this.#rows(collection, group, query)]
    const sign = query.order === 'newest' ? -1 : 1
    const ordered = rows.sort((a, b) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1)))
    return ordered.slice(0, query.limit) as Row<Collections[Name]>[]
  }

  async count(collection: RangeName, group: string, bounds: { from?: number; to?: number } = {}): Promise<number> {
    const query: RangeQuery = { order: 'oldest', limit: Number.MAX_SAFE_INTEGER, ...bounds }
    const before = await Promise.all(this.#changed(collection).map(({ id }) => this.#reader.get(collection, id)))
    const replaced = before.filter((document) => document !== undefined && stands(collection, group, document, query))
    const kept = (await this.#reader.count(collection, group, bounds)) - replaced.length
    return kept + this.#rows(collection, group, query).length
  }

  put<Name extends CollectionName>(collection: Name, id: string, document: Collections[Name]): void {
    this.#changes.set(`${collection}/${id}`, { tenantId: this.#tenantId, collection, id, document })
  }

  delete(collection: CollectionName, id: string): void {
    this.#changes.set(`${collection}/${id}`, { tenantId: this.#tenantId, collection, id, document: undefined })
  }

  #changed(collection: CollectionName): Change[] {
    return [...this.#changes.values()].filter((change) => change.collection === collection)
  }

  /** Rows this transaction adds to a range. */
  #rows(collection: RangeName, group: string, query: RangeQuery): Row<unknown>[] {
    const at = rangeOf(collection)?.at ?? (() => 0)
    return this.#changed(collection)
      .filter(({ document, id }) => document !== undefined && stands(collection, group, document, query, id))
      .map(({ id, document }) => ({ at: at(document), id, document }))
  }

  async #over<Name extends CollectionName>(
    collection: Name,
    found: readonly Collections[Name][],
    matches: (document: unknown) => boolean,
  ): Promise<readonly Collections[Name][]> {
    const changed = this.#changed(collection)
    if (changed.length === 0) return found
    const replaced = new Set<unknown>(await Promise.all(changed.map(({ id }) => this.#reader.get(collection, id))))
    const kept = found.filter((document) => !replaced.has(document))
    const added = changed.filter(({ document }) => document !== undefined && matches(document))
    return [...kept, ...added.map(({ document }) => document as Collections[Name])]
  }
}

/** True when a document belongs to what a query asks for. */
function stands(collection: RangeName, group: string, document: unknown, query: RangeQuery, id = ''): boolean {
  const rule = rangeOf(collection)
  if (!rule || rule.group(document) !== group) return false
  const at = rule.at(document)
  if (at < (query.from ?? Number.NEGATIVE_INFINITY) || at > (query.to ?? Number.POSITIVE_INFINITY)) return false
  if (!query.after) return true
  const order = at - query.after.at || (id < query.after.id ? -1 : id > query.after.id ? 1 : 0)
  return query.order === 'newest' ? order < 0 : order > 0
}
