/**
 * Bodies: there where the standard gives one, JSON, and absent where it gives none.
 *
 * @module
 */
import {
  answerRows,
  type ErrorStatus,
  judgedOperations,
  operation,
  type RequirementId,
  statusesWithErrorBody,
} from '#standard/index.js'
import { repeatedName } from '../../transcript/json.js'
import { headerValue, headerValues, mediaType, saysSomething, show, shownInstead } from '../reading.js'
import { type ApiExchange, each, type OneBreach, speaksOf, type WireCheck } from './check.js'

/** Statuses the standard describes no error body for. */
const withoutBody: readonly number[] = [404, 405, 406, 415, 429]

/** True for a refusal whose body nobody describes: it may be of any type. */
const isUndescribed = (status: number) => status === 401 || withoutBody.includes(status)

const isSuccess = ({ operation: id, status }: ApiExchange) => id !== undefined && operation(id).success === status

/** True when the standard gives this answer a body. */
export function isDue(seen: ApiExchange): boolean {
  if (seen.method === 'HEAD') return false
  if (statusesWithErrorBody.includes(seen.status as ErrorStatus)) return true
  return isSuccess(seen) && seen.operation !== undefined && operation(seen.operation).response !== undefined
}

const rowsByStatus: Readonly<Record<ErrorStatus & (400 | 403 | 500), RequirementId>> = {
  400: 'ERR-REQ-100',
  403: 'ERR-REQ-110',
  500: 'ERR-REQ-120',
}

/** The rows that give errors their body. */
export const errorBodyRows: readonly RequirementId[] = Object.values(rowsByStatus)

/** The rows that give successes their body. */
export const bodyRows: readonly RequirementId[] = judgedOperations.flatMap((id) => answerRows(id).body ?? [])

/** The row that gives an answer its body. */
export function bodyRow({ operation: id, status }: Pick<ApiExchange, 'operation' | 'status'>): RequirementId {
  const ofError = (rowsByStatus as Readonly<Partial<Record<number, RequirementId>>>)[status]
  if (ofError) return ofError
  const ofSuccess = id && answerRows(id).body
  if (!ofSuccess) throw new Error(`no row of the ledger gives a ${status} of ${id ?? 'no operation'} a body`)
  return ofSuccess
}

function readable(seen: ApiExchange): OneBreach[] {
  const { body } = seen
  if (body.kind === 'json' && saysSomething(body.value)) {
    const name = repeatedName(seen.exchange.response.body, body.value)
    if (name === undefined) return []
    const expected = 'each name once in an object'
    return [{ expected, received: `${show(name)} twice`, proves: [bodyRow(seen)], basis: 'framework' }]
  }
  const received = shownInstead(seen.exchange.response)
  const breach = { expected: `a JSON object as the body of a ${seen.status}`, received, proves: [bodyRow(seen)] }
  // the parent standard leaves the body of a 403 to the bank (ERR-REQ-580)
  const isNone = body.kind === 'empty' && seen.exchange.response.undecodable === undefined
  return [seen.status === 403 && isNone ? { ...breach, basis: 'inferred' } : breach]
}

/** The answer is a file. */
const isFile = (seen: ApiExchange) =>
  isSuccess(seen) && seen.operation !== undefined && operation(seen.operation).answers !== undefined

/** Text was sent that says more than `{}`, and is no file. */
const hasBody = (seen: ApiExchange) =>
  !isFile(seen) && (seen.body.kind === 'text' || (seen.body.kind === 'json' && saysSomething(seen.body.value)))

const fileRows = { getFilePaymentFile: 'FPC-REQ-070', getFilePaymentReportFile: 'FPY-REQ-030' } as const

/** A file is XML, and says so. */
function file({ operation: id, exchange, body }: ApiExchange): OneBreach[] {
  const proves = id && id in fileRows ? [fileRows[id as keyof typeof fileRows]] : []
  const types: readonly string[] = (id && operation(id).answers) ?? []
  const type = mediaType(exchange.response.headers)
  return [
    ...(types.includes(type)
      ? []
      : [{ pointer: 'content-type', expected: types.join(' or '), received: show(type), proves }]),
    ...(body.kind === 'text' && /^\ufeff?\s*</.test(body.text)
      ? []
      : [{ expected: 'an XML file', received: show(exchange.response.body), proves }]),
  ]
}

