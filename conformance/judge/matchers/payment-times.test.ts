import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import type { ExchangeParts } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

/** What a matcher finds in these answers, at the last step. */
const find = (name: keyof typeof matchers, parts: readonly ExchangeParts[], settings: Settings = {}) =>
  outcomeOf(matchers[name](recordOf(answers(...parts)), settings))

const data = (Data: object, rest: ExchangeParts = {}): ExchangeParts => ({ body: { Data }, ...rest })

test('nearInstant compares with an instant that an earlier answer names', () => {
  const settings = { path: 'Data.At', of: 'Data.Expected', as: 0, minutes: 1 }
  const found = (expected: object, at: string) => find('nearInstant', [data(expected), data({ At: at })], settings)
  const expected = { Expected: '2030-01-15T12:00:00+03:00' }

  expect(found(expected, '2030-01-15T09:01:00Z')).toBe('met')
  expect(found(expected, '2030-01-15T09:01:01Z')).toEqual(['/Data/At'])
  expect(found({}, '2030-01-15T09:01:00Z')).toBe('not-applicable')
})

describe('lateOrder', () => {
  const order = data({ CutOffDateTime: '2030-01-15T14:00:00+03:00' })
  const found = (late: ExchangeParts, first = order) => find('lateOrder', [first, late], { order: 0 })
  const executed = (at: string) => data({ ExpectedExecutionDateTime: at })
  const refused = (ErrorCode: string) => ({ status: 400, body: { Errors: [{ ErrorCode }] } })

  test('takes an execution on a later day, or a refusal for the hour', () => {
    expect(found(executed('2030-01-16T09:00:00+03:00'))).toBe('met')
    expect(found(refused('Rules.AfterCutOffDateTime'))).toBe('met')
  })

  test('takes neither the same day nor a refusal for something else', () => {
    expect(found(executed('2030-01-15T23:59:00+03:00'))).toEqual(['/Data/ExpectedExecutionDateTime'])
    expect(found(refused('Field.Invalid'))).toEqual(['/Errors'])
  })

  test('says nothing of a bank that names no cut-off, or no execution', () => {
    expect(found(executed('2030-01-15T23:59:00+03:00'), data({}))).toBe('not-applicable')
    expect(found(data({}))).toBe('not-applicable')
  })
})

describe('afterLimit', () => {
  const named = data({ ExpectedExecutionDateTime: '2030-01-15T09:00:00+03:00' })
  const refused = (ErrorCode: string, status = 400) => ({ status, body: { Errors: [{ ErrorCode }] } })
  const found = (answer: ExchangeParts, submitted = named) => find('afterLimit', [submitted, answer], { submitted: 0 })

  test('takes a refusal for the hour and no other', () => {
    expect(found(refused('Rules.AfterCutOffDateTime'))).toBe('met')
    expect(found(refused('Resource.InvalidConsentStatus'))).toEqual(['/Errors'])
    expect(found({ status: 403 })).toEqual(['/Errors'])
  })

  test('says nothing of what was not refused, nor of a bank that names no date of execution', () => {
    expect(found(data({}, { status: 201 }))).toBe('not-applicable')
    expect(found(refused('Resource.InvalidConsentStatus'), data({}))).toBe('not-applicable')
  })
})

describe('detailsHaveInstants', () => {
  const [early, late] = ['2030-01-15T12:00:00.000Z', '2030-01-15T15:00:00.000Z']
  const payment = data({ CreationDateTime: early, StatusUpdateDateTime: late, Status: 'Done' })
  const found = (...entries: readonly (readonly [string, string])[]) => {
    const PaymentStatus = entries.map(([Status, StatusUpdateDateTime]) => ({ Status, StatusUpdateDateTime }))
    return find('detailsHaveInstants', [payment, data({ PaymentStatus })], { payment: 0 })
  }

  test('takes entries from when the payment came in to when it last changed', () => {
    expect(found(['Pending', early], ['Done', late])).toBe('met')
  })

  test('finds entries that are all dated alike, and an end that is not the status of the payment', () => {
    expect(found(['Pending', early], ['Done', early])).toEqual(['/Data/PaymentStatus/1/StatusUpdateDateTime'])
    expect(found(['Pending', late], ['Done', late])).toEqual(['/Data/PaymentStatus/0/StatusUpdateDateTime'])
    expect(found(['Pending', early], ['Half', late])).toEqual(['/Data/PaymentStatus/1/Status'])
  })

  test('says nothing of a payment without details', () => {
    expect(found()).toBe('not-applicable')
  })
})
