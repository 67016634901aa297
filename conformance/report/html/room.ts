/**
 * Keeps the file small enough to open at once and to attach to a ticket.
 *
 * @module
 */
import type { Markup } from '../markup.js'

/** Counted in characters. */
export class Room {
  /** For a usual report, whatever was run. */
  static readonly usual = 4_500_000
  /** Exchanges of failed cases may go further: they are what the report is read for. */
  static readonly failed = 12_000_000

  #used = 0
  #isFull = false

  /** True once something did not fit. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Takes space for what is shown in any case: findings, and the short form of what may not fit later. */
  reserve(shown: readonly Markup[]): void {
    for (const each of shown) this.#used += each.toString().length
  }

  /** The text, or undefined when there is no more room for it. */
  take(text: Markup): Markup | undefined {
    return this.#within(text, Room.usual)
  }

  /** The same with the limit for failed cases. */
  takeFailed(text: Markup): Markup | undefined {
    return this.#within(text, Room.failed)
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
