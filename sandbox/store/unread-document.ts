/**
 * A document as text, read when it is first asked for: a store of a million starts without reading them all.
 *
 * @module
 */
import { type CollectionName, indexesOf, rangeOf } from './collections.js'

/** What places a document: the value of each index in order, then group and number of its range. */
export type Keys = readonly (string | number | null)[]

export class UnreadDocument {
  /** JSON. */
  readonly text: string
  readonly keys: Keys

  constructor(text: string, keys: Keys) {
    this.text = text
    this.keys = keys
  }

  read(): unknown {
    return JSON.parse(this.text)
  }
}

/** The keys of a document that is or is not read. */
export function keysOf(collection: CollectionName, document: unknown): Keys {
  const indexes = Object.values(indexesOf(collection))
  const range = rangeOf(collection)
  if (document instanceof UnreadDocument) {
    const isCurrent = document.keys.length === indexes.length + (range ? 2 : 0)
    return isCurrent ? document.keys : keysOf(collection, document.read())
  }
  const values = indexes.map((extract) => extract(document) ?? null)
  return range ? [...values, range.group(document), range.at(document)] : values
}
