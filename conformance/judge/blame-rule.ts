/**
 * What a rule of blame is: one way in which an exchange or a journey goes wrong, who has to act, and what to do.
 *
 * @module
 */

import type { ChainedExchange, ChainedJourney } from './reading.js'
import type { RunFacts } from './run-facts.js'
import type { Blame } from './verdict.js'

/** An exchange or a journey, and what is known besides. */
export interface Situation<Entry extends ChainedExchange | ChainedJourney> {
  readonly entry: Entry
  /** The request was faulty on purpose, or only the form of the answer is judged. */
  readonly deliberate: boolean
  /** Only the form of the answer is judged, whoever asked. */
  readonly formOnly: boolean
  /** The statuses that the case asks for. */
  readonly wanted: readonly number[]
  readonly facts: RunFacts
}

export interface BlameRule<Entry extends ChainedExchange | ChainedJourney> {
  /** Short and for ever: `tls-untrusted`. */
  readonly id: string
  readonly party: Exclude<Blame, 'spec-gap'>
  /** The cause in one line where the rule holds: the same for everything that has this cause. */
  readonly explains: (situation: Situation<Entry>) => string | undefined
  /** What to do, in one sentence. */
  readonly advice: string
}

export type ExchangeRule = BlameRule<ChainedExchange>
export type JourneyRule = BlameRule<ChainedJourney>
