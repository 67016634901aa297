/**
 * Finds any of many secrets in a text in one pass over it, however many there are.
 *
 * @module
 */
import { formsOf } from './secret-forms.js'

/** Secrets shorter than this can not be told from other text. */
const shortestSecret = 4

/** Secrets shorter than this count only where they stand alone, not inside a longer number or word. */
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
  /** Marks the last two characters of every secret: most places of a text end none, and are left at once. */
  readonly #lastTwo = new Uint8Array(2 ** 16)

  /** Adds a secret with all its forms; one that is too short to be told from other text is left out. */
  add(secret: string, placeholder: string): void {
    if (secret.length < shortestSecret || this.#known.has(secret)) return
    this.#known.add(secret)
    const alone = secret.length < shortestAnywhere
    for (const text of formsOf(secret)) {
      const endings = text.length >= shortestAnywhere ? this.#long : this.#short
      endings.add({ text, placeholder, alone })
      this.#lastTwo[lastTwoOf(text, text.length)] = 1
    }
  }

  /** The text with every secret replaced by its placeholder. */
  hide(text: string): string {
    const matches: Match[] = []
    for (let end = shortestSecret; end <= text.length; end++) {
      if (this.#lastTwo[lastTwoOf(text, end)] === 0) continue
      matches.push(...this.#long.matches(text, end), ...this.#short.matches(text, end))
    }
    if (matches.length === 0) return text
    matches.sort((a, b) => a.start - b.start || b.end - a.end)
    let hidden = ''
    let from = 0
    for (const { start, end, placeholder } of matches) {
      // Of two that overlap the first gives its placeholder, and the rest of the second goes with it.
      if (start >= from) hidden += text.slice(from, start) + placeholder
      from = Math.max(from, end)
    }
    return hidden + text.slice(from)
  }
}

/** Secrets by their last characters, so many of them: tokens of one issuer begin alike and end differently. */
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

  /** The secrets that end at a place of a text. */
  matches(text: string, end: number): Match[] {
    const needles = end < this.#length ? undefined : this.#needles.get(text.slice(end - this.#length, end))
    return (needles ?? []).flatMap(({ text: secret, alone, placeholder }) => {
      const start = end - secret.length
      if (start < 0 || !text.startsWith(secret, start) || (alone && !isAlone(text, start, end))) return []
      return [{ start, end, placeholder }]
    })
  }
}

/** A number for the two characters before a place. */
const lastTwoOf = (text: string, end: number) => ((text.charCodeAt(end - 2) << 8) ^ text.charCodeAt(end - 1)) & 0xff_ff

const wordCharacter = /[\p{L}\p{N}]/u

function isAlone(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text[start - 1] ?? '') && !wordCharacter.test(text[end] ?? '')
}
