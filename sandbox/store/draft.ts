/**
 * A transaction before it is committed: reads show its changes over the stored documents.
 *
 * @module
 */
import {
  type AnyCollection,
  type AnyRangedCollection,
  type Collection,
  indexesOf,
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

/** What a draft reads from. An engine with concurrent transactions provides `claim`. */
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

  get<Document>(collection: Collection<Document, string>, id: string): Awaitable<Document | undefined> {
    const change = this.#changes.get(`${collection.name}/${id}`)
    return change ? (change.document as Document | undefined) : this.#reader.get(collection, id)
  }

  async find<Document, Index extends string>(
    collection: Collection<Document, Index>,
    index: Index,
    value: string,
  ): Promise<readonly Document[]> {
    const found = await this.#reader.find(collection, index, value)
    return this.#over(collection, found, (document) => indexesOf(collection)[index]?.(document) === value)
  }

  async all<Document>(collection: Collection<Document, string>): Promise<readonly Document[]> {
    return this.#over(collection, await this.#reader.all(collection), () => true)
  }

  range<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Document>[]> {
    return this.#ordered(this.#reader.range, collection, group, query)
  }

  claim<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    { to, limit }: { to: number; limit: number },
  ): Promise<readonly Row<Document>[]> {
    const read = this.#reader.claim ?? this.#reader.range
    return this.#ordered(read, collection, group, { order: 'oldest', to, limit })
  }

  async #ordered<Document>(
    read: Reader['range'],
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery,
  ): Promise<readonly Row<Document>[]> {
    const changed = this.#changed(collection)
    const found = await read(collection, group, { ...query, limit: query.limit + changed.length })
    if (changed.length === 0) return found
    const ids = new Set(changed.map(({ id }) => id))
    const rows = [...found.filter(({ id }) => !ids.has(id)), ...this.#rows(collection, group, query)]
    const sign = query.order === 'newest' ? -1 : 1
    const ordered = rows.sort((a, b) => sign * (a.at - b.at || (a.id < b.id ? -1 : 1)))
    return ordered.slice(0, query.limit) as Row<Document>[]
  }

  async count(collection: AnyRangedCollection, group: string, bounds: Bounds = {}): Promise<number> {
    const [kept, difference] = await Promise.all([
      this.#reader.count(collection, group, bounds),
      this.#difference(collection, group, bounds, () => 1),
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
    const [kept, ...differences] = await Promise.all([
      this.#reader.sums(collection, group, names, bounds),
      ...names.map((name) =>
        this.#difference(collection, group, bounds, (document) => sumsOf(collection)[name]?.(document) ?? 0),
      ),
    ])
    return kept.map((total, index) => total + (differences[index] ?? 0))
  }

  /** The difference the changes make to a total over rows. */
  async #difference(
    collection: AnyRangedCollection,
    group: string,
    bounds: SumBounds,
    number: (document: unknown) => number,
  ): Promise<number> {
    const changed = this.#changed(collection)
    const before = await Promise.all(changed.map(({ id }) => this.#reader.get(collection, id)))
    const numberOf = (document: unknown, id: string) =>
      document !== undefined && isWithin(collection, group, document, id, bounds) ? number(document) : 0
    return changed.reduce(
      (total, { id, document }, index) => total + numberOf(document, id) - numberOf(before[index], id),
      0,
    )
  }

  put<Document>(collection: Collection<Document, string>, id: string, document: Document): void {
    this.#changes.set(`${collection.name}/${id}`, { tenantId: this.#tenantId, collection, id, document })
  }

  delete(collection: AnyCollection, id: string): void {
    this.#changes.set(`${collection.name}/${id}`, { tenantId: this.#tenantId, collection, id, document: undefined })
  }

  #changed({ name }: AnyCollection): Change[] {
    return [...this.#changes.values()].filter(({ collection }) => collection.name === name)
  }

  /** Rows that this transaction adds to a range. */
  #rows(collection: AnyRangedCollection, group: string, query: RangeQuery): Row<unknown>[] {
    const at = rangeOf(collection)?.at ?? (() => 0)
    return this.#changed(collection)
      .filter(({ document, id }) => document !== undefined && matches(collection, group, document, query, id))
      .map(({ id, document }) => ({ at: at(document), id, document }))
  }

  async #over<Document>(
    collection: Collection<Document, string>,
    found: readonly Document[],
    matches: (document: unknown) => boolean,
  ): Promise<readonly Document[]> {
    const changed = this.#changed(collection)
    if (changed.length === 0) return found
    const replaced = new Set<unknown>(await Promise.all(changed.map(({ id }) => this.#reader.get(collection, id))))
    const kept = found.filter((document) => !replaced.has(document))
    const added = changed.filter(({ document }) => document !== undefined && matches(document))
    return [...kept, ...added.map(({ document }) => document as Document)]
  }
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
