import { describe, expect, test } from 'vitest'
import type { FixtureAccount } from '#fixtures/types.js'
import { Balance, findProblems } from '#standard/index.js'
import { balancesOf, noSums, type Sums } from './balances.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const closedAt = Date.parse('2030-01-15T00:00:00+03:00') - 1

const account = (parts: Partial<FixtureAccount>): FixtureAccount => ({
  accountId: 'acc-1',
  status: 'Enabled',
  statusUpdatedAt: 0,
  currency: 'BHD',
  accountType: 'Personal',
  accountSubType: 'CurrentAccount',
  openedAt: 0,
  identifiers: [],
  servicerBic: 'DEMOBHBM',
  ...parts,
})

const card = account({ accountSubType: 'CreditCard', creditLineMinor: 8_000_000 })

const balanceSums = (sums: Partial<Sums>, closed: Partial<Sums> = {}) => ({
  now,
  sums: { ...noSums, ...sums },
  closedAt,
  closed: { ...noSums, ...closed },
})

const shown = (of: FixtureAccount, sums: Partial<Sums>, closed?: Partial<Sums>) =>
  Object.fromEntries(
    balancesOf(of, balanceSums(sums, closed)).map((each) => [
      each.Type,
      `${each.CreditDebitIndicator} ${each.Amount.Amount}`,
    ]),
  )

describe('a card that owes 316.390 of a line of 8,000', () => {
  const sums = { bookedMinor: -316_390 }

  test('shows the debt as a debt, and what is left of the line as available', () => {
    expect(shown(card, sums)).toMatchObject({ InterimBooked: 'Debit 316.390', InterimAvailable: 'Credit 7683.610' })
  })

  test('names the line with the available balance, as part of it', () => {
    expect(balancesOf(card, balanceSums(sums)).filter(({ CreditLine }) => CreditLine)).toMatchObject([
      {
        Type: 'InterimAvailable',
        CreditLine: [{ Included: true, Type: 'Credit', Amount: { Amount: '8000.000', Currency: 'BHD' } }],
      },
    ])
  })
})

test('takes pending debits off what is available, counts pending credits as expected alone', () => {
  expect(shown(account({}), { bookedMinor: 100_000, pendingDebitsMinor: 30_000, pendingCreditsMinor: 5000 })).toEqual({
    InterimBooked: 'Credit 100.000',
    InterimAvailable: 'Credit 70.000',
    Expected: 'Credit 75.000',
    ClosingBooked: 'Credit 0.000',
  })
})

test('leaves an agreed overdraft out of what is available, and names it', () => {
  const overdrawn = account({ creditLineMinor: 500_000 })

  expect(shown(overdrawn, { bookedMinor: -20_000 }).InterimAvailable).toBe('Debit 20.000')
  expect(balancesOf(overdrawn, balanceSums({}))[1]?.CreditLine).toMatchObject([{ Included: false, Type: 'Pre-Agreed' }])
})

test('has nothing available on a loan', () => {
  const types = Object.keys(shown(account({ accountSubType: 'Loan' }), { bookedMinor: -9_000_000 }))

  expect(types).toEqual(['InterimBooked', 'Expected', 'ClosingBooked'])
})

test('dates the closing balance by the last moment of the bank day before', () => {
  const closing = balancesOf(account({}), balanceSums({}, { bookedMinor: 7 })).at(-1)

  expect(closing).toMatchObject({ DateTime: '2030-01-14T23:59:59.999+03:00', Amount: { Amount: '0.007' } })
})

test.each([account({}), card, account({ currency: 'JPY' })])('follows the schema', (of) => {
  const balances = balancesOf(of, balanceSums({ bookedMinor: -12_345 }))

  expect(balances.flatMap((each) => findProblems(Balance, each))).toEqual([])
})
