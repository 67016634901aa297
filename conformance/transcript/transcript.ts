/**
 * The transcript of a run in progress: append-only; every entry is redacted and chained when it is added.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import { chain } from './chain.js'
import type { ChainedEntry, Entry } from './entry.js'
import type { Redactor } from './redaction.js'

export class Transcript {
  readonly #redactor: Redactor
  readonly #entries: ChainedEntry[] = []
  /** By case and version: a case is judged when it is done, which must not cost more the longer a run is. */
  readonly #ofCases = new Map<string, ChainedEntry[]>()
  #characters = 0

  constructor(redactor: Redactor) {
    this.#redactor = redactor
  }

  append(entry: Entry): ChainedEntry {
    const chained = chain(this.#redactor.redact(entry), this.#entries.at(-1))
    this.#entries.push(chained)
    if (chained.kind !== 'run' && chained.case !== undefined) {
      const key = `${chained.case}@${chained.version}`
      const ofCase = this.#ofCases.get(key)
      if (ofCase) ofCase.push(chained)
      else this.#ofCases.set(key, [chained])
    }
    if (entry.kind === 'exchange')
      this.#characters += (entry.response?.body.length ?? 0) + (entry.request.body?.length ?? 0)
    return chained
  }

  /** How many characters of bodies it holds. */
  get characters(): number {
    return this.#characters
  }

  /** The entries of a case so far, in order. */
  entriesOf(test: string, version: Version): readonly ChainedEntry[] {
    return this.#ofCases.get(`${test}@${version}`) ?? []
  }

  /** All entries so far, in order. */
  get entries(): readonly ChainedEntry[] {
    return this.#entries
  }
}
