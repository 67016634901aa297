/**
 * Statuses: those the operation documents, 404 for a path and 405 for a method that is not there, and no server errors.
 *
 * @module
 */
import { answerRows, isHttpDate, judgedOperations, operation, type RequirementId } from '#standard/index.js'
import { select } from '../../cases/paths.js'
import { headerValue, headerValues, show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, type WireCheck } from './check.js'
import { textProblems } from './error-text.js'

const statusRows = judgedOperations.flatMap((id) => [answerRows(id).success, answerRows(id).errors])

export const statusChecks = [
  {
    on: 'api',
    id: 'WIR-status-documented',
    title: 'The status of an answer is one that its operation documents',
    proves: [...new Set<RequirementId>([...statusRows, 'ERR-REQ-590', 'ERR-REQ-600'])],
    applies: ({ method }) => method !== 'OPTIONS',
    check: each([], documented),
  },
  {
    on: 'api',
    id: 'WIR-no-server-error',
    title: 'A request is refused with a 4xx and never with a 5xx',
    proves: ['ERR-REQ-090', 'ERR-REQ-610'],
    applies: ({ status }) => status >= 400,
    check: each(['ERR-REQ-090'], serverError),
  },
  {
    on: 'api',
    id: 'WIR-www-authenticate',
    title: 'A 401 names the scheme Bearer in WWW-Authenticate',
    proves: ['AUT-REQ-850'],
    applies: ({ status }) => status === 401,
    check: each(['AUT-REQ-850'], ({ exchange }: ApiExchange) => {
      const value = headerValue(exchange.response.headers, 'www-authenticate')
      const fits = value !== undefined && /(^|,)\s*Bearer\b/i.test(value)
      return fits ? [] : [{ pointer: 'www-authenticate', expected: 'the scheme Bearer', received: show(value) }]
    }),
  },
  {
    on: 'api',
    id: 'WIR-challenge-error',
    title: 'The error in WWW-Authenticate goes with the status, and is told in printable ASCII',
    proves: ['AUT-REQ-1000'],
    applies: (seen) => challengeOf(seen).some(([name]) => name === 'error'),
    check: each(['AUT-REQ-1000'], challenged),
  },
  {
    on: 'api',
    id: 'WIR-allow',
    title: 'A 405 lists the methods of its path in Allow',
    proves: ['ERR-REQ-650'],
    applies: ({ status, place }) => status === 405 && Object.keys(place.operations).length > 0,
    check: each(['ERR-REQ-650'], allowed),
  },
  {
    on: 'api',
    id: 'WIR-date',
    title: 'An answer says in Date when it was made, as HTTP writes dates',
    proves: ['HDR-REQ-320'],
    applies: ({ exchange }) => headerValue(exchange.response.headers, 'date') !== undefined,
    check: each(['HDR-REQ-320'], ({ exchange }: ApiExchange) => {
      const values = headerValues(exchange.response.headers, 'date')
      const fits = values.length === 1 && isHttpDate(values[0] ?? '')
      return fits ? [] : [{ pointer: 'date', expected: 'a date of HTTP', received: show(values.join(' and ')) }]
    }),
  },
  {
    on: 'api',
    id: 'WIR-retry-after',
    title: 'A 429 says in whole seconds how long to wait',
    proves: ['ERR-REQ-140'],
    applies: ({ status }) => status === 429,
    check: each(['ERR-REQ-140'], ({ exchange }: ApiExchange) => {
      const value = headerValue(exchange.response.headers, 'retry-after')
      const fits = value !== undefined && /^\d+$/.test(value)
      return fits ? [] : [{ pointer: 'retry-after', expected: 'a whole number of seconds', received: show(value) }]
    }),
  },
] as const satisfies readonly WireCheck[]

/** Those that the path offers, each of them; that there are others is nobody's loss. */
function allowed({ exchange, place }: ApiExchange): OneBreach[] {
  const values = headerValues(exchange.response.headers, 'allow')
  const listed = values.flatMap((value) => value.split(',')).map((each) => each.trim())
  const offered = Object.keys(place.operations)
  if (offered.every((method) => listed.includes(method))) return []
  return [{ pointer: 'allow', expected: offered.join(', '), received: show(values[0]) }]
}

/** A 500 is a failure of the bank; one that does not even say so is a second finding. */
function serverError({ status, body }: ApiExchange): OneBreach[] {
  if (status < 500) return []
  const breaches: OneBreach[] = [{ expected: 'a status below 500', received: String(status) }]
  const codes = body.kind === 'json' ? select(body.value, 'Errors[].ErrorCode').map(({ value }) => value) : []
  if (status === 500 && !codes.includes('UnexpectedError')) {
    const received = codes.length === 0 ? 'no ErrorCode' : show(codes)
    breaches.push({ pointer: '/Errors', expected: 'UnexpectedError on a 500', received, proves: ['ERR-REQ-610'] })
  }
  return breaches
}

function documented({ operation: id, place, status }: ApiExchange): OneBreach[] {
  const breach = (expected: string, ...proves: RequirementId[]) => [{ expected, received: String(status), proves }]
  if (id === undefined) {
    const isPath = Object.keys(place.operations).length > 0
    const wanted = isPath ? 405 : 404
    if (status === wanted || status === 429) return []
    return breach(
      `${wanted}, as ${isPath ? 'the method' : 'the path'} is not defined`,
      isPath ? 'ERR-REQ-600' : 'ERR-REQ-590',
    )
  }
  const rows = answerRows(id)
  const { success, errors, otherErrors = [] } = operation(id)
  const allowed: readonly number[] = [success, ...errors, ...otherErrors]
  if (allowed.includes(status)) return []
  if (status >= 200 && status < 300) return breach(String(success), rows.success)
  return breach(`${success} or an error of ${[...errors, ...otherErrors].join(', ')}`, rows.errors)
}

/** RFC 6750 section 3.1. */
const statusOfError: Readonly<Record<string, number>> = {
  invalid_request: 400,
  invalid_token: 401,
  insufficient_scope: 403,
}

/** The parameters of a Bearer challenge: `error="invalid_token"`. A quoted value is without its quotes. */
function challengeOf({ exchange }: ApiExchange): (readonly [name: string, value: string])[] {
  const text = headerValues(exchange.response.headers, 'www-authenticate').join(', ')
  const [, parameters = ''] = /(?:^|,)\s*Bearer\s+(.*)/i.exec(text) ?? []
  return [...parameters.matchAll(/([a-z_]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi)].map(
    ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ''] as const,
  )
}

function challenged(seen: ApiExchange): OneBreach[] {
  const parameters = challengeOf(seen)
  const error = parameters.find(([name]) => name === 'error')?.[1] ?? ''
  const status = statusOfError[error]
  return [
    ...(status === undefined || status === seen.status
      ? []
      : [{ pointer: 'www-authenticate', expected: `${status} with ${error}`, received: String(seen.status) }]),
    ...textProblems(parameters, 'www-authenticate '),
  ]
}
