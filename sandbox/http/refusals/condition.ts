/**
 * The type of a condition: one thing that the bank refuses, its source, and its answer.
 *
 * @module
 */
import {
  type ErrorCode,
  type ErrorStatus,
  errorStatuses,
  type OperationId,
  type RequirementId,
} from '#standard/index.js'

/**
 * `413` is not a status of the standard; it answers a body over the limit (docs/decisions/0130). Nor is `409`, for a second
 * subscription where a TPP may have one alone (row EVT-REQ-220).
 */
export type RefusalStatus = ErrorStatus | 409 | 413

/** Every status of a refusal: the label and message of its body. Without `message` there is no body. */
export const refusalStatuses = {
  400: { label: errorStatuses[400], message: 'The request was not accepted' },
  401: { label: errorStatuses[401] },
  403: { label: errorStatuses[403], message: 'The request is not allowed' },
  404: { label: errorStatuses[404] },
  405: { label: errorStatuses[405] },
  406: { label: errorStatuses[406] },
  409: { label: '409 Conflict' },
  413: { label: '413 ContentTooLarge', message: 'The request is larger than the bank takes' },
  415: { label: errorStatuses[415] },
  429: { label: errorStatuses[429] },
  500: { label: errorStatuses[500], message: 'The bank could not answer' },
} as const satisfies Readonly<Record<RefusalStatus, { readonly label: string; readonly message?: string }>>

/** The statuses whose answer has a body. */
type StatusWithBody = {
  [Status in RefusalStatus]: (typeof refusalStatuses)[Status] extends { readonly message: string } ? Status : never
}[RefusalStatus]

/**
 * The source of a condition: the row of the ledger that requires the refusal, or of `rows` the one that applies to
 * the operation. Where there is none, the number of the record in docs/decisions.
 */
type Origin =
  | { readonly row: RequirementId }
  | { readonly rows: readonly [RequirementId, RequirementId, ...RequirementId[]] }
  | { readonly decision: `${number}` }

/** A part of an answer, or a function that makes it from the facts of a request. */
export type Part<Made, Facts> = Made | ((facts: Facts) => Made)

interface ConditionWithBody<Facts> {
  readonly status: StatusWithBody
  readonly code: ErrorCode
  /** What was received and what is allowed. */
  readonly message: Part<string, Facts>
  /** The field, header or parameter at fault. */
  readonly path?: Part<string, Facts>
}

interface ConditionWithoutBody {
  readonly status: Exclude<RefusalStatus, StatusWithBody>
}

interface WithHeaders<Facts> {
  /** Response headers besides the usual. */
  readonly headers?: Part<Readonly<Record<string, string>>, Facts>
}

export type Condition<Facts = never> = Origin & WithHeaders<Facts> & (ConditionWithBody<Facts> | ConditionWithoutBody)

type Needs<Given> = Given extends (facts: infer Facts) => unknown ? Facts : unknown

/**
 * The facts a refusal needs: those its texts and headers are made from, and the operation where the row depends on
 * it.
 */
export type FactsOf<Row extends Condition> = (Row extends { readonly message: infer Given } ? Needs<Given> : unknown) &
  (Row extends { readonly path: infer Given } ? Needs<Given> : unknown) &
  (Row extends { readonly headers: infer Given } ? Needs<Given> : unknown) &
  (Row extends { readonly rows: unknown } ? { readonly operationId: OperationId } : unknown)
