import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'

const money = (Amount: string, Currency = 'BHD') => ({ Amount, Currency })

function balance(Amount: string, parts: Readonly<Record<string, unknown>> = {}) {
  return { AccountId: 'a-1', CreditDebitIndicator: 'Credit', Type: 'InterimBooked', Amount: money(Amount), ...parts }
}

const balancesBody = (...rows: readonly unknown[]) => ({ Data: { Balance: rows } })
const transactionsBody = (...rows: readonly unknown[]) => ({ Data: { Transaction: rows } })

const outcome = (name: keyof typeof matchers, bodies: readonly unknown[], settings = {}) =>
  outcomeOf(matchers[name](recordOf(answers(...bodies.map((body) => ({ body })))), settings))

test('amountsHaveFraction finds a whole number wherever it stands', () => {
  const deep = balancesBody(balance('1.000', { CreditLine: [{ Included: true, Amount: money('5') }] }))

  expect(outcome('amountsHaveFraction', [balancesBody(balance('1.000'))])).toBe('met')
  expect(outcome('amountsHaveFraction', [deep])).toEqual(['/Data/Balance/0/CreditLine/0/Amount/Amount'])
  expect(outcome('amountsHaveFraction', [balancesBody({ Amount: money('5', 'JPY') })])).toBe('met')
  expect(outcome('amountsHaveFraction', [balancesBody({ Amount: money('5', 'KRW') })])).toBe('met')
  expect(outcome('amountsHaveFraction', [balancesBody()])).toBe('unseen')
})

test('dinarsHaveThreeDigits looks at BHD alone', () => {
  expect(outcome('dinarsHaveThreeDigits', [balancesBody(balance('1.000'), { Amount: money('1.00', 'USD') })])).toBe(
    'met',
  )
  expect(outcome('dinarsHaveThreeDigits', [balancesBody(balance('1.00'))])).toHaveLength(1)
  expect(outcome('dinarsHaveThreeDigits', [balancesBody(balance('1.000000000000'))])).toHaveLength(1)
})

test.each([
  ['1.00', 'USD', 'met'],
  ['1.000', 'USD', 1],
  ['1.000', 'KWD', 'met'],
  ['1.00', 'KWD', 1],
  ['1', 'JPY', 'met'],
  ['1.5', 'JPY', 1],
  ['1.0', 'XXX', 'met'],
])('minorDigitsOfCurrencies with %s %s: %s', (amount, currency, wanted) => {
  const found = outcome('minorDigitsOfCurrencies', [balancesBody({ Amount: money(amount, currency) })])

  expect(typeof found === 'string' ? found : found.length).toBe(wanted)
})

test('zeroIsCredit looks at balances of zero', () => {
  const debit = { CreditDebitIndicator: 'Debit' }

  expect(outcome('zeroIsCredit', [balancesBody(balance('0.000'), balance('1.000', debit))])).toBe('met')
  expect(outcome('zeroIsCredit', [balancesBody(balance('0.000', debit))])).toEqual([
    '/Data/Balance/0/CreditDebitIndicator',
  ])
  expect(outcome('zeroIsCredit', [balancesBody(balance('1.000'))])).toBe('not-applicable')
})

test('oneBalanceOfEachType counts by account', () => {
  expect(outcome('oneBalanceOfEachType', [balancesBody(balance('1.0'), balance('1.0', { AccountId: 'b' }))])).toBe(
    'met',
  )
  expect(outcome('oneBalanceOfEachType', [balancesBody(balance('1.0'), balance('2.0'))])).toEqual([
    '/Data/Balance/1/Type',
  ])
})

