/**
 * One collection of one tenant in memory, with its indexes and its order.
 *
 * @module
 */
import { type CollectionName, indexesOf, type RangeRule, rangeOf } from './collections.js'
import { SortedRows } from './sorted-rows.js'
import type { RangeQuery, Row } from './store.js'

const noIds: ReadonlySet<string> = new Set()

export class Shelf {
  readonly documents = new Map<string, unknown>()
  readonly #indexes: readonly {
    name: string
    extract: (document: unknown) => string | undefined
    ids: Map<string, Set<string>>
  }[]
  readonly #range: RangeRule<unknown> | undefined
  readonly #groups = new Map<string, SortedRows>()

  constructor(collection: CollectionName) {
    this.#indexes = Object.entries(indexesOf(collection)).map(([name, extract]) => ({ name, extract, ids: new Map() }))
    this.#range = rangeOf(collection)
  }

  /** Puts a document, or deletes it when there is none. */
  set(id: string, document: unknown): void {
    const before = this.documents.get(id)
    if (document === undefined) this.documents.delete(id)
    else this.documents.set(id, document)
    for (const { extract, ids } of this.#indexes)
      moveId(ids, id, before && extract(before), document && extract(document))
    if (this.#range) this.#order(this.#range, id, before, document)
  }

  /** Documents whose index has this value. */
  find(index: string, value: string): unknown[] {
    const ids = this.#indexes.find(({ name }) => name === index)?.ids.get(value) ?? noIds
    return [...ids].map((id) => this.documents.get(id))
  }

  range(group: string, { order, limit, from, to, after }: RangeQuery): Row<unknown>[] {
    const rows = this.#groups.get(group)?.slice(order, limit, from, to, after) ?? []
    return rows.map(({ at, id }) => ({ at, id, document: this.documents.get(id) }))
  }

  count(group: string, { from, to }: { from?: number; to?: number }): number {
    return this.#groups.get(group)?.count(from, to) ?? 0
  }

  #order({ group, at }: RangeRule<unknown>, id: string, before: unknown, document: unknown): void {
    if (before !== undefined) this.#groups.get(group(before))?.remove({ at: at(before), id })
    if (document === undefined) return
    const name = group(document)
    let rows = this.#groups.get(name)
    if (!rows) {
      rows = new SortedRows()
      this.#groups.set(name, rows)
    }
    rows.add({ at: at(document), id })
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
