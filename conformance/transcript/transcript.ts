/**
 * The transcript of a run in progress: append-only; every entry is redacted and chained when it is added.
 *
 * @module
 */
import { chain } from './chain.js'
import type { ChainedEntry, Entry } from './entry.js'
import type { Redactor } from './redaction.js'

export class Transcript {
  readonly #redactor: Redactor
  readonly #entries: ChainedEntry[] = []
  #characters = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  append(entry: Entry): ChainedEntry {
    const chained = chain(this.#redactor.redact(entry), this.#entries.at(-1))
    this.#entries.push(chained)
    if (entry.kind === 'exchange')
      this.#characters += (entry.response?.body.length ?? 0) + (entry.request.body?.length ?? 0)
    return chained
  }

  /** How many characters of bodies it holds. */
  get characters(): number {
    return this.#characters
  }

  /** All entries so far, in order. */
  get entries(): readonly ChainedEntry[] {
    return this.#entries
  }
}
