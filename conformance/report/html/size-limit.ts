/**
 * Keeps the file small enough to open at once and to attach to a ticket.
 *
 * @module
 */
import type { Markup } from '../markup.js'

/** Counted in characters. */
export class SizeLimit {
  /** For everything but failed cases. */
  static readonly usual = 4_500_000
  /** For exchanges of failed cases: they are what the report is read for. */
  static readonly failed = 12_000_000

  #used = 0
  #isFull = false

  /** True once something did not fit. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Counts text that is shown in any case: findings, and the short form of cases that may not fit later. */
  reserve(shown: readonly Markup[]): void {
    for (const each of shown) this.#used += each.toString().length
  }

  /** Counts the text and returns it, or undefined when it no longer fits. */
  add(text: Markup): Markup | undefined {
    return this.#within(text, SizeLimit.usual)
  }

  /** The same with the limit for failed cases. */
  addFailed(text: Markup): Markup | undefined {
    return this.#within(text, SizeLimit.failed)
  }

  #within(text: Markup, limit: number): Markup | undefined {
    const used = this.#used + text.toString().length
    if (used > limit) {
      this.#isFull = true
      return undefined
    }
    this.#used = used
    return text
  }
}
