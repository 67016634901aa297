/**
 * One collection of one tenant in memory, with its indexes and its order.
 *
 * @module
 */
import { type CollectionName, indexesOf, rangeOf } from './collections.js'
import { SortedRows } from './sorted-rows.js'
import type { RangeQuery, Row } from './store.js'
import { type Keys, keysOf, UnreadDocument } from './unread-document.js'

const noIds: ReadonlySet<string> = new Set()
const noKeys: Keys = []

export class Shelf {
  readonly #collection: CollectionName
  /** Documents, or their text until they are first asked for. */
  readonly #documents = new Map<string, unknown>()
  readonly #indexes: readonly { readonly name: string; readonly ids: Map<string, Set<string>> }[]
  readonly #isRanged: boolean
  readonly #groups = new Map<string, SortedRows>()
  #revision = 0

  constructor(collection: CollectionName) {
    this.#collection = collection
    this.#indexes = Object.keys(indexesOf(collection)).map((name) => ({ name, ids: new Map() }))
    this.#isRanged = rangeOf(collection) !== undefined
  }

  /** Goes up with every change. */
  get revision(): number {
    return this.#revision
  }

  get(id: string): unknown {
    const document = this.#documents.get(id)
    if (!(document instanceof UnreadDocument)) return document
    const read = document.read()
    this.#documents.set(id, read)
    return read
  }

  all(): unknown[] {
    return [...this.#documents.keys()].map((id) => this.get(id))
  }

  /** Documents as they are kept, read or not. */
  kept(): Iterable<[id: string, document: unknown]> {
    return this.#documents
  }

  /** Puts a document, or deletes it when there is none. The answer is what was there, read or not. */
  set(id: string, document: unknown, keys?: Keys): unknown {
    const before = this.#documents.get(id)
    this.#revision += 1
    if (document === undefined) this.#documents.delete(id)
    else this.#documents.set(id, document)
    if (this.#indexes.length === 0 && !this.#isRanged) return before
    const was = before === undefined ? noKeys : keysOf(this.#collection, before)
    const is = document === undefined ? noKeys : keysOf(this.#collection, document, keys)
    for (const [index, { ids }] of this.#indexes.entries()) moveId(ids, id, was[index], is[index])
    if (this.#isRanged) this.#order(id, was, is)
    return before
  }

  /** Documents whose index has this value. */
  find(index: string, value: string): unknown[] {
    const ids = this.#indexes.find(({ name }) => name === index)?.ids.get(value) ?? noIds
    return [...ids].map((id) => this.get(id))
  }

  range(group: string, { order, limit, from, to, after }: RangeQuery): Row<unknown>[] {
    const rows = this.#groups.get(group)?.slice(order, limit, from, to, after) ?? []
    return rows.map(({ at, id }) => ({ at, id, document: this.get(id) }))
  }

  count(group: string, { from, to }: { from?: number; to?: number }): number {
    return this.#groups.get(group)?.count(from, to) ?? 0
  }

  #order(id: string, was: Keys, is: Keys): void {
    const [group, at] = [this.#indexes.length, this.#indexes.length + 1]
    if (was.length > 0) this.#groups.get(String(was[group]))?.remove({ at: Number(was[at]), id })
    if (is.length === 0) return
    const name = String(is[group])
    let rows = this.#groups.get(name)
    if (!rows) {
      rows = new SortedRows()
      this.#groups.set(name, rows)
    }
    rows.add({ at: Number(is[at]), id })
  }
}

function moveId(ids: Map<string, Set<string>>, id: string, from: unknown, to: unknown): void {
  if (from === to) return
  if (typeof from === 'string') {
    const known = ids.get(from)
    known?.delete(id)
    if (known?.size === 0) ids.delete(from)
  }
  if (typeof to !== 'string') return
  const known = ids.get(to)
  if (known) known.add(id)
  else ids.set(to, new Set([id]))
}
