import { describe, expect, test } from 'vitest'
import type { OperationId, RequirementId } from '#standard/index.js'
import { exchangeEntry } from '../testing/transcripts.js'
import { verdictOf } from '../testing/wire.js'

const links = { Links: { Self: 'https://bank.example/x' }, Meta: {} }
const money = { Amount: '1.000', Currency: 'BHD' }
const balance = {
  AccountId: 'a-1',
  CreditDebitIndicator: 'Credit',
  Type: 'InterimBooked',
  DateTime: '2030-01-15T12:00:00+03:00',
  Amount: money,
}
const transaction = {
  AccountId: 'a-1',
  CreditDebitIndicator: 'Debit',
  Status: 'Booked',
  BookingDateTime: '2030-01-15T12:00:00+03:00',
  Amount: money,
}
const order = { AccountId: 'a-1', Frequency: 'EvryDay' }

describe('the body of a read', () => {
  const judged = (id: OperationId, Data: unknown, rest: object = links) =>
    verdictOf('WIR-success-schema', [exchangeEntry({ operation: id, body: { Data, ...rest } })])

  test.each<[OperationId, unknown]>([
    ['getBalances', { Balance: [balance] }],
    ['getTransactions', { Transaction: [transaction] }],
    ['getTransactions', { Transaction: [] }],
    ['getBeneficiaries', { Beneficiary: [{}] }],
    ['getStandingOrders', { StandingOrder: [order] }],
    ['getSharingProductDetails', { CASA: [{ ProductDetails: {}, Own: 1 }], Own: [] }],
  ])('%s passes', (id, data) => {
    expect(judged(id, data).outcome).toBe('pass')
  })

  test.each<[string, OperationId, unknown, string, RequirementId]>([
    ['no balance', 'getBalances', { Balance: [] }, '/Data/Balance', 'BAL-REQ-040'],
    [
      'an amount that is a number',
      'getAccountBalances',
      { Balance: [{ ...balance, Amount: { ...money, Amount: 1 } }] },
      '/Data/Balance/0/Amount/Amount',
      'FMT-REQ-190',
    ],
    [
      'a signed amount',
      'getTransactions',
      { Transaction: [{ ...transaction, Amount: { ...money, Amount: '-1.000' } }] },
      '/Data/Transaction/0/Amount/Amount',
      'FMT-REQ-220',
    ],
    [
      'a date without an offset',
      'getAccountTransactions',
      { Transaction: [{ ...transaction, BookingDateTime: '2030-01-15T12:00:00' }] },
      '/Data/Transaction/0/BookingDateTime',
      'TXN-REQ-190',
    ],
    ['null for a list', 'getBeneficiaries', { Beneficiary: null }, '/Data/Beneficiary', 'FMT-REQ-120'],
    [
      'a frequency of its own',
      'getStandingOrders',
      { StandingOrder: [{ ...order, Frequency: 'Monthly' }] },
      '/Data/StandingOrder/0/Frequency',
      'STO-REQ-070',
    ],
    [
      'a product without details',
      'getSharingProductDetails',
      { CASA: [{}] },
      '/Data/CASA/0/ProductDetails',
      'PRD-REQ-100',
    ],
  ])('with %s fails, and names the row', (_, id, data, pointer, row) => {
    expect(judged(id, data)).toMatchObject({
      outcome: 'fail',
      findings: [{ pointer, proves: expect.arrayContaining([row]) }],
    })
  })

  test('with a link too many fails', () => {
    const found = judged('getTransactions', { Transaction: [] }, { Links: { ...links.Links, Home: 'x' } })

    expect(found.findings).toMatchObject([{ pointer: '/Links/Home', proves: ['FMT-REQ-130'] }])
  })
})
