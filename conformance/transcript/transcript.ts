/**
 * The transcript of a run in progress: append-only; every entry is redacted and chained when it is added.
 *
 * @module
 */
import { createHash } from 'node:crypto'
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
    const chained = chain(abridged(this.#redactor.redact(entry)), this.#entries.at(-1))
    this.#entries.push(chained)
    if (chained.kind !== 'run' && chained.case !== undefined) {
      const key = `${chained.case}@${chained.version}`
      const ofCase = this.#ofCases.get(key)
      if (ofCase) ofCase.push(chained)
      else this.#ofCases.set(key, [chained])
    }
    if (chained.kind === 'exchange')
      this.#characters += (chained.response?.body.length ?? 0) + (chained.request.body?.length ?? 0)
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

/** The longest body of an answer that is kept whole, in characters: a page of 1,000 transactions has 700,000. */
const longestBody = 2_000_000
/** What is kept of a longer one at its beginning and at its end. */
const keptCharacters = 2_000

/** An exchange whose answer is longer than anything the standard knows: its head, its tail, and the digest of the whole, without secrets. */
function abridged(entry: Entry): Entry {
  if (entry.kind !== 'exchange' || (entry.response?.body.length ?? 0) <= longestBody) return entry
  const { response } = entry as { response: NonNullable<typeof entry.response> }
  const { body } = response
  const [head, tail] = [body.slice(0, keptCharacters), body.slice(-keptCharacters)]
  const digest = createHash('sha256').update(body).digest('hex')
  const leftOut = `${body.length - 2 * keptCharacters} of ${body.length} characters are left out, SHA-256 of all ${digest}`
  return { ...entry, response: { ...response, body: `${head}\n[${leftOut}]\n${tail}` } }
}
