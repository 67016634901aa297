import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import type { ExchangeParts } from '../testing/transcripts.js'
import { amountText, unitsOf } from './amounts.js'
import type { Settings } from './matcher.js'

type Row = Readonly<Record<string, unknown>>

/** What a matcher finds in these answers, at the last step. */
const find = (name: keyof typeof matchers, parts: readonly ExchangeParts[], settings: Settings = {}) =>
  outcomeOf(matchers[name](recordOf(answers(...parts)), settings))

const bhd = (Amount: string) => ({ Amount, Currency: 'BHD' })

const rows = (...Transaction: readonly Row[]): ExchangeParts => ({ body: { Data: { Transaction } } })

const balances = (available: string, expected = available, rest: readonly Row[] = []): ExchangeParts => ({
  body: {
    Data: {
      Balance: [
        { AccountId: 'a', Type: 'InterimAvailable', CreditDebitIndicator: 'Credit', Amount: bhd(available) },
        { AccountId: 'a', Type: 'Expected', CreditDebitIndicator: 'Credit', Amount: bhd(expected) },
        ...rest,
      ],
    },
  },
})

const old: Row = {
  AccountId: 'a',
  TransactionId: 't0',
  CreditDebitIndicator: 'Debit',
  Status: 'Booked',
  Amount: bhd('1.000'),
}

const debit: Row = {
  ...old,
  TransactionId: 't1',
  TransactionReference: 'R-1',
  Amount: bhd('1.100'),
  ChargeAmount: bhd('0.100'),
  CreditorAccount: { Identification: 'PAYEE' },
}

const credit: Row = { ...debit, CreditDebitIndicator: 'Credit', Amount: bhd('1.000') }

const charge = { ChargeBearer: 'BorneByDebtor', Amount: bhd('0.100') }

const submission = (Charges: unknown = [charge]): ExchangeParts => ({
  requestBody: {
    Data: {
      Initiation: {
        InstructedAmount: bhd('1.000'),
        CreditorAccount: { Identification: 'PAYEE' },
        RemittanceInformation: { Reference: 'R-1' },
      },
    },
  },
  body: { Data: { Charges } },
})

const since = { before: 0, submitted: 1 }

test('amounts are calculated with in their smallest unit', () => {
  expect(unitsOf(bhd('1.1'))).toBe(110_000n)
  expect(unitsOf(bhd('1,1'))).toBeUndefined()
  expect([110_000n, -5n, 300_000n, 0n].map(amountText)).toEqual(['1.1', '-0.00005', '3', '0'])
})

describe('debitOfPayment', () => {
  const found = (...after: readonly Row[]) => find('debitOfPayment', [rows(old), submission(), rows(...after)], since)

  test.each<[string, Row]>([
    ['with its charges', debit],
    ['whose charges are a row of their own', { ...debit, Amount: bhd('1.000') }],
    ['without charges', { ...debit, Amount: bhd('1.000'), ChargeAmount: undefined }],
    ['with nothing that is optional', { ...old, TransactionId: 't1', Amount: bhd('1.100'), ChargeAmount: bhd('0.1') }],
  ])('takes one new row %s', (_, row) => {
    expect(found(old, row)).toBe('met')
  })

  test.each<[string, Row, string]>([
    ['another amount', { ...debit, Amount: bhd('1.200') }, '/Data/Transaction/1/Amount'],
    ['other charges', { ...debit, Amount: bhd('1.2'), ChargeAmount: bhd('0.2') }, '/Data/Transaction/1/ChargeAmount'],
    [
      'another reference',
      { ...debit, TransactionReference: 'R-2', TransactionInformation: 'R-1' },
      '/Data/Transaction/1/TransactionReference',
    ],
    [
      'another payee',
      { ...debit, CreditorAccount: { Identification: 'OTHER' } },
      '/Data/Transaction/1/CreditorAccount/Identification',
    ],
  ])('finds %s', (_, row, pointer) => {
    expect(found(old, row)).toEqual([pointer])
  })

  test('wants one row that is new: none, two, a credit, or an old one is a breach', () => {
    expect(found(old)).toEqual([undefined])
    expect(found(old, debit, { ...debit, TransactionId: 't2' })).toEqual([undefined])
    expect(found(old, credit)).toEqual([undefined])
  })

  test('sees nothing in an answer that is no list', () => {
    expect(find('debitOfPayment', [rows(old), submission(), { status: 403 }], since)).toBe('unseen')
    expect(find('debitOfPayment', [{ status: 403 }, submission(), rows(debit)], since)).toBe('unseen')
  })
})

