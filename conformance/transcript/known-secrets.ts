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
  /** By their last characters: tokens of one issuer begin alike and end differently. */
  readonly #long = new Map<string, Needle[]>()
  readonly #short = new Map<string, Needle[]>()

  /** Adds a secret with all its forms; one that is too short to be told from other text is left out. */
  add(secret: string, placeholder: string): void {
    if (secret.length < shortestSecret || this.#known.has(secret)) return
    this.#known.add(secret)
    const alone = secret.length < shortestAnywhere
    for (const text of formsOf(secret)) {
      const isLong = text.length >= shortestAnywhere
      const index = isLong ? this.#long : this.#short
      const ending = text.slice(isLong ? -shortestAnywhere : -shortestSecret)
      index.set(ending, [...(index.get(ending) ?? []), { text, placeholder, alone }])
    }
  }

  /** The text with every secret replaced by its placeholder. */
  hide(text: string): string {
    const matches = [
      ...this.#matches(text, this.#long, shortestAnywhere),
      ...this.#matches(text, this.#short, shortestSecret),
    ]
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

  *#matches(text: string, index: ReadonlyMap<string, Needle[]>, ending: number): Generator<Match> {
    if (index.size === 0) return
    for (let end = ending; end <= text.length; end++) {
      for (const needle of index.get(text.slice(end - ending, end)) ?? []) {
        const start = end - needle.text.length
        if (start < 0 || !text.startsWith(needle.text, start)) continue
        if (!needle.alone || isAlone(text, start, end)) yield { start, end, placeholder: needle.placeholder }
      }
    }
  }
}

const wordCharacter = /[\p{L}\p{N}]/u

function isAlone(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text[start - 1] ?? '') && !wordCharacter.test(text[end] ?? '')
}
