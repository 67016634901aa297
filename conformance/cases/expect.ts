/**
 * Expectations that come in groups: a refusal, and what its error body says.
 *
 * @module
 */
import type { ErrorCode, RequirementId } from '#standard/index.js'
import type { Expectation } from './case.js'

type Rows = RequirementId | readonly RequirementId[]

/** Statuses that refuse what a request says. The document does not show which of them a condition leads to. */
export const refusals = [400, 403, 404, 409, 422] as const

/** Statuses of something that is not offered: anything that is no success and no server error. */
export const notOffered = [400, 401, 403, 404, 405] as const

const at = (step: number | undefined) => (step === undefined ? {} : { step })

/** A member of the request is at fault. */
export interface FieldFault {
  readonly errorCode: ErrorCode | readonly ErrorCode[]
  readonly path?: string
  /** Rows that say how the field has to be; the request is refused. */
  readonly rule?: Rows
  /** Rows that say which status, code and path the refusal has. */
  readonly answer: Rows
  readonly step?: number
}

/** The request is refused; the refusal is a 400 that names the code and the place. */
export function fieldFault({ errorCode, path, rule, answer, step }: FieldFault): [Expectation, ...Expectation[]] {
  return [
    { status: 400, proves: answer, ...at(step) },
    { errorCode, ...(path !== undefined && { path }), proves: answer, ...at(step) },
    ...(rule === undefined ? [] : [{ status: refusals, proves: rule, ...at(step) }]),
  ]
}

/** No such id: 400 with Resource.NotFound; a 404 is tolerated, for the document lists it without a condition. */
export function unknownId(answer: Rows, step?: number): [Expectation, Expectation] {
  return [
    { status: 400, tolerates: [404], proves: answer, ...at(step) },
    { errorCode: 'Resource.NotFound', proves: answer, ...at(step) },
  ]
}

/** The accounts came: a 200 that lists them. */
export function accountsCame(proves: Rows, step?: number): [Expectation, Expectation] {
  return [
    { status: 200, proves, ...at(step) },
    { present: ['Data.Account[].AccountId'], proves, ...at(step) },
  ]
}

/** The consent was made: a 201 that says which. */
export function consentMade(proves: Rows, step?: number): [Expectation, Expectation] {
  return [
    { status: 201, proves, ...at(step) },
    { present: ['Data.ConsentId'], proves, ...at(step) },
  ]
}

/** The consent has this status. */
export function consentIs(status: string, proves: Rows, step?: number): Expectation {
  return { body: { 'Data.Status': status }, proves, ...at(step) }
}
