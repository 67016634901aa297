/**
 * Makes the transcript a case would leave, without a bank and without a runner: for tests of the cases themselves.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { headers, type OperationId, operation, type Version } from '#standard/index.js'
import { caseEntry, chain, exchangeEntry, journeyEntry } from '../../judge/testing/transcripts.js'
import type { ChainedEntry, Entry, ExchangeEntry, JourneyEntry } from '../../transcript/entry.js'
import type { Call, Case, PaymentFact, Step, Value } from '../case.js'
import { isRef } from '../case.js'
import { fileInitiation } from '../file-calls.js'
import { valueAt } from '../paths.js'
import { callsOf, familyOf } from '../payment-calls.js'

/** How a bank answers everything. */
export interface Bank {
  readonly answer: Pick<Parameters<typeof exchangeEntry>[0], 'status' | 'body' | 'responseHeaders'>
  readonly journey: Partial<JourneyEntry>
}

/** Example values of a profile. */
const payments: Readonly<Record<PaymentFact, string>> = {
  'creditor.iban': 'BH67BMAG00001299123456',
  'creditor.name': 'A creditor',
  'debtor.iban': 'BH15DEMO00010020030040',
  'debtor.name': 'A debtor',
  'payee.iban': 'BH67BMAG00001299123456',
  'payee.name': 'A payee',
  'bill.iban': 'BH67BMAG00001299123456',
  'bill.name': 'A biller',
  'bill.number': 'B-1',
  'bill.amount': '2.000',
  amount: '1.000',
  beyondFunds: '9000000000.000',
}

/** A value with its references replaced by example values. */
function filled(value: Value, version: Version = '1.0.0', called?: OperationId): unknown {
  if (isRef(value)) {
    if (value.from === 'version') return filled(value.of[version] as Value, version, called)
    if (value.from === 'ifSaid') return filled(value.value, version, called)
    if (value.from === 'payments') return payments[value.name]
    if (value.from === 'consented') return valueAt(consentOf(called, version), value.path)
    if (value.from === 'file') {
      return { hash: `${'A'.repeat(43)}=`, hashOfText: `${'A'.repeat(86)}==`, count: '2', sum: 2 }[value.fact]
    }
    if (value.from === 'fresh') return randomUUID().slice(0, value.length)
    if (value.from === 'row' && value.take.endsWith('Amount')) return '1.000'
    if (value.from === 'errorOn') return { x: { err: 'setData', description: 'x' } }
    if (value.from === 'step' && value.path.endsWith('ExchangeRate')) return 1.25
    if (value.from === 'callback') return `https://tpp.example/callback${value.path ?? ''}`
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
  if (Array.isArray(value)) return (value as readonly Value[]).map((each) => filled(each, version, called))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, version, called)]))
}

/** The request by which the consent of an operation was made. */
function consentOf(called: OperationId | undefined, version: Version): unknown {
  if (called === 'createFilePayment') return filled({ Data: { Initiation: fileInitiation() } })
  const family = called && familyOf(called)
  return filled(callsOf(family ?? 'domestic-payment').consentBody(), version)
}

function queryOf({ query = {} }: Call): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(filled(value))])
  const text = new URLSearchParams(pairs).toString()
  return text === '' ? '' : `?${text}`
}

/** The request of a call, as the runner sends it. */
export function requestOf(call: Call, version: Version): ExchangeEntry {
  const { call: id, method, base = version, deviates } = call
  const file = call.file && (call.file.form === 'no XML' ? 'payee;amount' : '<Document/>')
  const json = call.body === undefined ? undefined : JSON.stringify(filled(call.body, base, id))
  const text = call.textBody === undefined ? undefined : 'e30.e30.c2lnbmF0dXJl'
  const body = call.rawBody ?? text ?? file ?? json
  const authorization = call.authorization ?? (call.token === 'none' ? undefined : 'Bearer t')
  const sent = new Map<string, string>([
    [headers.interactionId, randomUUID()],
    ['accept', 'application/json'],
  ])
  if (authorization !== undefined) sent.set('authorization', authorization)
  if (body !== undefined) sent.set('content-type', operation(id).sends?.[0] ?? 'application/json')
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
  if ('advance' in step) return exchangeEntry({ method: 'PUT', url: 'https://bank.example/clock', ...answer })
  const token = { method: 'POST', url: 'https://bank.example/oauth2/token', requestHeaders: [], requestBody: 'x' }
  if (!('call' in step)) return exchangeEntry({ ...token, ...answer })
  return exchangeEntry({ ...sentBy(step, version), ...answer })
}

/** What a transcript has of the request that a step sends. */
export function sentBy(step: Call, version: Version) {
  const { request, operation: id, deviates } = requestOf(step, version)
  return {
    ...(id && { operation: id }),
    ...(deviates && { deviates }),
    method: request.method,
    url: request.url,
    requestHeaders: request.headers,
    ...(request.body !== undefined && { requestBody: request.body }),
  }
}

/** The entries of one case against a bank, with example values for its starting point. */
export function entriesOf(test: Case, version: Version, bank: Bank): ChainedEntry[] {
  const steps = test.steps.flatMap((step, index) =>
    Array.from({ length: ('call' in step && step.atOnce) || 1 }, () => ({
      ...entryOf(step, version, bank),
      case: test.id,
      version,
      step: index,
    })),
  )
  const given = { consentId: 'x', accountId: 'x', otherAccountId: 'y' }
  return chain([...(steps as Entry[]), caseEntry(test.id, { version, given })])
}
