import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, type RecordParts, recordOf } from '../testing/case-records.js'
import { bases, type ExchangeParts } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

const body = (...rows: readonly unknown[]) => ({ Data: { Transaction: rows } })

const outcome = (
  name: keyof typeof matchers,
  parts: readonly ExchangeParts[],
  settings: Settings = {},
  rest: RecordParts = {},
) => outcomeOf(matchers[name](recordOf(answers(...parts), rest), settings))

test('indicatorIs finds the other direction', () => {
  const [credit, debit] = ['Credit', 'Debit'].map((CreditDebitIndicator) => ({ CreditDebitIndicator }))

  expect(outcome('indicatorIs', [{ body: body(credit) }], { value: 'Credit' })).toBe('met')
  expect(outcome('indicatorIs', [{ body: body(credit, debit) }], { value: 'Credit' })).toEqual([
    '/Data/Transaction/1/CreditDebitIndicator',
  ])
  expect(outcome('indicatorIs', [{ body: body() }], { value: 'Credit' })).toBe('unseen')
})

const booked = (BookingDateTime: string) => ({ body: body({ BookingDateTime }) })

describe('bookedWithin', () => {
  const settings: Settings = {
    since: { from: 'given', name: 'fromDateTime' },
    until: { from: 'given', name: 'toDateTime' },
  }
  const given = { fromDateTime: '2030-01-01T00:00:00Z', toDateTime: '2030-01-31T00:00:00Z' }
  const within = (at: string) => outcome('bookedWithin', [booked(at)], settings, { given })

  test('compares instants, both ends included', () => {
    expect(within('2030-01-01T03:00:00+03:00')).toBe('met')
    expect(within('2030-01-31T00:00:00Z')).toBe('met')
    expect(within('2030-01-01T02:59:59+03:00')).toEqual(['/Data/Transaction/0/BookingDateTime'])
    expect(within('2030-01-31T00:00:01Z')).toHaveLength(1)
  })

  test('sees nothing where the period is not known', () => {
    expect(outcome('bookedWithin', [booked('2030-01-01T00:00:00Z')], settings)).toBe('unseen')
  })
})

describe('bookedWithinQuery', () => {
  const within = (query: string, at: string) =>
    outcome('bookedWithinQuery', [{ url: `${bases['1.0.0']}/transactions${query}`, ...booked(at) }])

  test.each([
    ['?fromBookingDateTime=2030-01-15T12:00:00', '2030-01-15T12:00:00+03:00', 'met'],
    ['?fromBookingDateTime=2030-01-15T12:00:00.001', '2030-01-15T12:00:00+03:00', 1],
    ['?toBookingDateTime=2030-01-15T12:00:00', '2030-01-15T12:00:00.000+03:00', 'met'],
    ['?toBookingDateTime=2030-01-15T11:59:59.999', '2030-01-15T12:00:00+03:00', 1],
    ['?fromBookingDateTime=2030-01-15', '2030-01-15T00:00:00+03:00', 'met'],
    ['?fromBookingDateTime=2030-01-15', '2030-01-14T23:59:59+03:00', 1],
    ['?fromBookingDateTime=2030-01-15T12:00:00-05:00', '2030-01-15T12:00:00+03:00', 'met'],
    ['?fromBookingDateTime=2030-01-15T12:00:00', '2030-01-15T09:00:00Z', 'met'],
    ['?toBookingDateTime=2030-01-15T11:59:59', '2030-01-15T14:30:00+05:30', 1],
    ['', '2030-01-15T12:00:00+03:00', 'unseen'],
  ])('%s with %s: %s', (query, at, wanted) => {
    const found = within(query, at)

    expect(typeof found === 'string' ? found : found.length).toBe(wanted)
  })
})

test('cardsMasked wants four digits at most', () => {
  const card = (Identification: string) => ({ body: body({ CardInstrument: { Identification } }) })

  expect(outcome('cardsMasked', [card('XXXXXXXXXXXX1234')])).toBe('met')
  expect(outcome('cardsMasked', [card('4000001234561234')])).toEqual([
    '/Data/Transaction/0/CardInstrument/Identification',
  ])
  expect(outcome('cardsMasked', [{ body: body({}) }])).toBe('not-applicable')
})

test('offersSomething wants a row under a published name', () => {
  expect(outcome('offersSomething', [{ body: { Data: { CASA: [{ ProductDetails: {} }] } } }])).toBe('met')
  expect(outcome('offersSomething', [{ body: { Data: { CASA: [] } } }])).toEqual(['/Data'])
  expect(outcome('offersSomething', [{ body: { Data: { Accounts: [{}] } } }])).toEqual(['/Data'])
})

test('sameOffer compares with the first step', () => {
  const offer = (Name: string) => ({ body: { Data: { CASA: [{ Name }] } } })

  expect(outcome('sameOffer', [offer('a'), offer('a')])).toBe('met')
  expect(outcome('sameOffer', [offer('a'), offer('b')])).toEqual(['/Data'])
  expect(outcome('sameOffer', [{ body: {} }, offer('b')])).toBe('unseen')
})
