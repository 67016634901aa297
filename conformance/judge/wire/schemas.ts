/**
 * Bodies against the schema of the operation, or of the error response: every problem at once.
 *
 * @module
 */
import {
  ErrorResponse,
  type ErrorStatus,
  findProblems,
  forVersion,
  operation,
  type Problem,
  type RequirementId,
  statusesWithErrorBody,
} from '#standard/index.js'
import { bodyRow } from './bodies.js'
import { type ApiExchange, each, type OneBreach, type WireCheck } from './check.js'
import { isRead, readKinds } from './read-rows.js'
import { type AnswerKind, answerKinds, rowsOfAnswer, rowsOfProblem } from './schema-rows.js'

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

function problems(seen: ApiExchange, answer: AnswerKind, found: readonly Problem[]): OneBreach[] {
  return found
    .filter((problem) => !isOfOldVersion(problem, seen))
    .map((problem) => {
      const named = seen.operation === 'patchAccountAccessConsent' && answer === 'consent'
      const rows: readonly RequirementId[] = named ? ['AAC-REQ-430'] : rowsOfProblem(answer, problem, seen.version)
      const { pointer, expected, received, basis } = problem
      return { pointer, expected, received, basis, proves: rows.length > 0 ? rows : [bodyRow(seen)] }
    })
}

function kindOf({ operation: id }: ApiExchange): AnswerKind {
  if (isRead(id)) return readKinds[id]
  return id === 'getAccounts' || id === 'getAccount' ? 'accounts' : 'consent'
}

export const schemaChecks = [
  {
    on: 'api',
    id: 'WIR-success-schema',
    title: 'The body of a success has the shape of its operation',
    proves: [
      ...new Set(answerKinds.filter((kind) => kind !== 'error').flatMap(rowsOfAnswer)),
      'AAC-REQ-070',
      'AAC-REQ-430',
    ] as RequirementId[],
    applies: (seen) => schemaOf(seen) !== undefined,
    check: each([], (seen: ApiExchange) => {
      const schema = schemaOf(seen)
      if (!schema || seen.body.kind !== 'json') return []
      return problems(seen, kindOf(seen), findProblems(schema, seen.body.value))
    }),
  },
  {
    on: 'api',
    id: 'WIR-error-schema',
    title: 'The body of a 400, 403 or 500 is the error response',
    proves: [...rowsOfAnswer('error'), 'ERR-REQ-100', 'ERR-REQ-110', 'ERR-REQ-120'] as RequirementId[],
    applies: isError,
    check: each([], (seen: ApiExchange) =>
      seen.body.kind === 'json' ? problems(seen, 'error', findProblems(ErrorResponse, seen.body.value)) : [],
    ),
  },
] as const satisfies readonly WireCheck[]
