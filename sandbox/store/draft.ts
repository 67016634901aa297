/**
 * A transaction before it is committed: reads show its changes over the stored documents. And who is told of its changes once
 * they are durable.
 *
 * @module
 */
import {
  type AnyCollection,
  type AnyRangedCollection,
  type Collection,
  type Keys,
  type RangedCollection,
  rangeOf,
  sumsOf,
} from './collection.js'
import type { Awaitable, Bounds, Position, RangeQuery, Reader, Row, SumBounds, Transaction } from './store.js'

/** One change: a document put, or `undefined` for one deleted. */
export interface Change {
  readonly tenantId: string
  readonly collection: AnyCollection
  readonly id: string
  readonly document: unknown
  /** The keys of the document, if known without parsing it. */
  readonly keys?: Keys
}

/** A document with its id. */
export interface Found<Document> {
  readonly id: string
  readonly document: Document
}

/** What a draft reads from. An engine with concurrent transactions provides `claim`. */
export interface DraftReader extends Reader {
  /** As `find`, with the ids, by which a draft knows what it has changed. */
  found<Document, Index extends string>(
    collection: Collection<Document, Index>,
    index: Index,
    value: string,
  ): Awaitable<readonly Found<Document>[]>
  claim?<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery & { readonly to: number },
  ): Awaitable<readonly Row<Document>[]>
}

/** A change of a draft, and what was there before it, once that was asked for. */
interface Changed {
  readonly change: Change
  before: { readonly document: unknown } | undefined
}

/** Rows that were read to be claimed, as many are claimed one after the other. Nobody changes them before the transaction ends. */
interface Ahead {
  /** The range and the instant they were asked for. */
  readonly of: string
  /** Oldest first. */
  readonly rows: readonly Row<unknown>[]
  readonly areAll: boolean
}

/** So many rows are read beyond those that are claimed, where no other transaction runs at the same time. */
const readAhead = 50

export class Draft implements Transaction, DraftReader {
  /** By the name of the collection, then by id. */
  readonly #changes = new Map<string, Map<string, Changed>>()
  #ahead: Ahead | undefined
  readonly #tenantId: string
  readonly #reader: DraftReader

  constructor(tenantId: string, reader: DraftReader) {
    this.#tenantId = tenantId
    this.#reader = reader
  }

