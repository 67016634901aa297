import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import type { ExchangeParts } from '../testing/transcripts.js'

type Row = Readonly<Record<string, unknown>>

const of = (Amount: string, Currency = 'BHD') => ({ Amount, Currency })

const rows = (...Transaction: readonly Row[]): ExchangeParts => ({ body: { Data: { Transaction } } })

/** 10 BHD are 8 KWD: a dinar of Kuwait costs 1.25 of Bahrain. */
const rate = { UnitCurrency: 'KWD', RateType: 'Agreed', ExchangeRate: 1.25, ContractIdentification: 'FX-7' }

const submission = (ChargeBearer = 'BorneByDebtor', made: Row = rate): ExchangeParts => ({
  requestBody: {
    Data: {
      Initiation: {
        InstructedAmount: of('10.000'),
        CurrencyOfTransfer: 'KWD',
        ChargeBearer,
        ExchangeRateInformation: rate,
        RemittanceInformation: { Reference: 'R-1' },
      },
    },
  },
  body: { Data: { ExchangeRateInformation: made } },
})

const debit: Row = {
  AccountId: 'a',
  TransactionId: 't1',
  TransactionReference: 'R-1',
  CreditDebitIndicator: 'Debit',
  Status: 'Booked',
  Amount: of('10.000'),
}

const shown: Row = {
  SourceCurrency: 'BHD',
  TargetCurrency: 'KWD',
  UnitCurrency: 'KWD',
  ExchangeRate: 1.25,
  ContractIdentification: 'FX-7',
  InstructedAmount: of('10.000'),
}

const at = (name: string) => `/Data/Transaction/0/${name}`

describe('exchangeOfPayment', () => {
  const found = (CurrencyExchange: Row | undefined, made: Row = rate) =>
    outcomeOf(
      matchers.exchangeOfPayment(
        recordOf(answers(rows(), submission(undefined, made), rows({ ...debit, CurrencyExchange }))),
        { before: 0, submitted: 1, rate: 1 },
      ),
    )

  test.each<[string, Row]>([
    ['all of it', shown],
    ['nothing that is optional', { SourceCurrency: 'BHD', ExchangeRate: 1.25 }],
    ['the rate of the other currency', { ...shown, UnitCurrency: 'BHD', ExchangeRate: 0.8 }],
    ['the amount in the other currency', { ...shown, InstructedAmount: of('8.000', 'KWD') }],
  ])('takes %s', (_, exchange) => {
    expect(found(exchange)).toBe('met')
  })

  test.each<[string, Row, string]>([
    ['another rate', { ...shown, ExchangeRate: 1.26 }, 'ExchangeRate'],
    ['no rate', { ...shown, ExchangeRate: 'none' }, 'ExchangeRate'],
    ['the rate turned round', { ...shown, ExchangeRate: 0.8 }, 'ExchangeRate'],
    ['another source', { ...shown, SourceCurrency: 'USD' }, 'SourceCurrency'],
    ['another target', { ...shown, TargetCurrency: 'USD' }, 'SourceCurrency'],
    ['another amount', { ...shown, InstructedAmount: of('9.000') }, 'InstructedAmount'],
    ['another contract', { ...shown, ContractIdentification: 'FX-8' }, 'ContractIdentification'],
  ])('finds %s', (_, exchange, name) => {
    expect(found(exchange)).toEqual([at(`CurrencyExchange/${name}`)])
  })

  test('looks at no rate where the answer names none, and at nothing where the row shows no exchange', () => {
    expect(found({ ...shown, ExchangeRate: 1.3 }, {})).toBe('met')
    expect(found(undefined)).toBe('not-applicable')
  })
})

describe('creditFromAbroad', () => {
  const credit: Row = { ...debit, CreditDebitIndicator: 'Credit' }
  const arrived: Row = { ...shown, SourceCurrency: 'KWD', TargetCurrency: 'BHD', InstructedAmount: of('8.000', 'KWD') }
  const found = (row: Row | undefined, bearer?: string) =>
    outcomeOf(
      matchers.creditFromAbroad(recordOf(answers(rows(), submission(bearer), rows(...(row ? [row] : [])))), {
        before: 0,
        submitted: 1,
      }),
    )

  test.each<[string, Row]>([
    ['in the currency of the transfer', { ...credit, Amount: of('8.000', 'KWD') }],
    [
      'changed at the rate that it shows',
      { ...credit, Amount: of('9.920'), CurrencyExchange: { ...arrived, ExchangeRate: 1.24 } },
    ],
    ['rounded either way', { ...credit, Amount: of('10.001'), CurrencyExchange: arrived }],
    ['without an exchange', { ...credit, Amount: of('9.000') }],
  ])('takes a credit %s', (_, row) => {
    expect(found(row)).toBe('met')
  })

  test.each<[string, Row, string]>([
    ['of less than was sent', { ...credit, Amount: of('7.900', 'KWD') }, 'Amount'],
    ['at another rate than it shows', { ...credit, Amount: of('9.900'), CurrencyExchange: arrived }, 'Amount'],
    [
      'of an amount that was not sent',
      { ...credit, Amount: of('9.000'), CurrencyExchange: { ...arrived, InstructedAmount: of('7.200', 'KWD') } },
      'CurrencyExchange/InstructedAmount',
    ],
    [
      'with another reference',
      { ...credit, Amount: of('8.000', 'KWD'), TransactionReference: 'R-2', TransactionInformation: 'R-1' },
      'TransactionReference',
    ],
  ])('finds a credit %s', (_, row, name) => {
    expect(found(row)).toEqual([at(name)])
  })

  test('does not know what is left when the creditor bears charges', () => {
    expect(found({ ...credit, Amount: of('7.000', 'KWD') }, 'BorneByCreditor')).toBe('met')
  })

  test('wants one credit', () => {
    expect(found(undefined)).toEqual([undefined])
    expect(found(debit)).toEqual([undefined])
  })
})

describe('debitsOfOrder', () => {
  const order: ExchangeParts = {
    requestBody: {
      Data: { Initiation: { InstructedAmount: of('10.000'), CurrencyOfTransfer: 'KWD', Reference: 'R-1' } },
    },
    body: { Data: {} },
  }
  const found = (...after: readonly Row[]) =>
    outcomeOf(matchers.debitsOfOrder(recordOf(answers(rows(), order, rows(...after))), { before: 0, submitted: 1 }))
  const second = { ...debit, TransactionId: 't2' }

  test('takes several debits of its amount, with charges or without', () => {
    expect(found(debit, { ...second, Amount: of('10.500'), ChargeAmount: of('0.500'), CurrencyExchange: shown })).toBe(
      'met',
    )
  })

  test('finds an order that has not paid, or once, or another amount, or in other currencies', () => {
    expect(found()).toEqual([undefined])
    expect(found(debit)).toEqual([undefined])
    expect(found({ ...debit, Amount: of('9.000') }, second)).toEqual([at('Amount')])
    expect(found({ ...debit, CurrencyExchange: { ...shown, SourceCurrency: 'USD' } }, second)).toEqual([
      at('CurrencyExchange/SourceCurrency'),
    ])
  })
})
