/**
 * Statuses: those the operation documents, 404 for a path and 405 for a method that is not there, and no server errors.
 *
 * @module
 */
import { type OperationId, operation, type RequirementId } from '#standard/index.js'
import { select } from '../paths.js'
import { headerValue, show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, type WireCheck } from './check.js'
import { isRead } from './read-rows.js'

const successRows: Partial<Record<OperationId, RequirementId>> = {
  createAccountAccessConsent: 'AAC-REQ-060',
  getAccountAccessConsent: 'ERR-REQ-290',
  patchAccountAccessConsent: 'AAC-REQ-430',
  deleteAccountAccessConsent: 'AAC-REQ-380',
  getAccounts: 'ACC-REQ-060',
  getAccount: 'ACC-REQ-060',
}

const errorRow = (id: OperationId): RequirementId =>
  id === 'createAccountAccessConsent' ? 'AAC-REQ-080' : 'ERR-REQ-380'

/** Consent creation may answer 415 too: the document defines it without attaching it (HDR-REQ-290). */
const alsoAllowed: Partial<Record<OperationId, readonly number[]>> = { createAccountAccessConsent: [415] }

export const statusChecks = [
  {
    on: 'api',
    id: 'WIR-status-documented',
    title: 'The status of an answer is one that its operation documents',
    proves: [
      'AAC-REQ-060',
      'AAC-REQ-080',
      'AAC-REQ-380',
      'AAC-REQ-430',
      'ACC-REQ-060',
      'ERR-REQ-290',
      'ERR-REQ-380',
      'ERR-REQ-590',
      'ERR-REQ-600',
    ],
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
  const row = operation(id)
  const errors: readonly number[] = [...row.errors, ...(alsoAllowed[id] ?? [])]
  if (status === row.success || errors.includes(status)) return []
  const successRow = successRows[id]
  if (status >= 200 && status < 300 && successRow) return breach(String(row.success), successRow)
  if (status >= 200 && status < 300 && isRead(id)) return breach(String(row.success), 'ERR-REQ-290')
  return breach(`${row.success} or an error of ${errors.join(', ')}`, errorRow(id))
}
