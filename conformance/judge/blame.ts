/**
 * Who has to act on what is not a pass.
 *
 * @module
 */
import type { Requirement } from '#standard/index.js'
import type { ChainedEntry } from '../transcript/entry.js'
import { exchangeRules } from './blame-of-exchanges.js'
import { journeyRules } from './blame-of-journeys.js'
import { isExchange, isJourney } from './reading.js'
import { factsOf, type RunFacts } from './run-facts.js'
import type { Severity } from './severity.js'
import type { Blame } from './verdict.js'

/** What a rule says of an entry. */
export interface Explanation {
  readonly rule: string
  readonly party: Exclude<Blame, 'spec-gap'>
  readonly title: string
  readonly advice: string
}

export interface BlameOptions {
  /** The request was faulty on purpose, or only the form of the answer is judged: that it was refused then says nothing. */
  readonly deliberate?: boolean
  /** Only the form of the answer is judged; implies `deliberate`. */
  readonly formOnly?: boolean
  /** The statuses that the case asks for. */
  readonly wanted?: readonly number[]
  /** Of the whole run. Default: those of the entry alone. */
  readonly facts?: RunFacts
}

/** The first rule that explains an entry; `undefined` where the bank is judged by what it answered. */
export function explainEntry(entry: ChainedEntry | undefined, options: BlameOptions = {}): Explanation | undefined {
  if (!entry) return undefined
  const { formOnly = false, deliberate = formOnly, wanted = [], facts = factsOf([entry]) } = options
  const rest = { deliberate, formOnly, wanted, facts }
  if (isExchange(entry)) return firstOf(exchangeRules, { entry, ...rest })
  return isJourney(entry) ? firstOf(journeyRules, { entry, ...rest }) : undefined
}

function firstOf<S>(
  rules: readonly {
    id: string
    party: Explanation['party']
    advice: string
    explains: (seen: S) => string | undefined
  }[],
  situation: S,
): Explanation | undefined {
  for (const { id, party, advice, explains } of rules) {
    const title = explains(situation)
    if (title !== undefined) return { rule: id, party, title, advice }
  }
  return undefined
}

/** Who is to blame for an entry: `bank` where no rule says otherwise. */
export function blameOf(entry: ChainedEntry | undefined, options: BlameOptions = {}): Explanation['party'] {
  return explainEntry(entry, options)?.party ?? 'bank'
}

/** Rows on which every source is silent or a bank may choose: a finding about them is nobody's fault. */
export function isOpen(row: Requirement): boolean {
  return row.basis === 'inferred' || row.strength === 'may' || row.conflictsWith !== undefined
}

/** Who is to blame for a broken row. A finding about open rows alone is a gap in the standard. */
export function blameOfBreach(severity: Severity, rows: readonly Requirement[]): 'bank' | 'spec-gap' {
  return severity === 'info' && rows.length > 0 && rows.every(isOpen) ? 'spec-gap' : 'bank'
}