function contentType(seen: ApiExchange): OneBreach[] {
  const { headers } = seen.exchange.response
  const values = headerValues(headers, 'content-type')
  const value = values.length > 1 ? values.join(' and ') : values[0]
  const charset = /;\s*charset="?([^";\s]+)/i.exec(value ?? '')?.[1]
  const isUtf8 = charset === undefined || /^utf-?8$/i.test(charset)
  const rightBytes = seen.exchange.response.notUtf8
    ? [{ expected: 'bytes of UTF-8', received: 'others', proves: ['HDR-REQ-300'] as const }]
    : []
  if (mediaType(headers) === 'application/json' && isUtf8 && values.length === 1) return rightBytes
  const rows: readonly RequirementId[] = [
    ...(isSuccess(seen) ? (['AAC-REQ-210'] as const) : []),
    'HDR-REQ-160',
    'HDR-REQ-300',
  ]
  const proves = rows.filter(speaksOf(seen))
  return [
    { pointer: 'content-type', expected: 'application/json in UTF-8', received: show(value), proves },
    ...rightBytes,
  ]
}

/** RFC 9110 section 18.6, besides those that nobody sends over HTTP. */
const codings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'x-compress', 'identity']

const encodings = ({ exchange }: ApiExchange) => headerValues(exchange.response.headers, 'content-encoding')

function contentEncoding(seen: ApiExchange): OneBreach[] {
  const { undecodable } = seen.exchange.response
  const expected = 'the coding of the body, or none'
  const named = encodings(seen).flatMap((value) => value.split(','))
  if (named.every((each) => codings.includes(each.trim().toLowerCase())) && undecodable === undefined) return []
  const received = undecodable ?? show(encodings(seen).join(', '))
  return [{ pointer: 'content-encoding', expected, received }]
}

function none(seen: ApiExchange): OneBreach[] {
  const { body, exchange } = seen
  return body.kind === 'empty'
    ? []
    : [{ expected: `no body on a ${seen.status}`, received: show(exchange.response.body) }]
}

/** The access token of a request, or what stands in its place in a transcript. */
const tokenOf = ({ exchange }: ApiExchange) =>
  /^bearer +(\S{8,})$/i.exec(headerValue(exchange.request.headers, 'authorization') ?? '')?.[1]

function repeatsToken(seen: ApiExchange): OneBreach[] {
  const { body, headers } = seen.exchange.response
  const token = tokenOf(seen) ?? ''
  const places = [...headers, ['body', body] as const].filter(([, text]) => text.includes(token))
  return places.map(([pointer]) => ({ pointer, expected: 'an answer without the token', received: 'the token' }))
}

export const bodyChecks = [
  {
    on: 'api',
    id: 'WIR-body-json',
    title: 'An answer that has a body by the standard has it, as JSON',
    proves: [...new Set([...bodyRows, ...errorBodyRows])],
    applies: isDue,
    check: each([], readable),
  },
  {
    on: 'api',
    id: 'WIR-content-type',
    title: 'A body comes with Content-Type application/json',
    proves: ['HDR-REQ-160', 'AAC-REQ-210', 'HDR-REQ-300'],
    applies: (seen) => hasBody(seen) && !isUndescribed(seen.status),
    check: each(['HDR-REQ-300'], contentType),
  },
  {
    on: 'api',
    id: 'WIR-content-encoding',
    title: 'Content-Encoding names the codings of a body, and no others',
    proves: ['HDR-REQ-310'],
    applies: (seen) => hasBody(seen) || encodings(seen).length > 0,
    check: each(['HDR-REQ-310'], contentEncoding),
  },
  {
    on: 'api',
    id: 'WIR-file',
    title: 'A file comes as XML, with a Content-Type that says so',
    proves: Object.values(fileRows),
    applies: (seen) => isFile(seen) && seen.method !== 'HEAD',
    check: each([], file),
  },
  {
    on: 'api',
    id: 'WIR-unauthorised-no-body',
    title: 'A 401 has no body',
    proves: ['ERR-REQ-310'],
    applies: ({ status }) => status === 401,
    check: each(['ERR-REQ-310'], none),
  },
  {
    on: 'api',
    id: 'WIR-refusal-no-body',
    title: 'A 404, 405, 406, 415 or 429 has no body',
    proves: ['ERR-REQ-320'],
    applies: ({ status }) => withoutBody.includes(status),
    check: each(['ERR-REQ-320'], none),
  },
  {
    on: 'api',
    id: 'WIR-token-not-repeated',
    title: 'An answer does not repeat the access token of its request',
    proves: ['SEC-REQ-070'],
    applies: (seen) => tokenOf(seen) !== undefined,
    check: each(['SEC-REQ-070'], repeatsToken),
  },
] as const satisfies readonly WireCheck[]
