/**
 * A request the bank refuses. Thrown anywhere below a route; `answer.ts` alone makes it a body.
 *
 * @module
 */
import { concerns, type ErrorDetail, type OperationId, type RequirementId, requirement } from '#standard/index.js'
import { type Condition, type Part, type RefusalStatus, refusalStatuses } from './refusals/condition.js'
import { type ConditionName, conditions, type FactsFor, type ProblemName } from './refusals/conditions.js'

/** Why a request is refused. Only `detail` is sent. */
export interface Reason {
  readonly condition: ConditionName
  /** The row of the ledger that requires the refusal. */
  readonly row?: RequirementId
  /** Where there is no such row: the number of the record in docs/decisions. */
  readonly decision?: string
  /** The error detail of the answer; absent on statuses without a body. */
  readonly detail?: ErrorDetail
  /** How many further problems this one stands for, which are not listed. */
  readonly leftOut?: number
}

/** How many problems an answer lists (decision 0058). */
export const mostProblems = 100

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: RefusalStatus
  /** More than one only on 400. */
  readonly reasons: readonly Reason[]
  /** Response headers besides the usual: `Allow`, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  /** @param options `cause`, the original error: for the log, never for the answer */
  constructor(
    status: RefusalStatus,
    reasons: readonly Reason[],
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    const descriptions = reasons.map(
      ({ condition, row, decision }) => `${condition} (${row ?? `decision ${decision}`})`,
    )
    super(`${refusalStatuses[status].label}: ${descriptions.join(', ')}`, options)
    this.status = status
    this.reasons = reasons
    this.headers = headers
  }
}

/** A refusal for one condition. */
export function refusal<Name extends ConditionName>(name: Name, ...[facts]: FactsFor<Name>): ApiError {
  const condition: Condition = conditions[name]
  const headers = 'headers' in condition && condition.headers ? filledIn(condition.headers, facts) : {}
  const options = facts && 'cause' in facts ? { cause: facts.cause } : undefined
  return new ApiError(condition.status, [reasonOf(name, facts)], headers, options)
}

/** One of the problems of a request, to be refused together with the others. */
export function problem<Name extends ProblemName>(name: Name, ...[facts]: FactsFor<Name>): Reason {
  return reasonOf(name, facts)
}

/** 400 with the problems found: of more than 100, the first, and one that says how many more there are. */
export function badRequest(problems: readonly Reason[]): ApiError {
  const listed = problems.filter(({ leftOut }) => leftOut === undefined)
  const counted = problems.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0)
  const more = counted + Math.max(0, listed.length - mostProblems)
  return new ApiError(400, more === 0 ? problems : [...listed.slice(0, mostProblems), problemsLeftOut(more)])
}

/** Stands for the problems that an answer does not list. */
export const problemsLeftOut = (more: number): Reason => ({ ...problem('problemsLeftOut', { more }), leftOut: more })

function reasonOf(name: ConditionName, facts: unknown): Reason {
  const condition: Condition = conditions[name]
  const origin = 'rows' in condition ? { row: rowFor(condition.rows, facts) } : originOf(condition)
  if (!('code' in condition)) return { condition: name, ...origin }
  const path = condition.path && filledIn(condition.path, facts).slice(0, 500)
  const message = filledIn(condition.message, facts).slice(0, 500)
  return {
    condition: name,
    ...origin,
    detail: { ErrorCode: condition.code, Message: message, ...(path && { Path: path }) },
  }
}

const originOf = (condition: { row: RequirementId } | { decision: string }) =>
  'row' in condition ? { row: condition.row } : { decision: condition.decision }

/** The row that applies to the operation. */
function rowFor(rows: readonly [RequirementId, ...RequirementId[]], facts: unknown): RequirementId {
  const { operationId } = facts as { readonly operationId: OperationId }
  return rows.find((row) => concerns(requirement(row), operationId)) ?? rows[0]
}

/** A part of a condition, computed from the facts where it is a function. */
function filledIn<Made extends string | Readonly<Record<string, string>>>(
  part: Part<Made, never>,
  facts: unknown,
): Made {
  return typeof part === 'function' ? part(facts as never) : part
}