test('sameBalances compares types and amounts, in any order and whatever the accounts are called', () => {
  const [a, b] = [balance('1.000'), balance('2.000', { Type: 'Expected' })]
  const settings = { before: 0, after: 1 }
  const moved = balancesBody(a, balance('3.000', { Type: 'Expected' }))
  const compare = (...rows: readonly unknown[]) =>
    outcome('sameBalances', [balancesBody(a, b), moved, balancesBody(...rows)], settings)

  expect(compare({ ...b, AccountId: 'x' }, a)).toBe('met')
  expect(compare({ ...b, Amount: money('3.000') }, a)).toBe('met')
  expect(compare(a)).toHaveLength(1)
  expect(compare(a, { ...b, CreditDebitIndicator: 'Debit' })).toHaveLength(1)
  expect(compare(a, { ...b, Amount: money('2.000', 'USD') })).toHaveLength(1)
  expect(outcome('sameBalances', [balancesBody(), balancesBody(a), balancesBody(a)], settings)).toBe('unseen')
})

/** A booked transaction of some hour, and the balance it left. */
function entry(hour: number, amount: string, left: string, parts: Readonly<Record<string, unknown>> = {}) {
  return {
    AccountId: 'a-1',
    Status: 'Booked',
    CreditDebitIndicator: 'Credit',
    BookingDateTime: `2030-01-15T${String(hour).padStart(2, '0')}:00:00Z`,
    Amount: money(amount),
    Balance: { CreditDebitIndicator: 'Credit', Type: 'InterimBooked', Amount: money(left) },
    ...parts,
  }
}

describe('balanceOfLastEntry', () => {
  const compare = (own: unknown, ...rows: readonly unknown[]) =>
    outcome('balanceOfLastEntry', [balancesBody(own), transactionsBody(...rows)], { balances: 0 })

  test('compares with the newest booked transaction', () => {
    const pending = entry(12, '9.000', '9.000', { Status: 'Pending' })

    expect(compare(balance('3.000'), pending, entry(10, '2.000', '3.000'), entry(9, '1.000', '1.000'))).toBe('met')
    expect(compare(balance('4.000'), entry(10, '2.000', '3.000'))).toEqual(['/Data/Balance/0'])
    expect(compare(balance('3.000', { CreditDebitIndicator: 'Debit' }), entry(10, '2.000', '3.000'))).toHaveLength(1)
  })

  test('does not apply to a balance of another type', () => {
    expect(compare(balance('4.000', { Type: 'Expected' }), entry(10, '2.000', '3.000'))).toBe('not-applicable')
    expect(compare(balance('4.000'), entry(10, '2.000', '3.000', { Balance: undefined }))).toBe('not-applicable')
  })

  test('is judged as an inferred should at most', () => {
    const bodies = [balancesBody(balance('4.000')), transactionsBody(entry(10, '2.000', '3.000'))]
    const observation = matchers.balanceOfLastEntry(recordOf(answers(...bodies.map((body) => ({ body })))), {
      balances: 0,
    })

    expect(observation).toMatchObject({ kind: 'broken', breaches: [{ tolerated: true }] })
  })
})

describe('runningBalances', () => {
  const run = (...rows: readonly unknown[]) => outcome('runningBalances', [transactionsBody(...rows)])

  test('moves the balance by the amount', () => {
    const debit = entry(11, '0.500', '2.500', { CreditDebitIndicator: 'Debit' })

    expect(run(debit, entry(10, '2.000', '3.000'), entry(9, '1.000', '1.000'))).toBe('met')
    expect(run(entry(11, '0.500', '2.500'), entry(10, '2.000', '3.000'))).toEqual(['/Data/Transaction/0/Balance'])
  })

  test('passes over pending rows, other accounts and rows of one instant', () => {
    expect(run(entry(10, '9.000', '1.000'), entry(10, '2.000', '3.000'))).toBe('not-applicable')
    expect(run(entry(11, '9.000', '1.000', { AccountId: 'b' }), entry(10, '2.000', '3.000'))).toBe('not-applicable')
    expect(run(entry(11, '9.000', '1.000', { Status: 'Pending' }), entry(10, '2.000', '3.000'))).toBe('not-applicable')
  })
})
