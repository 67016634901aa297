/**
 * The exchanges that cases produce at a bank which answers as they expect: what wire checks find to look at in a run.
 *
 * @module
 */
import { type ErrorStatus, operation, statusesWithErrorBody, type Version } from '#standard/index.js'
import { chain, errorBody, exchangeEntry, runEntry } from '../../judge/testing/transcripts.js'
import type { ApiExchange } from '../../judge/wire/check.js'
import { sortEntries } from '../../judge/wire/seen.js'
import type { Call, Case } from '../case.js'
import { sentBy } from './sent.js'

/** The status a case expects of a step: the strictest that it names; a success where it names none. */
function statusOf({ steps, expect }: Case, index: number, call: Call): number {
  const named = expect.flatMap((each) =>
    'status' in each && (each.step ?? steps.length - 1) === index ? [[each.status].flat() as number[]] : [],
  )
  const [strictest] = named.sort((a, b) => a.length - b.length)
  return strictest?.[0] ?? operation(call.call).success
}

function bodyOf(status: number, call: Call): unknown {
  if (statusesWithErrorBody.includes(status as ErrorStatus)) {
    return errorBody(`${status} Refused`, { ErrorCode: 'Field.Invalid', Path: 'Data' })
  }
  if (status >= 300 || !operation(call.call).response) return undefined
  if (call.call === 'pollEvents') return { moreAvailable: false, sets: { 'an-event': 'e30.e30.c2lnbmF0dXJl' } }
  const isAccounts = call.call === 'getAccounts' || call.call === 'getAccount'
  const iban = { SchemeName: 'BH.OBF.IBAN', Identification: 'BH67BMAG00001299123456' }
  return {
    Data: isAccounts ? { Account: [{ Account: [iban] }] } : {},
    Links: { Self: 'https://bank.example/x' },
    Meta: {},
  }
}

function exchangesOf(one: Case, version: Version) {
  return one.steps.flatMap((step, index) => {
    if (!('call' in step)) return []
    const status = statusOf(one, index, step)
    const body = bodyOf(status, step)
    const responseHeaders = [['date', 'Tue, 15 Jan 2030 09:00:00 GMT']] as const
    return [exchangeEntry({ ...sentBy(step, version), ...(body !== undefined && { body }), responseHeaders, status })]
  })
}

/** The exchanges of all cases, in every version they are for. */
export function expectedExchanges(cases: readonly Case[]): readonly ApiExchange[] {
  const entries = cases.flatMap((one) => one.versions.flatMap((version) => exchangesOf(one, version)))
  return sortEntries(chain(entries), { ...runEntry([]).profile, answersSigned: true }).api
}
