import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { permissions } from '#standard/index.js'
import { signedMinor } from '../../ledger/balances.js'
import { toAmount } from '../../ledger/money.js'
import { book, type NewEntry, post } from '../../ledger/movements.js'
import { openReader, type Row, rowsOf } from '../../testing/account-reads.js'
import { openTestBank, type TestBank, testNow } from '../../testing/test-bank.js'
import { balancesNow } from '../balances.js'

const hour = 3_600_000

let bank: TestBank
beforeEach(async () => {
  bank = await openTestBank({ system: { now: () => testNow } })
})
afterEach(() => bank.close())

const accountOf = () => bank.tenant.bank.psus[0]?.accountIds[0] as string

async function postAll(entries: readonly Partial<NewEntry>[]): Promise<void> {
  await bank.tenant.store.transact((transaction) => {
    for (const [index, entry] of entries.entries()) {
      post(transaction, bank.tenant.bank, {
        transactionId: `posted-${index}`,
        accountId: accountOf(),
        bookedAt: testNow - hour,
        amountMinor: 100 + index,
        creditDebitIndicator: index % 3 ? 'Debit' : 'Credit',
        status: 'Booked',
        information: 'posted',
        ...entry,
      })
    }
  })
}

/** What each row of a list should say: its own amount and those of all booked rows below it, added up. */
function expectedOf(rows: readonly Row[]): (string | undefined)[] {
  const currency = bank.tenant.bank.accounts.get(accountOf())?.currency as string
  const minorOf = ({ Amount, CreditDebitIndicator }: Row) => {
    const { Amount: text } = Amount as { Amount: string }
    return signedMinor({
      amountMinor: Number(text.replace('.', '')),
      creditDebitIndicator: CreditDebitIndicator as 'Credit',
    })
  }
  let sum = 0
  return [...rows]
    .reverse()
    .map((row) => {
      if (row.Status !== 'Booked') return undefined
      sum += minorOf(row)
      return `${sum < 0 ? 'Debit' : 'Credit'} ${toAmount(sum, currency).Amount}`
    })
    .reverse()
}

const balanceOf = ({ Balance }: Row) => {
  const { CreditDebitIndicator, Amount } = (Balance ?? {}) as { CreditDebitIndicator: string; Amount: Row }
  return Balance === undefined ? undefined : `${CreditDebitIndicator} ${Amount.Amount}`
}

/** Entries among those the account was opened with, of one instant, and newer than all. */
const scattered = () => {
  const opening = bank.tenant.bank.transactions(accountOf())
  const at = (place: number) => opening[place]?.bookedAt as number
  return [at(3), at(3) + 1, at(30), at(30), at(30), at(70) - 1, testNow - 1, testNow].map((bookedAt, index) => ({
    bookedAt,
    status: index % 4 === 3 ? ('Pending' as const) : ('Booked' as const),
  }))
}

const path = () => `/accounts/${accountOf()}/transactions`

test.each([1, 25, 1000])(
  'adds up from row to row over pages of %i, also where entries lie among earlier ones',
  async (size) => {
    await postAll(scattered())
    const reader = await openReader(bank)
    const rows = rowsOf(await reader.pages(`${path()}?pageSize=1000`))
    const some = size === 1 ? rows.slice(0, 60) : rows
    const expected = expectedOf(rows).slice(0, some.length)
    const pages =
      size === 1
        ? await Promise.all(some.map((_, index) => reader.read(`${path()}?pageSize=1&page=${index + 1}`)))
        : await reader.pages(`${path()}?pageSize=${size}`)

    expect(rowsOf(pages).map(balanceOf)).toEqual(expected)
  },
)

test('ends where the booked balance of the account is', async () => {
  await postAll(scattered())
  const reader = await openReader(bank)
  const newest = rowsOf([await reader.read(path())]).find(({ Status }) => Status === 'Booked')
  const account = bank.tenant.bank.accounts.get(accountOf())
  const [booked] = account ? await balancesNow(bank.tenant, account) : []

  expect(balanceOf(newest as Row)).toBe(`${booked?.CreditDebitIndicator} ${booked?.Amount.Amount}`)
})

test('says the same to a consent that shows rows of one direction', async () => {
  await postAll(scattered())
  const all = rowsOf(await (await openReader(bank)).pages(`${path()}?pageSize=1000`))
  const credits = await openReader(bank, {
    permissions: permissions.filter((permission) => permission !== 'ReadTransactionsDebits'),
  })
  const expected = all.flatMap((row) => (row.CreditDebitIndicator === 'Credit' ? [balanceOf(row)] : []))

  expect(rowsOf(await credits.pages(`${path()}?pageSize=40`)).map(balanceOf)).toEqual(expected)
})

test('says the same whether accounts are read one by one or together', async () => {
  await postAll(scattered())
  const reader = await openReader(bank)
  const together = rowsOf(await reader.pages('/transactions?pageSize=1000')).filter(
    ({ AccountId }) => AccountId === accountOf(),
  )

  expect(together.map(balanceOf)).toEqual(rowsOf(await reader.pages(`${path()}?pageSize=1000`)).map(balanceOf))
})

test('shows none without Detail', async () => {
  const reader = await openReader(bank, { permissions: ['ReadTransactionsBasic', 'ReadAccountsBasic'] })

  expect(rowsOf([await reader.read(path())]).filter(({ Balance }) => Balance !== undefined)).toEqual([])
})

describe('a page that was shown before', () => {
  test.each([
    ['an earlier entry is posted', () => postAll([{ transactionId: 'late', bookedAt: testNow - 300 * 24 * hour }])],
    ['an earlier entry is booked', () => bank.tenant.store.transact((transaction) => book(transaction, 'waiting'))],
  ])('has other balances once %s, and the same rows', async (_, move) => {
    await postAll([{ transactionId: 'waiting', status: 'Pending', bookedAt: testNow - 290 * 24 * hour }])
    const reader = await openReader(bank)
    const before = rowsOf([await reader.read(path())])
    await move()
    const after = rowsOf([await reader.read(path())])
    const whole = rowsOf(await reader.pages(`${path()}?pageSize=1000`))

    expect(after.map(({ TransactionId }) => TransactionId)).toEqual(before.map(({ TransactionId }) => TransactionId))
    expect(after.map(balanceOf)).toEqual(expectedOf(whole).slice(0, after.length))
    expect(after.map(balanceOf)).not.toEqual(before.map(balanceOf))
  })
})
