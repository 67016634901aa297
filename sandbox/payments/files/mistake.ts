/**
 * What is wrong with a file, collected: the first of them with where they are, and how many more there are.
 *
 * @module
 */
import { mostProblems } from '../../http/api-error.js'

/** One thing that is wrong at one element. */
export interface Mistake {
  /** `unreadable` ends the reading. */
  readonly kind: 'unreadable' | 'missing' | 'unexpected' | 'invalid' | 'date' | 'currency' | 'identifier' | 'instrument'
  /** The element, as an XPath from the root without a slash before it: `Document/CstmrCdtTrfInitn/PmtInf[1]/PmtMtd`. */
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** How many mistakes are counted besides those that are listed. */
const mostCounted = 1000

/** Collects mistakes. Of many, the first are kept and the others counted, so that a file of mistakes costs no more than one. */
export class Mistakes {
  readonly listed: Mistake[] = []
  /** How many there are besides. */
  more = 0

  /** @throws {Unreadable} when there are so many that reading on is of no use */
  add(kind: Mistake['kind'], path: string, expected: string, received = 'nothing'): void {
    const mistake = { kind, path, expected, received: received.slice(0, 60) }
    // what ended the reading is told first, whatever else there is
    if (kind === 'unreadable') this.listed.unshift(mistake)
    else if (this.listed.length < mostProblems) this.listed.push(mistake)
    else {
      this.more += 1
      if (this.more === mostCounted)
        throw new Unreadable('the file has so many mistakes that it was not read to its end')
    }
  }

  get count(): number {
    return this.listed.length + this.more
  }
}

/** A file that cannot be read any further. */
export class Unreadable extends Error {
  readonly path: string

  /** @param path the innermost element that was reached, `''` before the first */
  constructor(message: string, path = '') {
    super(message)
    this.path = path
  }
}
