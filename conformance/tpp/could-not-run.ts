/**
 * What keeps a case or a starting point from being completed without being a finding about the bank.
 *
 * @module
 */

import { type Failure, isOfServer } from '../http/failure.js'
import type { HttpOutcome, HttpResponse } from '../http/http-client.js'
import type { CaseEntry } from '../transcript/entry.js'
import { readJsonText } from '../transcript/json.js'
import { entryOf } from '../transcript/provenance.js'

export type Blame = NonNullable<CaseEntry['couldNotRun']>['blame']

/** A case cannot be completed; the message says why, `blame` who has to act. */
export class CouldNotRun extends Error {
  readonly blame: Blame
  /** The entry of the transcript that explains it: that of the first cause, where it has one. */
  readonly entry: number | undefined

  constructor(reason: string, blame: Blame, options?: ErrorOptions & { readonly entry?: number | undefined }) {
    super(reason, options)
    this.name = 'CouldNotRun'
    this.blame = blame
    this.entry = (options?.cause instanceof CouldNotRun ? options.cause.entry : undefined) ?? options?.entry
  }
}

/** For `catch`, where going on without a value is right: passes on every other error. */
export function unlessItCouldNotRun(error: unknown): undefined {
  if (!(error instanceof CouldNotRun)) throw error
}

/** The run is over: its deadline has passed or it was aborted. Cases in progress leave no result. */
export class RunEnded extends Error {
  constructor() {
    super('the run ended')
    this.name = 'RunEnded'
  }
}

/** Nobody knows who is at fault for a lost connection; an endless, broken or missing answer is the bank's fault. */
export function blameOf(failure: Failure): Blame {
  return isOfServer(failure) ? 'bank' : 'network'
}

/**
 * The answer, when it has the status a starting point needs.
 *
 * @param what names the call in the reason: `POST /account-access-consents`
 * @throws {CouldNotRun} otherwise
 */
export function expectStatus(what: string, outcome: HttpOutcome, status: number): HttpResponse {
  const entry = entryOf(outcome)
  if ('failure' in outcome)
    throw new CouldNotRun(`${what}: ${outcome.failure.message}`, blameOf(outcome.failure), { entry })
  if (outcome.response.status === status) return outcome.response
  throw new CouldNotRun(`${what} answered ${outcome.response.status}, expected ${status}`, 'bank', { entry })
}

/** The JSON object in the body of an answer. */
export function jsonObject(what: string, response: HttpResponse): Readonly<Record<string, unknown>> {
  const value = parseJson(response.body)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  const entry = entryOf(response)
  throw new CouldNotRun(`${what} answered ${response.status} without a JSON object`, 'bank', { entry })
}

/** The value of a JSON text, or `undefined` when it is none. */
export function parseJson(text: string): unknown {
  const reading = readJsonText(text)
  return 'value' in reading ? reading.value : undefined
}
