/**
 * A document as text, read when it is first asked for: a store of a million starts without reading them all.
 *
 * @module
 */
import { type CollectionName, indexesOf, rangeOf } from './collections.js'

/** What places a document: the value of each index in order, then group and number of its range. */
export type Keys = readonly (string | number | null)[]

export class UnreadDocument {
  /** What was read of a file. It is kept as it is: a copy of each document would cost more than the few that are changed. */
  readonly #chunk: Buffer
  readonly #headStart: number
  readonly #headEnd: number
  readonly #end: number

  /** The document stands between `headEnd`, a comma, and `end`; before it, without brackets, the array its keys end. */
  constructor(chunk: Buffer, headStart: number, headEnd: number, end: number) {
    this.#chunk = chunk
    this.#headStart = headStart
    this.#headEnd = headEnd
    this.#end = end
  }

  /** JSON. */
  get text(): string {
    return this.#chunk.toString('utf8', this.#headEnd + 1, this.#end)
  }

  get keys(): Keys {
    return JSON.parse(`[${this.#chunk.toString('utf8', this.#headStart, this.#headEnd)}]`).at(-1)
  }

  read(): unknown {
    return JSON.parse(this.text)
  }
}

/** The keys of a document that is or is not read. `known` spares reading those of one that is not. */
export function keysOf(collection: CollectionName, document: unknown, known?: Keys): Keys {
  const indexes = Object.values(indexesOf(collection))
  const range = rangeOf(collection)
  if (document instanceof UnreadDocument) {
    const keys = known ?? document.keys
    const isCurrent = keys.length === indexes.length + (range ? 2 : 0)
    return isCurrent ? keys : keysOf(collection, document.read())
  }
  const values = indexes.map((extract) => extract(document) ?? null)
  return range ? [...values, range.group(document), range.at(document)] : values
}
