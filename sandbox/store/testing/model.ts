/**
 * The simplest store: a map, searched from end to end. Engines are compared with it.
 *
 * @module
 */
import { type AnyCollection, type AnyRangedCollection, indexesOf, rangeOf, sumsOf } from '../collection.js'
import type { Bounds, RangeQuery, Row, SumBounds } from '../store.js'

export class Model {
  readonly #documents: Map<string, unknown>

  constructor(documents: ReadonlyMap<string, unknown> = new Map()) {
    this.#documents = new Map(documents)
  }

  copy(): Model {
    return new Model(this.#documents)
  }

  set(tenantId: string, collection: AnyCollection, id: string, document: unknown): void {
    const key = JSON.stringify([tenantId, collection.name, id])
    if (document === undefined) this.#documents.delete(key)
    else this.#documents.set(key, document)
  }

  get(tenantId: string, collection: AnyCollection, id: string): unknown {
    return this.#documents.get(JSON.stringify([tenantId, collection.name, id]))
  }

  all(tenantId: string, collection: AnyCollection): unknown[] {
    return this.#entries(tenantId, collection).map(([, document]) => document)
  }

  find(tenantId: string, collection: AnyCollection, index: string, value: string): unknown[] {
    return this.all(tenantId, collection).filter((document) => indexesOf(collection)[index]?.(document) === value)
  }

  range(tenantId: string, collection: AnyRangedCollection, group: string, query: RangeQuery): Row<unknown>[] {
    const { order, limit, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after } = query
    const rows = this.#rows(tenantId, collection, group)
      .filter(({ at }) => at >= from && at <= to)
      .sort(compare)
    if (order === 'newest') rows.reverse()
    const isPast = (row: Row<unknown>) => {
      if (!after) return true
      return order === 'newest' ? compare(row, after) < 0 : compare(row, after) > 0
    }
    return rows.filter(isPast).slice(0, limit)
  }

  count(tenantId: string, collection: AnyRangedCollection, group: string, bounds: Bounds): number {
    return this.range(tenantId, collection, group, { order: 'oldest', limit: Number.MAX_SAFE_INTEGER, ...bounds })
      .length
  }

  sum(
    tenantId: string,
    collection: AnyRangedCollection,
    group: string,
    name: string,
    { through, ...bounds }: SumBounds,
  ): number {
    return this.range(tenantId, collection, group, { order: 'oldest', limit: Number.MAX_SAFE_INTEGER, ...bounds })
      .filter((row) => !through || compare(row, through) <= 0)
      .reduce((total, { document }) => total + (sumsOf(collection)[name]?.(document) ?? 0), 0)
  }

  #rows(tenantId: string, collection: AnyRangedCollection, group: string): Row<unknown>[] {
    const rule = rangeOf(collection)
    if (!rule) return []
    return this.#entries(tenantId, collection)
      .filter(([, document]) => rule.group(document) === group)
      .map(([id, document]) => ({ at: rule.at(document), id, document }))
  }

  #entries(tenantId: string, collection: AnyCollection): [id: string, document: unknown][] {
    return [...this.#documents]
      .map(([key, document]) => [...(JSON.parse(key) as [string, string, string]), document] as const)
      .filter(([tenant, name]) => tenant === tenantId && name === collection.name)
      .map(([, , id, document]) => [id, document])
  }
}

function compare(a: { at: number; id: string }, b: { at: number; id: string }): number {
  return a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
