/**
 * What was found when one expectation was compared with the record of a case, before its severity is known.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import { type Case, isRef, type Value } from '../cases/case.js'
import { valueAt } from '../cases/paths.js'
import { isOfServer } from '../transcript/entry.js'
import {
  type Answered,
  type ChainedExchange,
  type ChainedJourney,
  type ChainedNotification,
  isAnswered,
  jsonOf,
} from './reading.js'
import type { Blame } from './verdict.js'

/** One way in which an answer is not what it must be. */
export interface Breach {
  /** A JSON pointer or a header name. */
  readonly pointer?: string
  readonly expected: string
  readonly received: string
  /** The case tolerates it: it is judged no more severely than an inferred `should`. */
  readonly tolerated?: true
}

export type Observation =
  | { readonly kind: 'met'; readonly evidence: readonly number[] }
  | { readonly kind: 'broken'; readonly evidence: readonly number[]; readonly breaches: readonly Breach[] }
  /** There was nothing to check. */
  | {
      readonly kind: 'unseen'
      readonly evidence: readonly number[]
      readonly reason: string
      readonly blame: Exclude<Blame, 'spec-gap'>
    }
  /** The bank does not have what the rule is about, and need not have it. */
  | { readonly kind: 'not-applicable'; readonly evidence: readonly number[]; readonly reason: string }

/** The entries of the transcript that belong to one case, by step: all that an expectation or matcher may look at. */
export interface CaseRecord {
  readonly test: Case
  readonly version: Version
  readonly given: Readonly<Record<string, string>>
  /** Index of the step the expectation is about. */
  readonly step: number
  exchanges(step: number): readonly ChainedExchange[]
  journeys(step: number): readonly ChainedJourney[]
  /** All that came to the callback of the case, in order. */
  readonly notifications: readonly ChainedNotification[]
}

/** Met when there are no breaches. */
export function observed(evidence: readonly number[], breaches: readonly Breach[] = []): Observation {
  return breaches.length === 0 ? { kind: 'met', evidence } : { kind: 'broken', evidence, breaches }
}

export function unseen(
  reason: string,
  blame: Exclude<Blame, 'spec-gap'> = 'bank',
  evidence: readonly number[] = [],
): Observation {
  return { kind: 'unseen', evidence, reason, blame }
}

export function notApplicable(reason: string, evidence: readonly number[] = []): Observation {
  return { kind: 'not-applicable', evidence, reason }
}

/** The last answer to a step, or why there is none. */
export function answerTo(record: CaseRecord, step: number = record.step): Answered | Observation {
  const last = record.exchanges(step).at(-1)
  if (!last) return unseen(`step ${step + 1} was not sent`, 'suite')
  if (isAnswered(last)) return last
  const failure = last.failure ?? { kind: 'reset' as const, message: 'no answer' }
  const blame = isOfServer(failure) ? 'bank' : 'network'
  return unseen(`no complete answer to step ${step + 1}: ${failure.kind}, ${failure.message}`, blame, [last.seq])
}

/** The JSON body of the last answer to a step, or `undefined`. */
export function bodyOf(record: CaseRecord, step: number = record.step): unknown {
  const answer = answerTo(record, step)
  return answer.kind === 'exchange' ? jsonOf(answer.response.body) : undefined
}

/** The JSON body of the last request of a step, or `undefined`. */
export function requestOf(record: CaseRecord, step: number): unknown {
  return jsonOf(record.exchanges(step).at(-1)?.request.body)
}

/**
 * A value with its references filled in from the starting point and earlier answers; `undefined` when one of
 * them has no value. Fresh ids and times are made by the runner and are not known here.
 */
export function resolve(value: Value, record: CaseRecord): unknown {
  if (isRef(value)) {
    if (value.from === 'given') return record.given[value.name]
    return value.from === 'step' && !value.queryDate ? valueAt(bodyOf(record, value.step), value.path) : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, resolve(each, record)] as const)
  if (entries.some(([, each]) => each === undefined)) return undefined
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
