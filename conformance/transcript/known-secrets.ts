/**
 * Finds all known secrets in a text in one pass, however many there are.
 *
 * @module
 */
import { formsOf } from './secret-forms.js'

/** Secrets shorter than this are not searched for: they would be found in any text. */
const shortestSecret = 4

/** Secrets shorter than this are found only as a whole word, not inside a longer number or word. */
const shortestAnywhere = 8

interface Needle {
  readonly text: string
  readonly placeholder: string
  readonly alone: boolean
}

interface Match {
  readonly start: number
  readonly end: number
  readonly placeholder: string
}

export class KnownSecrets {
  readonly #known = new Set<string>()
  readonly #long = new Endings(shortestAnywhere)
  readonly #short = new Endings(shortestSecret)
  /** Marks the last four characters of every secret: at most positions of a text this rules out a match at once. */
  readonly #lastFour = new Uint8Array(2 ** 20)

  /** Adds a secret in all its encodings; one that is too short to search for is ignored. */
  add(secret: string, placeholder: string): void {
    if (secret.length < shortestSecret || this.#known.has(secret)) return
    this.#known.add(secret)
    const alone = secret.length < shortestAnywhere
    for (const text of formsOf(secret)) {
      const endings = text.length >= shortestAnywhere ? this.#long : this.#short
      endings.add({ text, placeholder, alone })
      this.#lastFour[lastFourOf(text)] = 1
    }
  }

  /** The text with every secret replaced by its placeholder. */
  hide(text: string): string {
    const matches: Match[] = []
    let lastFour = 0
    for (let end = 1; end <= text.length; end++) {
      lastFour = withNext(lastFour, text.charCodeAt(end - 1))
      if (this.#lastFour[lastFour] === 0 || end < shortestSecret) continue
      matches.push(...this.#long.matches(text, end), ...this.#short.matches(text, end))
    }
    if (matches.length === 0) return text
    matches.sort((a, b) => a.start - b.start || b.end - a.end)
    let hidden = ''
    let from = 0
    for (const { start, end, placeholder } of matches) {
      // Two matches that overlap become the placeholder of the first, and the rest of the second is removed.
      if (start >= from) hidden += text.slice(from, start) + placeholder
      from = Math.max(from, end)
    }
    return hidden + text.slice(from)
  }
}

/** Secrets by their last characters: tokens of one issuer have the same beginning and different ends. */
class Endings {
  readonly #length: number
  readonly #needles = new Map<string, Needle[]>()

  constructor(length: number) {
    this.#length = length
  }

  add(needle: Needle): void {
    const ending = needle.text.slice(-this.#length)
    this.#needles.set(ending, [...(this.#needles.get(ending) ?? []), needle])
  }

  /** The secrets that end at a position of a text. */
  matches(text: string, end: number): Match[] {
    const needles = end < this.#length ? undefined : this.#needles.get(text.slice(end - this.#length, end))
    return (needles ?? []).flatMap(({ text: secret, alone, placeholder }) => {
      const start = end - secret.length
      if (start < 0 || !text.startsWith(secret, start) || (alone && !isAlone(text, start, end))) return []
      return [{ start, end, placeholder }]
    })
  }
}

/** A number of 20 bits for the last four characters, from that for those before: five bits each, what is older falls out. */
const withNext = (before: number, character: number) => ((before << 5) ^ character) & 0xf_ff_ff

const lastFourOf = (text: string) =>
  text
    .slice(-4)
    .split('')
    .reduce((before, character) => withNext(before, character.charCodeAt(0)), 0)

const wordCharacter = /[\p{L}\p{N}]/u

function isAlone(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text[start - 1] ?? '') && !wordCharacter.test(text[end] ?? '')
}
