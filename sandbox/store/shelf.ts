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

/** A document with its place in the order of its group; all are at 0 in a collection that has no order. */
interface Cell {
  readonly at: number
  readonly id: string
  /** The document, or its text until it is first asked for. */
  document: unknown
}

export class Shelf {
  readonly #collection: CollectionName
  readonly #cells = new Map<string, Cell>()
  readonly #indexes: readonly { readonly name: string; readonly ids: Map<string, Set<string>> }[]
  readonly #isRanged: boolean
  readonly #groups = new Map<string, SortedRows<Cell>>()
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
    const cell = this.#cells.get(id)
    return cell && documentIn(cell)
  }

  all(): unknown[] {
    return [...this.#cells.values()].map(documentIn)
  }

  /** Documents as they are kept, read or not. */
  kept(): Iterable<{ readonly id: string; readonly document: unknown }> {
    return this.#cells.values()
  }

  /** Puts a document, or deletes it when there is none. The answer is what was there, read or not. */
  set(id: string, document: unknown, keys?: Keys): unknown {
    const before = this.#cells.get(id)
    this.#revision += 1
    const isPlaced = this.#indexes.length > 0 || this.#isRanged
    const is = document === undefined || !isPlaced ? noKeys : keysOf(this.#collection, document, keys)
    const cell = document === undefined ? undefined : { at: this.#isRanged ? Number(is.at(-1)) : 0, id, document }
    if (cell) this.#cells.set(id, cell)
    else this.#cells.delete(id)
    if (!isPlaced) return before?.document
    const was = before === undefined ? noKeys : keysOf(this.#collection, before.document)
    for (const [index, { ids }] of this.#indexes.entries()) moveId(ids, id, was[index], is[index])
    if (this.#isRanged) {
      if (before) this.#groups.get(this.#groupIn(was))?.remove(before)
      if (cell) this.#rowsOf(this.#groupIn(is)).add(cell)
    }
    return before?.document
  }

  /** Documents whose index has this value. */
  find(index: string, value: string): unknown[] {
    const ids = this.#indexes.find(({ name }) => name === index)?.ids.get(value) ?? noIds
    return [...ids].map((id) => this.get(id))
  }

  /** What is answered stays as it is: a change makes another cell. */
  range(group: string, { order, limit, from, to, after }: RangeQuery): readonly Row<unknown>[] {
    const cells = this.#groups.get(group)?.slice(order, limit, from, to, after) ?? []
    for (const cell of cells) documentIn(cell)
    return cells
  }

  count(group: string, { from, to }: { from?: number; to?: number }): number {
    return this.#groups.get(group)?.count(from, to) ?? 0
  }

  /** Keys are those of the indexes, then the group, then the number. */
  #groupIn(keys: Keys): string {
    return String(keys[this.#indexes.length])
  }

  #rowsOf(group: string): SortedRows<Cell> {
    const known = this.#groups.get(group)
    if (known) return known
    const made = new SortedRows<Cell>()
    this.#groups.set(group, made)
    return made
  }
}

function documentIn(cell: Cell): unknown {
  if (cell.document instanceof UnreadDocument) cell.document = cell.document.read()
  return cell.document
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
