/**
 * The words and symbols of a report, the same in every format.
 *
 * @module
 */
import type { Blame, Outcome, StaleWaiver, Verdicts } from '../judge/verdict.js'

interface OutcomeWords {
  /** One column wide; never the only signal. */
  readonly symbol: string
  readonly word: string
  /** As it follows a number: `2 failed`, `1 warning`. */
  readonly counted: (count: number) => string
}

const same = (word: string) => () => word
const plural = (word: string) => (count: number) => (count === 1 ? word : `${word}s`)

/** Those that need attention first come first. */
export const outcomes = {
  fail: { symbol: '✗', word: 'failed', counted: same('failed') },
  'suite-error': { symbol: '⊘', word: 'suite error', counted: plural('suite error') },
  'could-not-run': { symbol: '?', word: 'could not run', counted: same('could not run') },
  'needs-review': { symbol: '◌', word: 'needs review', counted: same('to be reviewed') },
  warn: { symbol: '!', word: 'warning', counted: plural('warning') },
  waived: { symbol: '~', word: 'known failure', counted: plural('known failure') },
  info: { symbol: 'i', word: 'note', counted: plural('note') },
  'not-applicable': { symbol: '-', word: 'not applicable', counted: same('not applicable') },
  pass: { symbol: '✓', word: 'passed', counted: same('passed') },
} as const satisfies Record<Outcome, OutcomeWords>

/** Every outcome, those that need attention first come first. */
export const outcomeOrder = Object.keys(outcomes) as Outcome[]

/** Who has to act, in a sentence that follows the verdict. */
export const blames: Readonly<Record<Blame, { readonly name: string; readonly why: string }>> = {
  bank: {
    name: 'the bank',
    why: 'What the bank answered differs from what the standard asks for. The request of the suite was sound.',
  },
  config: {
    name: 'the configuration',
    why: 'The profile of the bank is wrong or lacks something that the case needs. The bank was not judged.',
  },
  suite: {
    name: 'the suite',
    why: 'The suite itself made a mistake. The bank is not judged by it; please report it.',
  },
  network: {
    name: 'the network',
    why: 'No complete answer came back: connection, TLS, a proxy or a deadline. The bank was not judged.',
  },
  'spec-gap': {
    name: 'a gap in the standard',
    why: 'The standard does not decide this. A bank may choose differently without being wrong.',
  },
}

/** What each exit code means. */
export const exitReasons: Readonly<
  Record<Verdicts['exitCode'], { readonly headline: string; readonly reason: string }>
> = {
  0: { headline: 'Passed', reason: 'every planned case ran and nothing failed' },
  1: { headline: 'Failed', reason: 'the bank breaks the standard' },
  2: { headline: 'Configuration error', reason: 'the profile of the bank has to be corrected first' },
  3: { headline: 'Incomplete', reason: 'not everything that was planned could be judged' },
  4: { headline: 'Suite error', reason: 'the suite made a mistake, so that the run proves nothing' },
  5: { headline: 'Waiver to renew', reason: 'a waiver is stale or has expired' },
}

/** `31 ms`, `12.4 s`, `3 min 5 s`. */
export function duration(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`
  const seconds = millis / 1000
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`
  return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`
}

/** `2030-01-15T09:00:00.000Z` as `2030-01-15 09:00:00 UTC`; anything else as it is. */
export function utc(instant: string): string {
  return instant.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC')
}

/** `1 case`, `2 cases`. */
export function count(number: number, word: string, words = `${word}s`): string {
  return `${number} ${number === 1 ? word : words}`
}

/** Why a waiver has to be removed from the profile. */
export const staleReasons: Readonly<Record<StaleWaiver['why'], string>> = {
  expired: 'has expired',
  passes: 'is no longer needed: what it waives passes',
  unknown: 'names an unknown case or wire check',
}
