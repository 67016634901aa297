import { describe, expect, test } from 'vitest'
import { fakeProfile } from '../testing/fake-bank.js'
import { filsOf, toAmount } from './payment-limits.js'
import { readProfile } from './read-profile.js'

const creditor = { iban: 'BH67BMAG00001299123456', name: 'A creditor' }

const biller = { iban: 'BH06DEMOBILLER00000001', name: 'A biller', number: 'B-1' }
const allowedCreditors = [creditor.iban, biller.iban]

const read = (payments: object) => readProfile('bank.yaml', { ...fakeProfile('http://127.0.0.1:1'), payments }).payments

test.each([
  ['0.001', 1n],
  ['1.000', 1000n],
  ['12.34', 12_340n],
] as const)('BHD %s is that many fils', (amount, fils) => {
  expect(filsOf(amount)).toBe(fils)
})

test('writes fils as BHD with three digits', () => {
  expect([0n, 7n, 1000n, 1_234_567n].map(toAmount)).toEqual(['0.000', '0.007', '1.000', '1234.567'])
})

describe('payments of a profile', () => {
  test('are small unless it says otherwise, and to its creditor alone', () => {
    expect(read({ creditor })).toMatchObject({ amount: '1.000', allowedCreditors: [creditor.iban], pollMillis: 10_000 })
  })

  test.each([
    [
      'to a creditor that is not on its list',
      { creditor, allowedCreditors: ['BH15DEMO00010020030040'] },
      'creditor.iban',
    ],
    [
      'to a payee that is not on its list',
      { creditor, payee: { iban: 'BH15DEMO00010020030040', name: 'B' } },
      'payee.iban',
    ],
    ['from the account that is paid', { creditor, debtor: creditor }, 'debtor.iban: expected another account'],
    [
      'from the account that is paid, written otherwise',
      { creditor, debtor: { iban: 'bh67 BMAG 0000 1299 1234 56', name: 'A' } },
      'debtor.iban: expected another account',
    ],
    [
      'from the account of the payee',
      {
        creditor,
        debtor: { iban: biller.iban, name: 'A' },
        payee: { iban: biller.iban, name: 'B' },
        allowedCreditors,
      },
      'than payments.payee.iban',
    ],
    [
      'from the account of the biller',
      {
        creditor,
        debtor: { iban: biller.iban, name: 'A' },
        bill: { ...biller, amount: '1.000' },
        allowedCreditors,
      },
      'than payments.bill.iban',
    ],
    ['of a bill whose biller is not on its list', { creditor, bill: { ...biller, amount: '1.000' } }, 'bill.iban'],
    [
      'of a bill of more than it allows',
      { creditor, bill: { ...biller, amount: '1.001' }, allowedCreditors },
      'bill.amount',
    ],
    ['of more than it allows', { creditor, amount: '2.000' }, 'payments.amount'],
    ['of nothing', { creditor, amount: '0.000' }, 'payments.amount'],
    ['of an amount that is none', { creditor, amount: '1' }, 'payments.amount'],
  ])('cannot be %s', (_, payments, path) => {
    expect(() => read(payments)).toThrow(path)
  })
})
