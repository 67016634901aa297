/**
 * Which entry of the transcript an answer came with, so that what goes wrong later can name the exchange that explains it.
 *
 * @module
 */
import type { ChainedEntry, ExchangeEntry, JourneyEntry } from './entry.js'

const entries = new WeakMap<object, number>()

/** Notes that an answer, or the outcome of a journey, is in the transcript under a number. */
export function noteEntry(answer: object, seq: number): void {
  entries.set(answer, seq)
}

/** The number of the entry that an answer came with, where it was recorded. */
export const entryOf = (answer: object): number | undefined => entries.get(answer)

type Traffic = ChainedEntry & (ExchangeEntry | JourneyEntry)

/** The number of the latest exchange or journey that fits. */
export function lastOf(all: readonly ChainedEntry[], fits: (entry: Traffic) => boolean): number | undefined {
  return all.findLast(
    (entry): entry is Traffic => (entry.kind === 'exchange' || entry.kind === 'journey') && fits(entry),
  )?.seq
}
