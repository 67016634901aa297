/**
 * What went wrong with pages and links at real banks.
 *
 * @module
 */
import { expect } from 'vitest'
import { accountReads, openReader, type ReadBody, readPath, rowsOf } from '#sandbox/testing/account-reads.js'
import { errorsOf, type TestBank, testUrl } from '#sandbox/testing/test-bank.js'
import { type OperationId, versions } from '#standard/index.js'
import {
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

async function oneOrder({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openLongAccounts()
  await postTo(
    own,
    Array.from({ length: 500 }, () => ({})),
  )
  const psu = own.tenant.bank.psus.find(({ persona }) => persona === 'thousands')
  const ways = [
    [await readerOf(own, version), transactionsOf(posted)],
    [
      await openReader(own, {
        version,
        psuId: psu?.psuId as string,
        accountIds: psu?.accountIds as readonly string[],
      }),
      '/transactions',
    ],
  ] as const
  for (const [{ pages }, path] of ways) {
    const whole = idsOf(rowsOf(await pages(`${path}?pageSize=1000`)))

    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThanOrEqual(500)
    for (const size of [30, 77, 499]) {
      expect(idsOf(rowsOf(await pages(`${path}?pageSize=${size}`))), `${path} by ${size}`).toEqual(whole)
    }
  }
  await own.close()
}

async function manyRows({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { read } = await readerOf(bank, version)
  const first = await read(transactionsOf(thousands))
  const last = await read(first.Links?.Last as string)
  const numbered = await read(`${transactionsOf(thousands)}?page=400`)

  expect([first, last, numbered].map((body) => [rowsOf([body]).length, body.Meta.TotalPages])).toEqual(
    Array(3).fill([25, 400]),
  )
  expect(idsOf(rowsOf([last]))).toEqual(idsOf(rowsOf([numbered])))
}

async function endsAtItsLastPage({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { pages, read } = await readerOf(bank, version)
  for (const id of accountReads(version)) {
    const all = await pages(readPath(id, hundreds))

    expect([id, all.length]).toEqual([id, all[0]?.Meta.TotalPages])
    expect(all.filter(({ Links }) => Links?.Next !== undefined && Links.Next === Links.Self)).toEqual([])
    const { Last } = all[0]?.Links ?? {}
    if (Last !== undefined) expect((await read(Last)).Links).not.toHaveProperty('Next')
  }
}

async function absoluteLinks({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { get, read } = await readerOf(bank, version)
  for (const id of accountReads(version)) {
    const query = id.endsWith('Transactions') ? '?pageSize=7&page=3&toBookingDateTime=2030-01-10T00:00:00%2B03:00' : ''
    const path = readPath(id, hundreds) + query
    const { Links } = await read(path)
    const links = typeof Links === 'string' ? { Self: Links } : (Links ?? {})

    for (const link of Object.values(links)) expect(link).toMatch(`${testUrl}/api/`)
    if (Links !== null) expect((await get(links.Self as string)).body).toBe((await get(path)).body)
    for (const link of Object.values(links)) expect((await get(link)).statusCode).toBe(200)
  }
}

/** Reads the 300 rows in pages of one size. */
const allRowsInPagesOf = (size: number) =>
  async function allRowsInPages({ bank, version }: ReportContext<TestBank>): Promise<void> {
    const { pages, read } = await readerOf(bank, version)
    const expected = bank.tenant.bank.transactions(hundreds).map(({ transactionId }) => transactionId)
    const path = `${transactionsOf(hundreds)}?pageSize=${size}`
    const linked = await pages(path)
    const total = Math.ceil(300 / size)
    const numbered: ReadBody[] = []
    for (let page = 1; page <= total; page += 1) numbered.push(await read(`${path}&page=${page}`))

    expect(expected).toHaveLength(300)
    for (const way of [linked, numbered]) {
      expect(way.map(({ Meta }) => Meta.TotalPages)).toEqual(way.map(() => total))
      expect(idsOf(rowsOf(way))).toEqual(expected)
    }
  }

/** Asks a read for its first page by number, and for pages that there are not. */
const countsFromOne = (id: OperationId) =>
  async function countsPagesFromOne({ bank, version }: ReportContext<TestBank>): Promise<void> {
    const { get, read } = await readerOf(bank, version)
    const path = readPath(id, hundreds)

    const data = (body: ReadBody) => body.Data
    expect(data(await read(`${path}?page=1`))).toEqual(data(await read(path)))
    for (const page of noPages) {
      const response = await get(`${path}?page=${page}`)
      expect([page, response.statusCode]).toEqual([page, 400])
      expect(errorsOf(response)).toEqual([['Field.Invalid', 'page']])
    }
  }

const noPages = ['0', '-1', '5000', '999999999', '1.0', '1e0', '+1', '01', '%201', '1%20', '', '٣', 'first', '1&page=1']

/** Asks a list for pages of two sizes, and of sizes that there are not. */
const sizesUpTo1000 = (path: string) =>
  async function showsPagesOfUpTo1000Rows({ bank, version }: ReportContext<TestBank>): Promise<void> {
    const { get, read } = await readerOf(bank, version)
    const [first, second, both] = [
      await read(`${path}?pageSize=50&page=1`),
      await read(`${path}?pageSize=50&page=2`),
      await read(`${path}?pageSize=100`),
    ]

    expect(rowsOf([first, second])).toEqual(rowsOf([both]))
    for (const size of noSizes) {
      const response = await get(`${path}?pageSize=${size}`)
      expect([size, response.statusCode]).toEqual([size, 400])
      expect(errorsOf(response)).toEqual([['Field.Invalid', 'pageSize']])
    }
  }

const noSizes = ['0', '-1', '1001', '99999', '1.5', '1e2', '025', '', 'all', '25&pageSize=25']

const lists = [transactionsOf(hundreds), '/transactions']

/** The versions that have a read. */
const withRead = (id: OperationId) => versions.filter((version) => accountReads(version).includes(id))

const reads = accountReads('1.0.0')

export const pages: Area<TestBank> = {
  title: 'pages',
  open: openLongAccounts,
  send: sendInProcess,
  reports: [
    ...[1, 2, 7, 99, 100, 101, 299, 300, 1000].map(
      (size): FieldReport<TestBank> => ({
        report: '5afe/safe-client-gateway #218',
        title: `pages of ${size} are together the 300 rows, by their links and by their numbers`,
        shows: allRowsInPagesOf(size),
      }),
    ),
    {
      report: 'afaneca/myfin-api #177',
      title: '500 rows of one instant have one order, whatever the size of a page',
      shows: oneOrder,
    },
    {
      report: 'openbankingspace/tpp-issues #7',
      title: 'an account with 10,000 rows is read in pages of 25, the last as well as the first',
      shows: manyRows,
    },
    {
      report: 'openbankingspace/tpp-issues #122',
      title: 'every read ends after as many pages as TotalPages says',
      shows: endsAtItsLastPage,
    },
    {
      report: 'openbankingspace/tpp-issues #53, OpenBankingToolkit/openbanking-toolkit #31',
      title: 'every link is an absolute address, and Self leads to the same page',
      shows: absoluteLinks,
    },
    ...reads
      .filter((id) => id !== 'getAccount')
      .map(
        (id): FieldReport<TestBank> => ({
          report: 'Sbanken/api-examples #34',
          title: `pages are counted from 1 by ${id}`,
          versions: withRead(id),
          shows: countsFromOne(id),
        }),
      ),
    ...lists.map(
      (path): FieldReport<TestBank> => ({
        report: 'Sbanken/api-examples #34',
        title: `${path} shows at most 1000 rows on a page, and refuses more`,
        shows: sizesUpTo1000(path),
      }),
    ),
  ],
}
