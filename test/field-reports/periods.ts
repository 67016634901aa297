/**
 * What went wrong with periods of transactions at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { toDateTime } from '#sandbox/clock/tenant-clock.js'
import { rowsOf } from '#sandbox/testing/account-reads.js'
import { errorsOf, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import {
  day,
  hundreds,
  idsOf,
  openLongAccounts,
  posted,
  postTo,
  readerOf,
  thousands,
  transactionsOf,
} from './long-accounts.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

/** An instant as a query writes it, by the bank's clock. */
const queryTime = (at: number) => toDateTime(at).slice(0, -'+03:00'.length)

async function takesBothEnds({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { pages } = await readerOf(bank, version)
  const [row] = bank.tenant.bank.transactions(hundreds).slice(150)
  const { transactionId, bookedAt } = row as { transactionId: string; bookedAt: number }
  const shows = async (query: string) =>
    idsOf(rowsOf(await pages(`${transactionsOf(hundreds)}?pageSize=1000&${query}`))).includes(transactionId)
  const seen = { from: [] as boolean[], to: [] as boolean[] }
  for (const millis of [-1, 0, 1]) {
    seen.from.push(await shows(`fromBookingDateTime=${queryTime(bookedAt + millis)}`))
    seen.to.push(await shows(`toBookingDateTime=${queryTime(bookedAt + millis)}`))
  }

  expect(seen).toEqual({ from: [true, true, false], to: [false, true, true] })
}

/** Asks for a period that ends a millisecond before it begins, and for one that ends as it begins. */
const refusesReversed = (path: string) =>
  async function refusesAReversedPeriod({ bank, version }: ReportContext<TestBank>): Promise<void> {
    const { get } = await readerOf(bank, version)
    const [row] = bank.tenant.bank.transactions(hundreds)
    const at = row?.bookedAt as number
    const period = (from: number, to: number) =>
      `${path}?fromBookingDateTime=${queryTime(from)}&toBookingDateTime=${queryTime(to)}`

    expect(errorsOf(await get(period(at + 1, at)))).toEqual([['Field.InvalidDate', 'fromBookingDateTime']])
    expect((await get(period(at, at))).statusCode).toBe(200)
  }

async function nothingOlder({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const since = testNow - 90 * day
  const { pages, read } = await readerOf(bank, version, { transactionFromDateTime: new Date(since).toISOString() })
  const queries = [
    '?pageSize=1000',
    '?pageSize=1000&fromBookingDateTime=1900-01-01',
    '?pageSize=100&toBookingDateTime=2100-01-01',
    '?pageSize=1000&fromBookingDateTime=2000-01-01&toBookingDateTime=2030-01-15',
    '?pageSize=99',
  ]
  const expected = [thousands, hundreds].flatMap((id) =>
    bank.tenant.bank.transactions(id).filter(({ bookedAt }) => bookedAt >= since && bookedAt <= testNow),
  )
  for (const query of queries) {
    const rows = rowsOf(await pages(`/transactions${query}`))

    expect(rows.filter(({ BookingDateTime }) => Date.parse(String(BookingDateTime)) < since)).toEqual([])
    expect(rows.length, query).toBe(expected.length)
  }
  const { Links, Meta } = await read('/transactions')
  expect(Date.parse(String(Meta.FirstAvailableDateTime))).toBeGreaterThanOrEqual(since)
  expect(rowsOf([await read(Links?.Last as string)]).at(-1)?.BookingDateTime).toBe(Meta.FirstAvailableDateTime)
  expect(rowsOf(await pages('/transactions?toBookingDateTime=2029-10-01'))).toEqual([])
}

async function localMidnight({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openLongAccounts()
  const midnight = Date.parse('2030-01-10T00:00:00+03:00')
  await postTo(own, [{ bookedAt: midnight, transactionId: 'midnight' }])
  const { pages } = await readerOf(own, version)
  const rows = async (query: string) => rowsOf(await pages(`${transactionsOf(posted)}?${query}`))
  const period = (from: string, to: string) => `fromBookingDateTime=${from}&toBookingDateTime=${to}`

  expect(await rows(period('2030-01-10', '2030-01-10'))).toMatchObject([
    { TransactionId: 'midnight', BookingDateTime: '2030-01-10T00:00:00.000+03:00' },
  ])
  expect(await rows(period('2030-01-09', '2030-01-09'))).toEqual([])
  await own.close()
}

async function bookedJustNow({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openLongAccounts()
  await postTo(own, [{ bookedAt: testNow, transactionId: 'now' }])
  const { pages } = await readerOf(own, version)
  for (const to of ['2030-01-15', '2030-01-15T09:00', '2030-01-15T09:00:00Z', '2030-01-31', queryTime(testNow)]) {
    for (const path of [transactionsOf(posted), '/transactions']) {
      const rows = rowsOf(await pages(`${path}?pageSize=1000&fromBookingDateTime=2030-01-01&toBookingDateTime=${to}`))
      expect(idsOf(rows), to).toContain('now')
    }
  }
  await own.close()
}

export const periods: Area<TestBank> = {
  title: 'periods',
  open: openLongAccounts,
  send: sendInProcess,
  reports: [
    {
      report: 'OpenBankProject/OBP-API #1785',
      title: 'a period includes both its ends, to the millisecond',
      shows: takesBothEnds,
    },
    ...[transactionsOf(hundreds), '/transactions'].map(
      (path): FieldReport<TestBank> => ({
        report: 'OpenBankProject/OBP-API #1785',
        title: `a period of ${path} that ends before it begins is refused`,
        shows: refusesReversed(path),
      }),
    ),
    {
      report: 'actualbudget/actual #2841',
      title: 'nothing older than the consent allows is shown, whatever is asked for',
      shows: nothingOlder,
    },
    {
      report: 'ConsumerDataStandardsAustralia/standards-maintenance #173',
      title: 'a row booked at local midnight belongs to the day that begins',
      shows: localMidnight,
    },
    {
      report: 'Sbanken/api-examples #75',
      title: 'a period from the first of the month to today, or to now, has what was booked just now',
      shows: bookedJustNow,
    },
  ],
}
