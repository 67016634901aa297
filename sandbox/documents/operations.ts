/**
 * One operation as OpenAPI describes it, made from its row.
 *
 * @module
 */
import {
  ErrorResponse,
  forVersion,
  type Operation,
  type OperationId,
  operation,
  statusesWithErrorBody,
  type Version,
} from '#standard/index.js'
import type { PaymentHeaders } from '../http/payment-headers.js'
import { queryParametersOf } from '../http/query-parameters.js'
import { headersOf, headersOfAnswer } from './headers.js'
import type { DocumentSchema, Schemas } from './schemas.js'
import { securityOf } from './security.js'
import { tagOf } from './tags.js'

export interface DescribedOperation {
  readonly id: OperationId
  readonly version: Version
  readonly paymentHeaders: PaymentHeaders
  readonly schemas: Schemas
  /** A body that the bank takes as it stands. */
  readonly example?: unknown
  /** A body that the bank answers. */
  readonly answer?: unknown
  /** Values of parameters that are there in the sample bank. */
  readonly parameterExamples?: Readonly<Record<string, string>>
}

export function describeOperation(of: DescribedOperation): Readonly<Record<string, unknown>> {
  const { id, paymentHeaders } = of
  const row = operation(id)
  const parameters = [
    ...pathParameters(row, of.parameterExamples ?? {}),
    ...queryParametersOf(row).map(({ name, schema, description }) => ({
      in: 'query',
      name,
      description,
      required: false,
      schema: of.schemas.inline(schema),
    })),
    ...headersOf(row, paymentHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  const body = requestBody(of, row)
  return {
    operationId: id,
    summary: row.summary,
    description: describe(row, paymentHeaders),
    tags: [tagOf(row).name],
    security: securityOf(row),
    parameters,
    ...(body && { requestBody: body }),
    responses: responses(of, row),
  }
}

const capitalised = (id: string) => id[0]?.toUpperCase() + id.slice(1)

function pathParameters({ path }: Operation, examples: Readonly<Record<string, string>>) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const example = examples[name as string]
    return {
      in: 'path',
      name,
      required: true,
      description: `The ${name} that an answer has shown.`,
      schema: { type: 'string', minLength: 1, maxLength: 128 },
      ...(example !== undefined && { example }),
    }
  })
}

function requestBody({ id, version, schemas, example }: DescribedOperation, row: Operation) {
  if (row.sends) {
    const sent = { schema: file, ...(example !== undefined && { example }) }
    return { required: true, content: Object.fromEntries(row.sends.map((type) => [type, sent])) }
  }
  if (id === 'notifyEvent') {
    return {
      required: true,
      content: { 'application/jwt': { schema: { type: 'string', description: 'An event token.' } } },
    }
  }
  if (!row.body) return undefined
  const schema = schemas.named(forVersion(row.body, version), `${capitalised(id)}Request`)
  return { required: true, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

/** A file of XML, which is text. */
const file = { type: 'string' } as const

/** What each status of an error means. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request, or what it is about, is not as it has to be: each problem with its code and place.',
  401: 'The token is missing, unknown, ended, or its consent has ended. No body.',
  403: 'The token is of another kind, or lacks the scope or the permission.',
  404: 'There is no such path. No body.',
  405: 'The path has other methods. No body.',
  406: 'Answers are JSON in UTF-8, and `Accept` excludes it. No body.',
  413: 'The body is larger than the bank reads. No body.',
  415: 'The body is of another media type. No body.',
  429: 'The quota of the TPP is used up. No body.',
  500: 'The bank could not answer.',
}

function responses(of: DescribedOperation, row: Operation): Readonly<Record<string, unknown>> {
  const takesBody = row.body !== undefined || row.sends !== undefined
  const statuses = new Set<number>([...row.errors, ...(row.otherErrors ?? []), ...(takesBody ? [413, 415] : [])])
  const errors = [...statuses].sort((a, b) => a - b).map((status) => [status, errorResponse(status, of, row)])
  return { [row.success]: successResponse(of, row), ...Object.fromEntries(errors) }
}

function successResponse({ id, version, schemas, paymentHeaders, answer }: DescribedOperation, row: Operation) {
  const content = contentOf()
  return {
    description: content ? 'Done, with what it shows.' : 'Done. No body.',
    headers: headersOfAnswer(row.success, row, paymentHeaders, content !== undefined),
    ...(content && { content }),
  }

  function contentOf():
    | Readonly<Record<string, { readonly schema: DocumentSchema; readonly example?: unknown }>>
    | undefined {
    if (row.answers) return Object.fromEntries(row.answers.map((type) => [type, { schema: file }]))
    if (!row.response) return undefined
    const schema = schemas.named(forVersion(row.response, version), `${capitalised(id)}Response`)
    return { 'application/json': { schema, ...(answer !== undefined && { example: answer }) } }
  }
}

function errorResponse(status: number, { schemas, paymentHeaders }: DescribedOperation, row: Operation) {
  const hasBody = (statusesWithErrorBody as readonly number[]).includes(status)
  return {
    description: meanings[status] ?? 'An error.',
    headers: headersOfAnswer(status, row, paymentHeaders, hasBody),
    ...(hasBody && { content: { 'application/json': { schema: schemas.named(ErrorResponse, 'ErrorResponse') } } }),
  }
}

const listed = (items: readonly string[], joint: string) =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`

const quoted = (items: readonly string[]) => items.map((item) => `\`${item}\``)

/** What a caller needs to know, in plain words. */
function describe(row: Operation, { userToken, idempotencyKey, signatures }: PaymentHeaders): string {
  const scopes = listed(quoted(row.scopes), 'or')
  const token =
    row.token === 'none'
      ? 'Takes no token: a TPP has it, and the bank one of its own to try.'
      : row.token === 'public'
        ? `Takes the token of a TPP (client credentials, scope ${scopes}).`
        : `Takes the token of a consent that the customer has approved (scope ${scopes}).`
  const isSigned = signatures.mode !== 'off' && row.signed
  return [
    `${row.summary}.`,
    token,
    ...(row.permissions ? [`The consent has ${listed(quoted(row.permissions), 'or')}.`] : []),
    ...(row.userToken && userToken.mode !== 'off'
      ? [`A user token comes in \`${userToken.header}\`${userToken.mode === 'optional' ? ', or none' : ''}.`]
      : []),
    ...(row.idempotent
      ? [
          `\`x-idempotency-key\`${idempotencyKey === 'required' ? '' : ', where it comes,'} makes a repeated request the same request.`,
        ]
      : []),
    ...(isSigned && row.signed?.includes('response') ? ['The answer is signed in `x-jws-signature`.'] : []),
    ...(queryParametersOf(row).length > 0 ? ['Answers by pages: `Links.Next` is the next one.'] : []),
  ].join(' ')
}
