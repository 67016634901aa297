/**
 * What went wrong with balances at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { sumsAt } from '#sandbox/ledger/entries.js'
import { post } from '#sandbox/ledger/movements.js'
import { type Row, rowsOf } from '#sandbox/testing/account-reads.js'
import { openTestBank, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { openWithEmptyAccounts, readerOf, system, withAccounts } from './readers.js'
import type { Area, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

interface Money {
  readonly Amount: string
  readonly Currency: string
}

/** In minor units. Amounts of one account all have the same number of digits. */
const minorOf = ({ Amount }: Money) => Number(Amount.replace('.', ''))

const signedMinorOf = (row: Row) => (row.CreditDebitIndicator === 'Debit' ? -1 : 1) * minorOf(row.Amount as Money)

const balance = (rows: readonly Row[], type: string) => rows.find(({ Type }) => Type === type)

/** A balance as it is shown: `Debit 316.390`. */
function shownAs(rows: readonly Row[], type: string): string | undefined {
  const found = balance(rows, type)
  return found && `${found.CreditDebitIndicator} ${(found.Amount as Money).Amount}`
}

async function zerosWithoutARow({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { read } = await readerOf(bank, 'empty', version)
  const zeros = { 'empty-bhd': '0.000', 'empty-usd': '0.00', 'empty-jpy': '0.0', 'empty-loan': '0.000' }
  const all = (await read('/balances')).Data.Balance ?? []

  for (const [accountId, zero] of Object.entries(zeros)) {
    const rows = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []
    expect(all.filter(({ AccountId }) => AccountId === accountId)).toEqual(rows)
    expect(rows.map(({ Amount }) => (Amount as Money).Amount)).toEqual(rows.map(() => zero))
    expect(rows.map(({ CreditDebitIndicator }) => CreditDebitIndicator)).toEqual(rows.map(() => 'Credit'))
    expect(shownAs(rows, 'InterimBooked')).toBe(`Credit ${zero}`)
    const transactions = await read(`/accounts/${accountId}/transactions`)
    expect(transactions).toMatchObject({ Data: { Transaction: [] }, Meta: { TotalPages: 1 } })
    expect(Object.keys(transactions.Meta)).toEqual(['TotalPages'])
  }
}

async function cardOwesADebit({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openTestBank({ system })
  const reader = await readerOf(own, 'layla', version)
  const card = own.tenant.bank.psus[0]?.accountIds[2] as string
  const { bookedMinor, pendingDebitsMinor } = await sumsAt(own.tenant, card, testNow)
  await own.tenant.store.transact((transaction) =>
    post(transaction, own.tenant.bank, {
      transactionId: 'brings-it-to-316.390',
      accountId: card,
      bookedAt: testNow,
      amountMinor: Math.abs(-316_390 - bookedMinor),
      creditDebitIndicator: bookedMinor < -316_390 ? 'Credit' : 'Debit',
      status: 'Booked',
      information: 'posted',
    }),
  )
  const rows = (await reader.read(`/accounts/${card}/balances`)).Data.Balance ?? []

  expect(shownAs(rows, 'InterimBooked')).toBe('Debit 316.390')
  expect(minorOf(balance(rows, 'InterimAvailable')?.Amount as Money)).toBe(7_683_610 - pendingDebitsMinor)
  expect(balance(rows, 'InterimAvailable')).toMatchObject({
    CreditDebitIndicator: 'Credit',
    CreditLine: [{ Included: true, Type: 'Credit', Amount: { Amount: '8000.000', Currency: 'BHD' } }],
  })
  expect(rows.filter(({ Type }) => typeof Type !== 'string')).toEqual([])
  await own.close()
}

async function balanceIsTheSum({ bank, version }: ReportContext<TestBank>): Promise<void> {
  for (const { username } of withAccounts(bank)) {
    const { consent, read, pages } = await readerOf(bank, username, version)
    for (const accountId of consent.accountIds ?? []) {
      const rows = rowsOf(await pages(`/accounts/${accountId}/transactions?pageSize=1000`))
      const booked = rows.filter(({ Status }) => Status === 'Booked')
      const balances = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []

      const sum = booked.reduce((total, row) => total + signedMinorOf(row), 0)
      expect([accountId, signedMinorOf(balance(balances, 'InterimBooked') as Row)]).toEqual([accountId, sum])
      if (booked[0]) expect(signedMinorOf(booked[0].Balance as Row)).toBe(sum)
    }
  }
}

async function pendingIsShown({ bank, version }: ReportContext<TestBank>): Promise<void> {
  let shown = 0
  for (const username of ['layla', 'omar', 'dana']) {
    const { consent, read, pages } = await readerOf(bank, username, version)
    for (const accountId of consent.accountIds ?? []) {
      const rows = rowsOf(await pages(`/accounts/${accountId}/transactions?pageSize=1000`))
      const pending = rows.filter(({ Status }) => Status === 'Pending')
      const balances = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []
      const available = balance(balances, 'InterimAvailable') as Row
      const lines = (available.CreditLine ?? []) as (Row & { readonly Included: boolean })[]
      const line = lines
        .filter(({ Included }) => Included)
        .reduce((sum, each) => sum + minorOf(each.Amount as Money), 0)
      const pendingDebits = pending
        .filter((row) => row.CreditDebitIndicator === 'Debit')
        .reduce((sum, row) => sum + signedMinorOf(row), 0)

      expect(signedMinorOf(available)).toBe(
        signedMinorOf(balance(balances, 'InterimBooked') as Row) + pendingDebits + line,
      )
      expect(pending.filter((row) => 'Balance' in row || row.TransactionMutability !== 'Mutable')).toEqual([])
      shown += pending.length
    }
  }
  expect(shown).toBeGreaterThan(0)
}

export const balances: Area<TestBank> = {
  title: 'balances',
  open: openWithEmptyAccounts,
  send: sendInProcess,
  reports: [
    {
      report: 'openbankingspace/tpp-issues #44, #80',
      title: 'an account without a row has balances of zero, with the digits of its currency',
      shows: zerosWithoutARow,
    },
    {
      report: 'openbankingspace/tpp-issues #176, actualbudget/actual-server #261',
      title: 'what a card owes is a debit, what is left of its limit is available',
      shows: cardOwesADebit,
    },
    {
      report: 'adorsys/XS2A-Sandbox #46',
      title: 'the balance of every account is the sum of its booked rows',
      shows: balanceIsTheSum,
    },
    {
      report: 'adorsys/XS2A-Sandbox #30',
      title: 'pending rows are shown without a filter, and debits among them are not available',
      shows: pendingIsShown,
    },
  ],
}
