/**
 * Bodies against the schema of the operation, or of the error response: every problem at once.
 *
 * @module
 */
import type { TSchema } from '@sinclair/typebox'
import {
  type Basis,
  concerns,
  dateFormats,
  ErrorResponse,
  type ErrorStatus,
  firstProblems,
  forVersion,
  isDateTime,
  isDateTimeOfV0,
  judgedOperations,
  operation,
  type Problem,
  type RequirementId,
  requirement,
  rowsOfProblem,
  rowsOfSchema,
  statusesWithErrorBody,
} from '#standard/index.js'
import { valueAt } from '../../cases/paths.js'
import { bodyRow, bodyRows, errorBodyRows } from './bodies.js'
import { type ApiExchange, each, type OneBreach, speaksOf, type WireCheck } from './check.js'

const isError = ({ status, body, method }: ApiExchange) =>
  method !== 'HEAD' && body.kind === 'json' && statusesWithErrorBody.includes(status as ErrorStatus)

function schemaOf({ operation: id, status, body, method, version }: ApiExchange) {
  if (id === undefined || method === 'HEAD' || body.kind !== 'json') return undefined
  const row = operation(id)
  return row.success === status && row.response ? forVersion(row.response, version) : undefined
}

/** 0.0.1 knows a second identification that later versions dropped; FACTS 6. */
const isOfOldVersion = ({ kind, path }: Problem, { version }: ApiExchange) =>
  version === '0.0.1' && kind === 'unexpected' && path.endsWith('.SecondaryIdentification')

function problems(seen: ApiExchange, schema: TSchema): OneBreach[] {
  if (seen.body.kind !== 'json') return []
  return firstProblems(schema, seen.body.value, mostProblems)
    .problems.filter((problem) => !isOfOldVersion(problem, seen))
    .map((problem) => {
      const { pointer, expected, received, basis } = problem
      const proves = rowsOfProblem(schema, problem, bodyRow(seen), speaksOf(seen))
      return { pointer, expected, received, basis, proves, ...formOfDate(problem, seen) }
    })
}

/** Date, time and offset are there, whatever their form. */
const timeWithOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:(Z)|([+-]\d\d):?(\d\d)?)$/i

function hasOffset(value: string): boolean {
  const [, minute, seconds = ':00', zulu, hours, minutes = '00'] = timeWithOffset.exec(value) ?? []
  return minute !== undefined && isDateTime(`${minute}${seconds}${zulu ?? `${hours}:${minutes}`}`)
}

/**
 * What a date-time breaks that has all that the document asks for and writes it otherwise: the row about its form alone, and it
 * weighs no more than that row or than the one that makes the field a date-time. docs/decisions/0127.
 */
function formOfDate(
  { kind, format = '', pointer, basis }: Problem,
  { body, version }: ApiExchange,
): Partial<OneBreach> {
  if (kind !== 'format' || !dateFormats.includes(format) || body.kind !== 'json') return {}
  const value = String(valueAt(body.value, pointer))
  if (!hasOffset(value)) return {}
  const row: RequirementId = version === '0.0.1' && isDateTimeOfV0(value) ? 'FMT-REQ-180' : 'FMT-REQ-150'
  const weaker = bases.findLast((each) => each === basis || each === requirement(row).basis) ?? basis
  return { proves: [row], basis: weaker }
}

/** From strongest to weakest. */
const bases: readonly Basis[] = ['stated', 'framework', 'inferred']

/** How many problems of one body are told: a bank may send any number of properties that nobody asked for. */
const mostProblems = 1_000

/** Families share parts of schemas: a row counts where it is about the operation. */
const answerRowsOfSchemas = judgedOperations.flatMap((id) => {
  const { response, versions } = operation(id)
  const rows = response ? versions.flatMap((version) => rowsOfSchema(forVersion(response, version))) : []
  return rows.filter((row) => concerns(requirement(row), id))
})

const unique = (ids: readonly RequirementId[]) => [...new Set(ids)]

export const schemaChecks = [
  {
    on: 'api',
    id: 'WIR-success-schema',
    title: 'The body of a success has the shape of its operation',
    proves: unique([...answerRowsOfSchemas, ...bodyRows]),
    applies: (seen) => schemaOf(seen) !== undefined,
    check: each([], (seen: ApiExchange) => {
      const schema = schemaOf(seen)
      return schema ? problems(seen, schema) : []
    }),
  },
  {
    on: 'api',
    id: 'WIR-error-schema',
    title: 'The body of a 400, 403 or 500 is the error response',
    proves: unique([...rowsOfSchema(ErrorResponse), ...errorBodyRows]),
    applies: isError,
    check: each([], (seen: ApiExchange) => problems(seen, ErrorResponse)),
  },
] as const satisfies readonly WireCheck[]
