/**
 * Makes the record of a case, for tests of expectations and matchers.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { Case, Step } from '../../cases/case.js'
import type { Entry } from '../../transcript/entry.js'
import type { CaseRecord, Observation } from '../observation.js'
import { isExchange, isJourney, isNotification } from '../reading.js'
import { chain, type ExchangeParts, exchangeEntry } from './transcripts.js'

export const anyCase: Case = {
  id: 'TST-001',
  title: 'does what it should',
  operation: 'getAccountAccessConsent',
  versions: ['0.0.1', '1.0.0'],
  ref: 'Nowhere',
  given: 'nothing',
  steps: [{ call: 'getAccountAccessConsent' }],
  expect: [{ status: 200, proves: 'AAC-REQ-020' }],
}

export interface RecordParts {
  readonly given?: Readonly<Record<string, string>>
  readonly version?: Version
  /** Default the step of the last entry. */
  readonly step?: number
}

/** The record of some entries; each must have its `step`. */
export function recordOf(
  entries: readonly Entry[],
  { given = {}, version = '1.0.0', step }: RecordParts = {},
): CaseRecord {
  const chained = chain(entries)
  const steps = entries.map((entry) => ('step' in entry ? (entry.step ?? 0) : 0))
  const last = Math.max(0, ...steps)
  const some: Step = { call: 'getAccountAccessConsent' }
  return {
    test: { ...anyCase, steps: [some, ...Array<Step>(last).fill(some)] },
    version,
    given,
    step: step ?? last,
    exchanges: (index) => chained.filter(isExchange).filter((entry) => entry.step === index),
    journeys: (index) => chained.filter(isJourney).filter((entry) => entry.step === index),
    notifications: chained.filter(isNotification),
  }
}

/** Answers in the order of the steps, 200 with the body unless more is said. */
export function answers(...parts: readonly ExchangeParts[]): Entry[] {
  return parts.map((each, step) => exchangeEntry({ step, ...each }))
}

/** `met`, `not-applicable`, `unseen`, or the pointers of the breaches. */
export function outcomeOf(observation: Observation): string | (string | undefined)[] {
  return observation.kind === 'broken' ? observation.breaches.map(({ pointer }) => pointer) : observation.kind
}