  get changes(): readonly Change[] {
    const all: Change[] = []
    for (const changes of this.#changes.values()) for (const { change } of changes.values()) all.push(change)
    return all
  }

  get<Document>(collection: Collection<Document, string>, id: string): Awaitable<Document | undefined> {
    const changed = this.#changes.get(collection.name)?.get(id)
    return changed ? (changed.change.document as Document | undefined) : this.#reader.get(collection, id)
  }

  async find<Document, Index extends string>(
    collection: Collection<Document, Index>,
    index: Index,
    value: string,
  ): Promise<readonly Document[]> {
    const found = await this.found(collection, index, value)
    return found.map(({ document }) => document)
  }

  async found<Document, Index extends string>(
    collection: Collection<Document, Index>,
    index: Index,
    value: string,
  ): Promise<readonly Found<Document>[]> {
    const found = await this.#reader.found(collection, index, value)
    const changes = this.#changes.get(collection.name)
    if (!changes) return found
    const kept = found.filter(({ id }) => !changes.has(id))
    const extract = collection.indexes[index]
    for (const { change } of changes.values()) {
      const { id } = change
      const document = change.document as Document | undefined
      if (document !== undefined && extract?.(document) === value) kept.push({ id, document })
    }
    return kept
  }

  async all<Document>(collection: Collection<Document, string>): Promise<readonly Document[]> {
    const found = await this.#reader.all(collection)
    const changed = await this.#withBefore(collection)
    if (changed.length === 0) return found
    const replaced = new Set<unknown>(changed.map(({ before }) => before?.document))
    const put = changed.flatMap(({ change: { document } }) => (document === undefined ? [] : [document as Document]))
    return [...found.filter((document) => !replaced.has(document)), ...put]
  }

  range<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Document>[]> {
    return this.#ordered(collection, group, query)
  }

  async #ordered<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Document>[]> {
    const changes = this.#changes.get(collection.name)
    if (!changes) return this.#reader.range(collection, group, query)
    const found = await this.#reader.range(collection, group, { ...query, limit: query.limit + changes.size })
    const kept = found.filter(({ id }) => !changes.has(id))
    return inOrder(kept, this.#rows(collection, group, query), query) as Row<Document>[]
  }

  async claim<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    { to, limit }: { to: number; limit: number },
  ): Promise<readonly Row<Document>[]> {
    const query = { order: 'oldest', to, limit } as const
    const kept = await this.#claimed(collection, group, query)
    return inOrder(kept, this.#rows(collection, group, query), query) as Row<Document>[]
  }

  /** Stored rows that this transaction has not changed. */
  async #claimed(
    collection: AnyRangedCollection,
    group: string,
    query: RangeQuery & { readonly to: number },
  ): Promise<readonly Row<unknown>[]> {
    const changes = this.#changes.get(collection.name)
    const of = `${collection.name} ${query.to} ${group}`
    const unchanged = ({ rows }: Ahead) => first(rows, query.limit, ({ id }) => !changes?.has(id))
    const known = this.#ahead?.of === of ? this.#ahead : undefined
    const kept = known && unchanged(known)
    if (kept && (kept.length === query.limit || known.areAll)) return kept
    const reader = this.#reader
    const asked = { ...query, limit: query.limit + (changes?.size ?? 0) + (reader.claim ? 0 : readAhead) }
    const rows = await (reader.claim ? reader.claim(collection, group, asked) : reader.range(collection, group, asked))
    this.#ahead = { of, rows, areAll: rows.length < asked.limit }
    return unchanged(this.#ahead)
  }

  async count(collection: AnyRangedCollection, group: string, bounds: Bounds = {}): Promise<number> {
    const [kept, [difference = 0]] = await Promise.all([
      this.#reader.count(collection, group, bounds),
      this.#differences(collection, group, bounds, [() => 1]),
    ])
    return kept + difference
  }

  async sum(collection: AnyRangedCollection, group: string, name: string, bounds: SumBounds = {}): Promise<number> {
    const [total = 0] = await this.sums(collection, group, [name], bounds)
    return total
  }

  async sums(
    collection: AnyRangedCollection,
    group: string,
    names: readonly string[],
    bounds: SumBounds = {},
  ): Promise<readonly number[]> {
    if (!this.#changes.has(collection.name)) return this.#reader.sums(collection, group, names, bounds)
    const numbers = names.map((name) => sumsOf(collection)[name] ?? (() => 0))
    const [kept, differences] = await Promise.all([
      this.#reader.sums(collection, group, names, bounds),
      this.#differences(collection, group, bounds, numbers),
    ])
    return kept.map((total, index) => total + (differences[index] ?? 0))
  }

  /** The difference the changes make to totals over rows. */
  async #differences(
    collection: AnyRangedCollection,
    group: string,
    bounds: SumBounds,
    numbers: readonly ((document: unknown) => number)[],
  ): Promise<readonly number[]> {
    const totals = numbers.map(() => 0)
    const add = (sign: 1 | -1, document: unknown, id: string) => {
      if (document === undefined || !isWithin(collection, group, document, id, bounds)) return
      for (const [index, number] of numbers.entries()) totals[index] = (totals[index] ?? 0) + sign * number(document)
    }
    for (const { change, before } of await this.#withBefore(collection)) {
      add(1, change.document, change.id)
      add(-1, before?.document, change.id)
    }
    return totals
  }

  /** The changes of one collection, with what was there before each. That is asked for once: nobody changes it meanwhile. */
  async #withBefore(collection: AnyCollection): Promise<readonly Changed[]> {
    const changed = this.#changed(collection)
    const unknown = changed.filter(({ before }) => !before)
    if (unknown.length === 0) return changed
    const documents = await Promise.all(unknown.map(({ change }) => this.#reader.get(collection, change.id)))
    for (const [index, each] of unknown.entries()) each.before = { document: documents[index] }
    return changed
  }

  put<Document>(collection: Collection<Document, string>, id: string, document: Document): void {
    this.#change({ tenantId: this.#tenantId, collection, id, document })
  }

  delete(collection: AnyCollection, id: string): void {
    this.#change({ tenantId: this.#tenantId, collection, id, document: undefined })
  }

  async nested<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    const nested = new Draft(this.#tenantId, this)
    const result = await work(nested)
    for (const change of nested.changes) this.#change(change)
    return result
  }

  #change(change: Change): void {
    const { name } = change.collection
    const changes = this.#changes.get(name) ?? new Map<string, Changed>()
    this.#changes.set(name, changes)
    changes.set(change.id, { change, before: changes.get(change.id)?.before })
  }

  #changed({ name }: AnyCollection): readonly Changed[] {
    const changes = this.#changes.get(name)
    return changes ? [...changes.values()] : []
  }