test('creditOfPayment wants one new credit of the amount alone', () => {
  const found = (row: Row) => find('creditOfPayment', [rows(old), submission(), rows(old, row)], since)

  expect(found(credit)).toBe('met')
  expect(found({ ...credit, Amount: bhd('0.900') })).toEqual(['/Data/Transaction/1/Amount'])
  expect(found(debit)).toEqual([undefined])
})

test('noRowOfPayment finds a row that a rejected payment has left', () => {
  const found = (...after: readonly Row[]) => find('noRowOfPayment', [rows(old), submission(), rows(...after)], since)

  expect(found(old, { ...old, TransactionId: 't9', Amount: bhd('7.000') })).toBe('met')
  expect(found(debit, old)).toEqual(['/Data/Transaction/0'])
  expect(found({ ...old, TransactionId: 't8', Amount: debit.Amount, TransactionReference: 'RENT' }, old)).toBe('met')
})

describe('sameRowBooked', () => {
  const pending = { ...debit, Status: 'Pending' }
  const found = (during: Row | undefined, ...after: readonly Row[]) =>
    find('sameRowBooked', [rows(old), submission(), rows(...(during ? [during] : []), old), rows(...after)], {
      ...since,
      pending: 2,
    })

  test('takes the row under its id, booked', () => {
    expect(found(pending, debit, old)).toBe('met')
  })

  test.each<[string, readonly Row[]]>([
    ['another id', [{ ...debit, TransactionId: 't2' }]],
    ['a second row', [debit, { ...debit, TransactionId: 't2' }]],
    ['a row that is still pending', [pending]],
    ['no row', []],
  ])('finds %s', (_, after) => {
    expect(found(pending, ...after)).toEqual([undefined])
  })

  test('says nothing of a bank that showed no row before, or shows no ids', () => {
    expect(found(undefined, debit)).toBe('not-applicable')
    expect(found({ ...pending, TransactionId: undefined }, debit)).toBe('not-applicable')
  })
})

describe('balancesFollowRows', () => {
  const settings = { before: 0, rowsBefore: 1, rows: 2 }
  const found = (after: ExchangeParts, ...moved: readonly Row[]) =>
    find('balancesFollowRows', [balances('10.000'), rows(old), rows(old, ...moved), after], settings)

  test('takes balances that fell by what is new, and no others', () => {
    expect(found(balances('8.900'), debit)).toBe('met')
    expect(found(balances('10.000'), debit)).toEqual(['/Data/Balance/0/Amount', '/Data/Balance/1/Amount'])
    expect(found(balances('9.000'))).toEqual(['/Data/Balance/0/Amount', '/Data/Balance/1/Amount'])
    expect(found(balances('10.000'), { ...debit, AccountId: 'b' })).toBe('met')
  })

  test('counts a pending credit as expected, and not as what can be spent', () => {
    expect(found(balances('10.000', '11.000'), { ...credit, Status: 'Pending' })).toBe('met')
    expect(found(balances('11.000'), { ...credit, Status: 'Pending' })).toEqual(['/Data/Balance/0/Amount'])
  })

  test('says nothing of a bank with balances of other types alone', () => {
    const other = { body: { Data: { Balance: [{ AccountId: 'a', Type: 'OpeningBooked', Amount: bhd('1.000') }] } } }

    expect(find('balancesFollowRows', [other, rows(old), rows(debit), other], settings)).toBe('not-applicable')
  })
})

describe('fundsAgree', () => {
  const funds = (FundsAvailable: unknown): ExchangeParts => ({
    body: { Data: { FundsAvailableResult: { FundsAvailable } } },
  })
  const found = (available: string, answer: ExchangeParts) =>
    find('fundsAgree', [balances(available), submission(), answer], { balances: 0, asked: 1 })

  test.each([
    ['1.100', true, 'met'],
    ['1.099', false, 'met'],
    ['1.099', true, ['/Data/FundsAvailableResult/FundsAvailable']],
    ['1.100', false, ['/Data/FundsAvailableResult/FundsAvailable']],
    ['1.100', 'true', ['/Data/FundsAvailableResult/FundsAvailable']],
  ] as const)('with %s for 1.000 and charges of 0.100, %s is %s', (available, answer, outcome) => {
    expect(found(available, funds(answer))).toEqual(outcome)
  })

  test('says nothing of an answer without a result', () => {
    expect(found('1.100', { body: { Data: {} } })).toBe('not-applicable')
  })
})
