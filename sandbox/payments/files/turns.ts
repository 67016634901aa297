/**
 * Long work in turns: between two, other requests are answered.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much is done in one turn, in characters that are parsed and checked: a few milliseconds' work. */
const turnLength = 10_000

/** Counts work, and lets others have their turn when there was enough of it. It looks at no clock. */
export class Turns {
  #done = 0

  /** @param units characters that were looked at, or what takes as long */
  add(units: number): void {
    this.#done += units
  }

  /** Whether it is the turn of others. */
  get isOver(): boolean {
    return this.#done >= turnLength
  }

  /** Lets the others have it. */
  async pass(): Promise<void> {
    this.#done = 0
    await nextTurn()
  }
}