  /** Rows that this transaction adds to a range. */
  #rows(collection: AnyRangedCollection, group: string, query: RangeQuery): Row<unknown>[] {
    const at = rangeOf(collection)?.at ?? (() => 0)
    const rows: Row<unknown>[] = []
    for (const { change } of this.#changes.get(collection.name)?.values() ?? []) {
      const { id, document } = change
      if (document === undefined || !matches(collection, group, document, query, id)) continue
      rows.push({ at: at(document), id, document })
    }
    return rows
  }
}

/** The first elements that pass, so many of them. */
function first<T>(all: readonly T[], limit: number, passes: (each: T) => boolean): T[] {
  const found: T[] = []
  for (const each of all) {
    if (found.length === limit) break
    if (passes(each)) found.push(each)
  }
  return found
}

/** Stored rows and those of a transaction as one range. */
function inOrder(
  stored: readonly Row<unknown>[],
  own: readonly Row<unknown>[],
  { order, limit }: RangeQuery,
): readonly Row<unknown>[] {
  if (own.length === 0) return stored.length > limit ? stored.slice(0, limit) : stored
  const sign = order === 'newest' ? -1 : 1
  return [...stored, ...own].sort((a, b) => sign * compare(a, b)).slice(0, limit)
}

/** True when a document matches a query. */
function matches(
  collection: AnyRangedCollection,
  group: string,
  document: unknown,
  query: RangeQuery,
  id: string,
): boolean {
  if (!isWithin(collection, group, document, id, query)) return false
  if (!query.after) return true
  const order = compare({ at: rangeOf(collection)?.at(document) ?? 0, id }, query.after)
  return query.order === 'newest' ? order < 0 : order > 0
}

/** True when a document is in a group and within bounds. */
function isWithin(
  collection: AnyRangedCollection,
  group: string,
  document: unknown,
  id: string,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, through }: SumBounds,
): boolean {
  const rule = rangeOf(collection)
  if (!rule || rule.group(document) !== group) return false
  const at = rule.at(document)
  return at >= from && at <= to && (!through || compare({ at, id }, through) <= 0)
}

function compare(a: Position, b: Position): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Whom documents are about. */
export function aboutOf({ announces }: AnyCollection, documents: readonly unknown[]): readonly string[] {
  return announces ? documents.map((document) => announces(document as never)) : []
}

type Listener = (documents: readonly never[]) => void

/** Calls listeners with the documents that a tenant's transactions put. */
export class Watchers {
  readonly #listeners = new Map<string, Listener[]>()

  add({ name }: AnyCollection, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
  }

  /** Calls a listener with whom the documents of a collection are about. */
  listen(collection: AnyCollection, listener: (about: string | undefined) => void): void {
    this.add(collection, (documents) => {
      for (const about of new Set(aboutOf(collection, documents))) listener(about)
    })
  }

  /** Call with changes that are durable. */
  notify(changes: readonly Change[]): void {
    if (this.#listeners.size === 0) return
    for (const [name, listeners] of this.#listeners) {
      const put = changes.filter(({ collection, document }) => collection.name === name && document !== undefined)
      if (put.length === 0) continue
      for (const listener of listeners) listener(put.map(({ document }) => document as never))
    }
  }
}
