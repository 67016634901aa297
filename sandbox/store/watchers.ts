/**
 * Calls listeners with the documents that a tenant's transactions put.
 *
 * @module
 */
import type { AnyCollection } from './collection.js'
import type { Change } from './draft.js'

type Listener = (documents: readonly never[]) => void

export class Watchers {
  readonly #listeners = new Map<string, Listener[]>()

  add({ name }: AnyCollection, listener: Listener): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
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
