/**
 * The documents of one tenant in memory, and those of each collection with its indexes and its order.
 *
 * @module
 */
import {
  type AnyCollection,
  indexesOf,
  type KeyRule,
  type Keys,
  keyRulesOf,
  rangeOf,
  sumsOf,
  UnreadDocument,
} from './collection.js'
import type { DraftReader } from './draft.js'
import { SortedRows } from './sorted-rows.js'
import { SplitMap } from './split-map.js'
import type { Bounds, Position, PurgeQuery, RangeQuery, Row, SumBounds, TenantStore } from './store.js'

const noKeys: Keys = []

/** A document with its place in its group; the place is 0 in a collection without order. */
interface Cell {
  readonly at: number
  readonly id: string
  /** The document, or its unread text until first use. */
  document: unknown
}

/** Ids by the value of an index; a set only where there are several, to save memory. */
type Ids = SplitMap<string | Set<string>>

export class Documents {
  readonly #collection: AnyCollection
  readonly #rules: readonly KeyRule[]
  readonly #cells = new SplitMap<Cell>()
  readonly #indexes: readonly { readonly name: string; readonly ids: Ids }[]
  readonly #isRanged: boolean
  readonly #sums: readonly string[]
  readonly #groups = new Map<string, SortedRows<Cell>>()
  #revision = 0

  constructor(collection: AnyCollection) {
    this.#collection = collection
    this.#rules = keyRulesOf(collection)
    this.#indexes = Object.keys(indexesOf(collection)).map((name) => ({ name, ids: new SplitMap() }))
    this.#isRanged = rangeOf(collection) !== undefined
    this.#sums = Object.keys(sumsOf(collection))
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision
  }

  get(id: string): unknown {
    const cell = this.#cells.get(id)
    return cell && documentIn(cell)
  }

