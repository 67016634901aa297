/**
 * What stops a case or a starting point without being a finding of its own.
 *
 * @module
 */
import type { CaseEntry } from '../transcript/entry.js'
import type { Failure } from '../transcript/failure.js'
import type { Outcome, WireResponse } from '../transcript/wire.js'

export type Blame = NonNullable<CaseEntry['couldNotRun']>['blame']

/** A case can not go on; the reason is for people, the blame for the report. */
export class CouldNotRun extends Error {
  readonly blame: Blame

  constructor(reason: string, blame: Blame, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'CouldNotRun'
    this.blame = blame
  }
}

/** The run is over: its deadline has passed or somebody stopped it. Cases under way leave no result. */
export class RunEnded extends Error {
  constructor() {
    super('the run ended')
    this.name = 'RunEnded'
  }
}

/** Nobody can say whose fault a lost connection is; a bank that answers for ever or never is its own. */
export function blameOf(failure: Failure): Blame {
  return failure.kind === 'timeout' || failure.kind === 'too-large' ? 'bank' : 'network'
}

/**
 * The answer, when it has the status a starting point needs.
 *
 * @param what names the call in the reason: `POST /account-access-consents`
 * @throws {CouldNotRun} otherwise
 */
export function expectStatus(what: string, outcome: Outcome, status: number): WireResponse {
  if ('failure' in outcome) throw new CouldNotRun(`${what}: ${outcome.failure.message}`, blameOf(outcome.failure))
  if (outcome.response.status === status) return outcome.response
  throw new CouldNotRun(`${what} answered ${outcome.response.status}, expected ${status}`, 'bank')
}

/** The JSON object in the body of an answer. */
export function jsonObject(what: string, response: WireResponse): Readonly<Record<string, unknown>> {
  const value = parseJson(response.body)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CouldNotRun(`${what} answered ${response.status} without a JSON object`, 'bank')
}

/** The value of a JSON text, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
