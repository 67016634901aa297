import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import type { ExchangeParts } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

/** What a matcher finds in these answers, at the last step. */
const find = (name: keyof typeof matchers, parts: readonly ExchangeParts[], settings: Settings = {}) =>
  outcomeOf(matchers[name](recordOf(answers(...parts)), settings))

const asked: ExchangeParts = {
  requestBody: {
    Data: {
      Initiation: { Reference: 'mine', Frequency: 'EvryDay', FirstPaymentDateTime: '2030-01-17T09:00:00+03:00' },
    },
  },
  body: { Data: {} },
}

const list = (...StandingOrder: object[]): ExchangeParts => ({
  operation: 'getStandingOrders',
  body: { Data: { StandingOrder } },
})

const row = (members: object = {}) => ({ Reference: 'mine', Frequency: 'EvryDay', ...members })

describe('takenOr', () => {
  const found = (parts: ExchangeParts) => find('takenOr', [parts], { errorCode: 'Unsupported.Frequency' })

  test('takes a success, and a refusal with the code alone', () => {
    expect(found({ status: 201, body: { Data: {} } })).toBe('met')
    expect(found({ status: 400, body: { Errors: [{ ErrorCode: 'Unsupported.Frequency' }] } })).toBe('met')
    expect(found({ status: 400, body: { Errors: [{ ErrorCode: 'Field.Invalid' }] } })).toEqual(['/Errors'])
  })
})

describe('orderIsListed', () => {
  const found = (...rows: object[]) => find('orderIsListed', [asked, list(...rows)], { submitted: 0 })

  test('wants the order, by its reference, as it was asked for', () => {
    expect(found({ Reference: 'other' }, row({ FirstPaymentDateTime: '2030-01-17T00:00:00+03:00' }))).toBe('met')
    expect(found(row())).toBe('met')
    expect(found({ Reference: 'other' })).toEqual(['/Data/StandingOrder'])
    expect(found(row({ Frequency: 'EvryWorkgDay' }))).toEqual(['/Data/StandingOrder/0/Frequency'])
    expect(found(row({ FirstPaymentDateTime: '2030-01-18T00:00:00+03:00' }))).toEqual([
      '/Data/StandingOrder/0/FirstPaymentDateTime',
    ])
  })
})

describe('orderMovesOn', () => {
  const found = (was: object, is: object) =>
    find('orderMovesOn', [asked, list(row(was)), list(row(is))], { submitted: 0, before: 1 })
  const next = (at: string) => ({ NextPaymentDateTime: at })

  test('wants a later date, where there are dates', () => {
    expect(found(next('2030-01-17T09:00:00+03:00'), next('2030-01-27T09:00:00+03:00'))).toBe('met')
    expect(found(next('2030-01-17T09:00:00+03:00'), next('2030-01-17T09:00:00+03:00'))).toEqual([
      '/Data/StandingOrder/0/NextPaymentDateTime',
    ])
    expect(found({}, {})).toBe('not-applicable')
  })
})

test('detailsGrow wants an entry more', () => {
  const details = (count: number): ExchangeParts => ({
    body: { Data: { PaymentStatus: Array.from({ length: count }, () => ({})) } },
  })

  expect(find('detailsGrow', [details(1), details(2)], { before: 0 })).toBe('met')
  expect(find('detailsGrow', [details(2), details(2)], { before: 0 })).toEqual(['/Data/PaymentStatus'])
})
