/**
 * What was seen when one expectation was held against the transcript, before it is weighed.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { Case, Ref, Value } from '../cases/case.js'
import { valueAt } from './paths.js'
import { type Answered, type ChainedExchange, type ChainedJourney, isAnswered, jsonOf } from './reading.js'
import type { Blame } from './verdict.js'

/** One way in which an answer is not what it must be. */
export interface Breach {
  /** A JSON pointer or a header name. */
  readonly pointer?: string
  readonly expected: string
  readonly received: string
  /** The case tolerates it: it weighs no more than an inferred `should`. */
  readonly tolerated?: true
}

export type Look =
  | { readonly kind: 'held'; readonly evidence: readonly number[] }
  | { readonly kind: 'broken'; readonly evidence: readonly number[]; readonly breaches: readonly Breach[] }
  /** There was nothing to look at. */
  | {
      readonly kind: 'unseen'
      readonly evidence: readonly number[]
      readonly reason: string
      readonly blame: Exclude<Blame, 'spec-gap'>
    }
  /** The bank does not have what the rule speaks of, and need not have it. */
  | { readonly kind: 'not-applicable'; readonly evidence: readonly number[]; readonly reason: string }

/** What an expectation or matcher may look at: the entries of one case, by step. */
export interface Sight {
  readonly test: Case
  readonly version: Version
  readonly given: Readonly<Record<string, string>>
  /** Index of the step the expectation is about. */
  readonly step: number
  exchanges(step: number): readonly ChainedExchange[]
  journeys(step: number): readonly ChainedJourney[]
}

/** Held when there are no breaches. */
export function held(evidence: readonly number[], breaches: readonly Breach[] = []): Look {
  return breaches.length === 0 ? { kind: 'held', evidence } : { kind: 'broken', evidence, breaches }
}

export function unseen(
  reason: string,
  blame: Exclude<Blame, 'spec-gap'> = 'bank',
  evidence: readonly number[] = [],
): Look {
  return { kind: 'unseen', evidence, reason, blame }
}

export function notApplicable(reason: string, evidence: readonly number[] = []): Look {
  return { kind: 'not-applicable', evidence, reason }
}

/** The last answer to a step, or why there is none. */
export function answerTo(sight: Sight, step: number = sight.step): Answered | Look {
  const last = sight.exchanges(step).at(-1)
  if (!last) return unseen(`step ${step + 1} was not sent`, 'suite')
  if (isAnswered(last)) return last
  const { kind, message } = last.failure ?? { kind: 'reset', message: 'no answer' }
  const blame = kind === 'timeout' || kind === 'too-large' ? 'bank' : 'network'
  return unseen(`no complete answer to step ${step + 1}: ${kind}, ${message}`, blame, [last.seq])
}

/** The JSON body of the last answer to a step, or `undefined`. */
export function bodyOf(sight: Sight, step: number = sight.step): unknown {
  const answer = answerTo(sight, step)
  return answer.kind === 'exchange' ? jsonOf(answer.response.body) : undefined
}

/** The JSON body of the last request of a step, or `undefined`. */
export function requestOf(sight: Sight, step: number): unknown {
  return jsonOf(sight.exchanges(step).at(-1)?.request.body)
}

export function isRef(value: Value): value is Ref {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'from' in value
}

/**
 * A value with its references filled in from the starting point and earlier answers; `undefined` when one of them leads
 * nowhere. Fresh ids and instants are made by the runner and are not known here.
 */
export function resolve(value: Value, sight: Sight): unknown {
  if (isRef(value)) {
    if (value.from === 'given') return sight.given[value.name]
    return value.from === 'step' && !value.queryDate ? valueAt(bodyOf(sight, value.step), value.path) : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, resolve(each, sight)] as const)
  if (entries.some(([, each]) => each === undefined)) return undefined
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