  all(): unknown[] {
    return [...this.#cells.values()].map(documentIn)
  }

  /** All documents, parsed or not. */
  kept(): Iterable<{ readonly id: string; readonly document: unknown }> {
    return this.#cells.values()
  }

  /** Puts a document, or deletes it when `document` is undefined. Returns the previous one, parsed or not. */
  set(id: string, document: unknown, keys?: Keys): unknown {
    const before = this.#cells.get(id)
    this.#revision += 1
    const isPlaced = this.#indexes.length > 0 || this.#isRanged
    const is = document === undefined || !isPlaced ? noKeys : keysBy(this.#rules, document, keys)
    const cell = document === undefined ? undefined : { at: this.#isRanged ? this.#atIn(is) : 0, id, document }
    if (cell) this.#cells.set(id, cell)
    else this.#cells.delete(id)
    if (!isPlaced) return before?.document
    const was = before === undefined ? noKeys : keysBy(this.#rules, before.document)
    for (const [index, { ids }] of this.#indexes.entries()) moveId(ids, id, was[index], is[index])
    if (this.#isRanged) {
      const [from, to] = [this.#groupIn(was), this.#groupIn(is)]
      if (before && !(from === to && before.at === cell?.at)) this.#leave(from, before)
      if (cell) this.#rowsOf(to).put(cell, this.#numbersIn(is))
    }
    return before?.document
  }

  /** Documents whose index has this value. */
  find(index: string, value: string): unknown[] {
    return this.#idsOf(index, value).map((id) => this.get(id))
  }

  /** The same, with their ids. */
  found(index: string, value: string): { readonly id: string; readonly document: unknown }[] {
    return this.#idsOf(index, value).map((id) => ({ id, document: this.get(id) }))
  }

  #idsOf(index: string, value: string): readonly string[] {
    const ids = this.#indexes.find(({ name }) => name === index)?.ids.get(value) ?? []
    return typeof ids === 'string' ? [ids] : [...ids]
  }

  /** The result does not change later: every change makes a new cell. */
  range(group: string, { order, limit, from, to, after }: RangeQuery): readonly Row<unknown>[] {
    const cells = this.#groups.get(group)?.slice(order, limit, from, to, after) ?? []
    for (const cell of cells) documentIn(cell)
    return cells
  }

  /** Where documents are that have ended by an instant, the first to end first. They are not parsed. */
  ended(clock: string, { from, to, limit }: PurgeQuery): readonly Position[] {
    return this.#groups.get(clock)?.slice('oldest', limit, from, to) ?? []
  }

  count(group: string, { from, to }: Bounds): number {
    return this.#groups.get(group)?.count(from, to) ?? 0
  }

  sum(group: string, name: string, { from, to, through }: SumBounds): number {
    const number = this.#sums.indexOf(name)
    if (number === -1) throw new RangeError(`${this.#collection.name} has no sum ${name}`)
    return this.#groups.get(group)?.sum(number, from, to, through) ?? 0
  }

  /** Keys are the index values, then group, instant and summed numbers. */
  #groupIn(keys: Keys): string {
    return String(keys[this.#indexes.length])
  }

  #atIn(keys: Keys): number {
    return Number(keys[this.#indexes.length + 1])
  }

  #numbersIn(keys: Keys): readonly number[] | undefined {
    return this.#sums.length === 0 ? undefined : (keys.slice(this.#indexes.length + 2) as number[])
  }

  #leave(group: string, cell: Cell): void {
    const rows = this.#groups.get(group)
    rows?.remove(cell)
    if (rows?.size === 0) this.#groups.delete(group)
  }

  #rowsOf(group: string): SortedRows<Cell> {
    const known = this.#groups.get(group)
    if (known) return known
    const made = new SortedRows<Cell>(this.#sums.length)
    this.#groups.set(group, made)
    return made
  }
}

/** The collections of one tenant, and who reads them. */
export class TenantDocuments {
  /** By collection name. */
  readonly #collections = new Map<string, { readonly collection: AnyCollection; readonly documents: Documents }>()

  of(collection: AnyCollection): Documents {
    const known = this.#collections.get(collection.name)
    if (known) return known.documents
    const documents = new Documents(collection)
    this.#collections.set(collection.name, { collection, documents })
    return documents
  }

  /** Those that have been opened. */
  opened(): Iterable<{ readonly collection: AnyCollection; readonly documents: Documents }> {
    return this.#collections.values()
  }

  /** Reads without a promise. */
  readonly reader: DraftReader & Pick<TenantStore, 'revision'> = {
    get: (collection, id) => this.of(collection).get(id) as never,
    find: (collection, index, value) => this.of(collection).find(index, value) as never,
    found: (collection, index, value) => this.of(collection).found(index, value) as never,
    all: (collection) => this.of(collection).all() as never,
    range: (collection, group, query) => this.of(collection).range(group, query) as never,
    count: (collection, group, bounds = {}) => this.of(collection).count(group, bounds),
    sum: (collection, group, name, bounds = {}) => this.of(collection).sum(group, name, bounds),
    sums: (collection, group, names, bounds = {}) => names.map((name) => this.of(collection).sum(group, name, bounds)),
    revision: (collection) => this.of(collection).revision,
  }
}

/** The keys of a document, parsed or not. `known` saves parsing the keys of an unread one. */
export function keysBy(rules: readonly KeyRule[], document: unknown, known?: Keys): Keys {
  if (document instanceof UnreadDocument) {
    return document.hasKeys ? (known ?? document.keys) : keysBy(rules, document.read())
  }
  return rules.map((rule) => rule(document) ?? null)
}

function documentIn(cell: Cell): unknown {
  if (cell.document instanceof UnreadDocument) cell.document = cell.document.read()
  return cell.document
}

function moveId(ids: Ids, id: string, from: unknown, to: unknown): void {
  if (from === to) return
  if (typeof from === 'string') {
    const known = ids.get(from)
    if (known instanceof Set) known.delete(id)
    if (known === id || (known instanceof Set && known.size === 0)) ids.delete(from)
  }
  if (typeof to !== 'string') return
  const known = ids.get(to)
  if (known === undefined) ids.set(to, id)
  else if (typeof known === 'string') ids.set(to, new Set([known, id]))
  else known.add(id)
}
