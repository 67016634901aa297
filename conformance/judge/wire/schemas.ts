/**
 * Bodies against the schema of the operation, or of the error response: every problem at once.
 *
 * @module
 */
import type { TSchema } from '@sinclair/typebox'
import {
  concerns,
  ErrorResponse,
  type ErrorStatus,
  firstProblems,
  forVersion,
  judgedOperations,
  operation,
  type Problem,
  type RequirementId,
  requirement,
  rowsOfProblem,
  rowsOfSchema,
  statusesWithErrorBody,
} from '#standard/index.js'
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
      return { pointer, expected, received, basis, proves }
    })
}

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
