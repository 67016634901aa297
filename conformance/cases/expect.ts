/**
 * Expectations that several cases share: a refusal, and its error body.
 *
 * @module
 */
import type { ErrorCode, RequirementId } from '#standard/index.js'
import type { Expectation } from './case.js'

type Rows = RequirementId | readonly RequirementId[]

/** Statuses of a refused request. The source document does not show which of them belongs to which condition. */
export const refusals = [400, 403, 404, 409, 422] as const

/** Statuses of something that is not offered: anything that is no success and no server error. */
export const notOffered = [400, 401, 403, 404, 405] as const

const at = (step: number | undefined) => (step === undefined ? {} : { step })

/** A member of the request is at fault. */
export interface FieldFault {
  readonly errorCode: ErrorCode | readonly ErrorCode[]
  readonly path?: string
  /** Rows that say how the field has to be, so that the request is refused. */
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

/** A 200 with a list of accounts. */
export function accountsCame(proves: Rows, step?: number): [Expectation, Expectation] {
  return [
    { status: 200, proves, ...at(step) },
    { present: ['Data.Account[].AccountId'], proves, ...at(step) },
  ]
}

/** A 201 with the id of the new consent. */
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

/** A caller without a token of this bank gets nothing on each of the first steps. */
export function unauthorised(steps: number): [Expectation, ...Expectation[]] {
  const all = Array.from({ length: steps }, (_, step): Expectation[] => [
    { status: [400, 401, 403], step, proves: 'AUT-REQ-010' },
    { status: 401, step, proves: ['AUT-REQ-340', 'HDR-REQ-180', 'ERR-REQ-020'] },
  ])
  return all.flat() as [Expectation, ...Expectation[]]
}

/** An access token as RFC 6749 section 5.1 has it. */
export function tokenIssued(step?: number): [Expectation, ...Expectation[]] {
  return [
    { status: 200, proves: 'AUT-REQ-360', ...at(step) },
    { present: ['access_token'], proves: 'AUT-REQ-400', ...at(step) },
    { matches: 'textInAnyCase', with: { path: 'token_type', value: 'Bearer' }, proves: 'AUT-REQ-410', ...at(step) },
    { matches: 'positiveNumber', with: { path: 'expires_in' }, proves: 'AUT-REQ-420', ...at(step) },
  ]
}

/** An error as RFC 6749 section 5.2 has it, of the last step unless another is named. */
export const oauthError = (status: number, error: string, proves: Rows, step?: number): [Expectation, Expectation] => [
  { status, proves, ...at(step) },
  { body: { error }, proves, ...at(step) },
]
