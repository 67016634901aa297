/**
 * Faults of amounts and balances.
 *
 * @module
 */
import type { Fault } from './fault.js'
import { editEachRow, editRows, type Row, readsOfBalances, readsOfTransactions } from './rows.js'

interface Money {
  Amount: string
  Currency: string
}

const money = [...readsOfBalances, ...readsOfTransactions]

const amountOf = (row: Row) => row.Amount as Money

/** Rewrites the amount of every balance and transaction. */
const rewrite = (write: (amount: string, money: Money) => unknown) =>
  editEachRow(money, (row) => ({
    ...row,
    Amount: { ...amountOf(row), Amount: write(amountOf(row).Amount, amountOf(row)) },
  }))

export const balanceFaults = {
  'amount-signed': {
    title: 'writes the amount of a debit with a sign',
    source: 'openbankingspace/tpp-issues #73',
    alter: editEachRow(money, (row) =>
      row.CreditDebitIndicator === 'Debit'
        ? { ...row, Amount: { ...amountOf(row), Amount: `-${amountOf(row).Amount}` } }
        : row,
    ),
  },
  'amount-number': {
    title: 'writes amounts as numbers',
    source: 'firefly-iii/firefly-iii #3554',
    alter: rewrite(Number),
  },
  'amount-12-decimals': {
    title: 'writes amounts with twelve digits after the point',
    source: 'firefly-iii/firefly-iii #3554',
    alter: rewrite((amount) => `${amount}000000000000`.replace(/(\.\d{12}).*/, '$1')),
  },
  'amount-two-digits': {
    title: 'writes amounts in dinars with two digits after the point',
    alter: rewrite((amount, { Currency }) => (Currency === 'BHD' ? amount.replace(/(\.\d\d)\d$/, '$1') : amount)),
  },
  'amount-whole': {
    title: 'writes amounts without a fraction',
    alter: rewrite((amount) => amount.replace(/\..*/, '')),
  },
  'balance-type-twice': {
    title: 'shows two balances of one type',
    alter: editRows(readsOfBalances, (rows) => [...rows, ...rows.slice(0, 1).map((row) => ({ ...row }))]),
  },
  'balance-zero-debit': {
    title: 'calls a balance of zero a debit',
    alter: editRows(readsOfBalances, ([first, ...rest]) =>
      first
        ? [{ ...first, CreditDebitIndicator: 'Debit', Amount: { ...amountOf(first), Amount: '0.000' } }, ...rest]
        : [],
    ),
  },
  'balance-of-yesterday': {
    title: 'shows a booked balance that its transactions do not add up to',
    alter: editEachRow(readsOfBalances, (row) =>
      String(row.Type).endsWith('Booked')
        ? {
            ...row,
            Amount: {
              ...amountOf(row),
              Amount: amountOf(row).Amount.replace(/^\d/, (digit) => `${(Number(digit) % 9) + 1}`),
            },
          }
        : row,
    ),
  },
  'versions-disagree': {
    title: 'calls every balance a debit in 0.0.1',
    alter: editRows(readsOfBalances, (rows, { exchange }) =>
      exchange?.version === '0.0.1' ? rows.map((row) => ({ ...row, CreditDebitIndicator: 'Debit' })) : rows,
    ),
  },
  'balance-type-unknown': {
    title: 'shows a type of balance that is none of the listed ones',
    alter: editEachRow(readsOfBalances, (row) => ({ ...row, Type: 'Available' })),
  },
  'balances-empty': {
    title: 'answers balances with an empty list',
    alter: editRows(readsOfBalances, () => []),
  },
} as const satisfies Record<string, Fault>
