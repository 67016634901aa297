/**
 * What a case would put into the transcript, without a bank and without a runner: for tests of the cases themselves.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { headers, operation, type Version } from '#standard/index.js'
import { isRef } from '../../judge/look.js'
import { caseEntry, chain, exchangeEntry, journeyEntry } from '../../judge/testing/transcripts.js'
import type { ChainedEntry, Entry, ExchangeEntry, JourneyEntry } from '../../transcript/entry.js'
import type { Call, Case, Step, Value } from '../case.js'

/** How a bank answers everything. */
export interface Bank {
  readonly answer: Pick<Parameters<typeof exchangeEntry>[0], 'status' | 'body' | 'responseHeaders'>
  readonly journey: Partial<JourneyEntry>
}

/** A value with something in the place of its references. */
function filled(value: Value): unknown {
  if (isRef(value)) {
    if (value.from === 'fresh') return randomUUID()
    if (value.from !== 'clock') return 'x'
    const form = value.form ?? 'offset'
    return {
      offset: '2031-01-15T09:00:00+03:00',
      zulu: '2031-01-15T09:00:00Z',
      noColon: '2031-01-15T09:00:00+0300',
      noZone: '2031-01-15T09:00:00',
      otherZone: '2031-01-15T09:00:00-05:00',
      date: '2031-01-15',
    }[form]
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Value[]).map(filled)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]))
}

function queryOf({ query = {} }: Call): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(filled(value))])
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

/** The request of a call, as the runner sends it. */
export function requestOf(call: Call, version: Version): ExchangeEntry {
  const { call: id, method, base = version, deviates } = call
  const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(filled(call.body)))
  const authorization = call.authorization ?? (call.token === 'none' ? undefined : 'Bearer t')
  const sent = new Map<string, string>([
    [headers.interactionId, randomUUID()],
    ['accept', 'application/json'],
  ])
  if (authorization !== undefined) sent.set('authorization', authorization)
  if (body !== undefined) sent.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === null) sent.delete(name)
    else sent.set(name, value)
  }
  const served = operation(id).versions.includes(base)
  return exchangeEntry({
    ...(served && method === undefined && { operation: id }),
    method: method ?? operation(id).method,
    path: (call.path ?? operation(id).path).replace(/\{\w+\}/g, 'x') + queryOf(call),
    version: base,
    requestHeaders: [...sent],
    ...(body !== undefined && { requestBody: body }),
    ...(deviates && { deviates }),
  })
}

function entryOf(step: Step, version: Version, { answer, journey }: Bank): Entry {
  if ('authorise' in step) return journeyEntry({ decision: step.authorise, state: step.state ?? 'abc', ...journey })
  const token = { method: 'POST', url: 'https://bank.example/oauth2/token', requestHeaders: [], requestBody: 'x' }
  if (!('call' in step)) return exchangeEntry({ ...token, ...answer })
  const { request, operation: id, deviates } = requestOf(step, version)
  return exchangeEntry({
    ...(id && { operation: id }),
    ...(deviates && { deviates }),
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    ...(request.body !== undefined && { requestBody: request.body }),
    ...answer,
  })
}

/** The entries of one case against a bank, its starting point given away for nothing. */
export function entriesOf(test: Case, version: Version, bank: Bank): ChainedEntry[] {
  const steps = test.steps.map((step, index) => ({
    ...entryOf(step, version, bank),
    case: test.id,
    version,
    step: index,
  }))
  const given = { consentId: 'x', accountId: 'x', otherAccountId: 'y' }
  return chain([...(steps as Entry[]), caseEntry(test.id, { version, given })])
}
