/**
 * Which column holds the value of which index and sum.
 *
 * @module
 */
import type { AnyCollection } from '../collection.js'

/** A column beside the documents of a collection: `lookup_N` of an index, `sum_N` of a sum. */
export interface PlacedRule {
  readonly collection: string
  readonly rule: string
  readonly name: string
  /** Counted from 1. */
  readonly number: number
}

export class Layout {
  /** How many columns there are of each kind. */
  readonly lookups: number
  readonly sums: number
  readonly #numbers: ReadonlyMap<string, number>

  constructor(rules: readonly PlacedRule[]) {
    const most = (kind: string) => Math.max(0, ...rules.flatMap(({ rule, number }) => (rule === kind ? [number] : [])))
    this.lookups = most('index')
    this.sums = most('sum')
    this.#numbers = new Map(rules.map((each) => [`${each.rule} ${each.collection} ${each.name}`, each.number]))
  }

  /** The number of the column of an index. */
  lookup(collection: AnyCollection, index: string): number {
    const number = this.#numbers.get(`index ${collection.name} ${index}`)
    if (number === undefined) throw new RangeError(`${collection.name} has no index ${index}`)
    return number
  }

  /** The number of the column of a sum. */
  sum(collection: AnyCollection, name: string): number {
    const number = this.#numbers.get(`sum ${collection.name} ${name}`)
    if (number === undefined) throw new RangeError(`${collection.name} has no sum ${name}`)
    return number
  }
}

/** `lookup_1`, `lookup_2` ... or `sum_1`, `sum_2` ... */
export function columnNames(kind: 'lookup' | 'sum', count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}_${index + 1}`)
}
