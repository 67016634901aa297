/**
 * What went wrong with pages, links and filters at real banks, sent to this one in both versions. A test names the public
 * report it comes from.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBankData } from '#fixtures/data-file.js'
import { type Version, versions } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { type NewEntry, post } from '../ledger/entries.js'
import { accountReads, openReader, type ReadBody, type Row, readPath, rowsOf } from '../testing/account-reads.js'
import { errorsOf, openTestBank, type TestBank, testNow, testUrl } from '../testing/test-bank.js'

const day = 86_400_000

/** The bank is founded at the moment at which it is read. */
const system = { now: () => testNow }

const [hundreds, thousands, posted] = ['hundreds', 'thousands', 'posted'] as const

function ownData() {
  const accounts = [
    { id: hundreds, subType: 'CurrentAccount', transactions: 300 },
    { id: thousands, subType: 'CurrentAccount', transactions: 10_000 },
    { id: posted, subType: 'CurrentAccount', history: 'none' },
  ]
  const psu = { username: 'pages', password: 'p', otp: '1234', name: 'Pages', accounts: accounts.map(({ id }) => id) }
  const parsed = parseBankData(JSON.stringify({ psus: [psu], accounts }), 'own.json')
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ system, data: ownData() })
})
afterAll(() => bank.close())

function readerOf(version: Version, facts: Parameters<typeof openReader>[1] = {}, of = bank) {
  const psu = of.tenant.bank.psus.find(({ username }) => username === 'pages')
  if (!psu) throw new Error('the own data are missing')
  return openReader(of, { version, psuId: psu.psuId, accountIds: psu.accountIds, ...facts })
}

/** Posts entries to the account that has none. */
async function postTo(of: TestBank, entries: readonly Partial<NewEntry>[]): Promise<void> {
  await of.tenant.store.transact(async (transaction) => {
    for (const [index, entry] of entries.entries()) {
      await post(transaction, of.tenant.bank, {
        transactionId: `posted-${String((index * 7919) % 100_003).padStart(6, '0')}`,
        accountId: posted,
        bookedAt: testNow - day,
        amountMinor: 1000,
        creditDebitIndicator: 'Credit',
        status: 'Booked',
        information: 'posted',
        ...entry,
      })
    }
  })
}

const idsOf = (rows: readonly Row[]) => rows.map(({ TransactionId }) => TransactionId)

const transactionsOf = (accountId: string) => `/accounts/${accountId}/transactions`

/** An instant as a query says it, by the bank's clock. */
const queryTime = (at: number) => toDateTime(at).slice(0, -'+03:00'.length)

describe.each(versions)('in version %s', (version) => {
  test.each([1, 2, 7, 99, 100, 101, 299, 300, 1000])(
    '5afe/safe-client-gateway #218: pages of %i are together the 300 rows, by their links and by their numbers',
    async (size) => {
      const { pages, read } = await readerOf(version)
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
    },
  )

  test('afaneca/myfin-api #177: 500 rows of one instant have one order, whatever the size of a page', async () => {
    const own = await openTestBank({ system, data: ownData() })
    await postTo(
      own,
      Array.from({ length: 500 }, () => ({})),
    )
    const psu = own.tenant.bank.psus.find(({ persona }) => persona === 'thousands')
    const ways = [
      [await readerOf(version, {}, own), transactionsOf(posted)],
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
  })

  test('openbankingspace/tpp-issues #7: an account with 10,000 rows is read in pages of 25, the last as well as the first', async () => {
    const { read } = await readerOf(version)
    const first = await read(transactionsOf(thousands))
    const last = await read(first.Links?.Last as string)
    const numbered = await read(`${transactionsOf(thousands)}?page=400`)

    expect([first, last, numbered].map((body) => [rowsOf([body]).length, body.Meta.TotalPages])).toEqual(
      Array(3).fill([25, 400]),
    )
    expect(idsOf(rowsOf([last]))).toEqual(idsOf(rowsOf([numbered])))
  })

  test('openbankingspace/tpp-issues #122: every read ends after as many pages as it says it has', async () => {
    const { pages, read } = await readerOf(version)
    for (const id of accountReads(version)) {
      const all = await pages(readPath(id, hundreds))

      expect([id, all.length]).toEqual([id, all[0]?.Meta.TotalPages])
      expect(all.filter(({ Links }) => Links?.Next !== undefined && Links.Next === Links.Self)).toEqual([])
      const { Last } = all[0]?.Links ?? {}
      if (Last !== undefined) expect((await read(Last)).Links).not.toHaveProperty('Next')
    }
  })

  test('openbankingspace/tpp-issues #53, OpenBankingToolkit/openbanking-toolkit #31: every link is a whole address, and Self leads to the same', async () => {
    const { get, read } = await readerOf(version)
    for (const id of accountReads(version)) {
      const query = id.endsWith('Transactions')
        ? '?pageSize=7&page=3&toBookingDateTime=2030-01-10T00:00:00%2B03:00'
        : ''
      const path = readPath(id, hundreds) + query
      const { Links } = await read(path)
      const links = typeof Links === 'string' ? { Self: Links } : (Links ?? {})

      for (const link of Object.values(links)) expect(link).toMatch(`${testUrl}/api/`)
      if (Links !== null) expect((await get(links.Self as string)).body).toBe((await get(path)).body)
      for (const link of Object.values(links)) expect((await get(link)).statusCode).toBe(200)
    }
  })

  test('OpenBankProject/OBP-API #1785: a period takes both its ends in, to the millisecond', async () => {
    const { pages } = await readerOf(version)
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
  })

  test.each([transactionsOf(hundreds), '/transactions'])(
    'OpenBankProject/OBP-API #1785: a period of %s that ends before it begins is refused',
    async (path) => {
      const { get } = await readerOf(version)
      const [row] = bank.tenant.bank.transactions(hundreds)
      const at = row?.bookedAt as number
      const period = (from: number, to: number) =>
        `${path}?fromBookingDateTime=${queryTime(from)}&toBookingDateTime=${queryTime(to)}`

      expect(errorsOf(await get(period(at + 1, at)))).toEqual([['Field.InvalidDate', 'fromBookingDateTime']])
      expect((await get(period(at, at))).statusCode).toBe(200)
    },
  )

  test('actualbudget/actual #2841: nothing older than the consent allows is shown, whatever is asked for', async () => {
    const since = testNow - 90 * day
    const { pages, read } = await readerOf(version, { transactionFromDateTime: new Date(since).toISOString() })
    const queries = [
      '?pageSize=1000',
      '?pageSize=1000&fromBookingDateTime=1900-01-01',
      '?pageSize=100&toBookingDateTime=2100-01-01',
      '?pageSize=1000&fromBookingDateTime=2000-01-01&toBookingDateTime=2030-01-15',
      '?pageSize=99',
    ]
    const sought = [thousands, hundreds].flatMap((id) =>
      bank.tenant.bank.transactions(id).filter(({ bookedAt }) => bookedAt >= since && bookedAt <= testNow),
    )
    for (const query of queries) {
      const rows = rowsOf(await pages(`/transactions${query}`))

      expect(rows.filter(({ BookingDateTime }) => Date.parse(String(BookingDateTime)) < since)).toEqual([])
      expect(rows.length, query).toBe(sought.length)
    }
    const { Links, Meta } = await read('/transactions')
    expect(Date.parse(String(Meta.FirstAvailableDateTime))).toBeGreaterThanOrEqual(since)
    expect(rowsOf([await read(Links?.Last as string)]).at(-1)?.BookingDateTime).toBe(Meta.FirstAvailableDateTime)
    expect(rowsOf(await pages('/transactions?toBookingDateTime=2029-10-01'))).toEqual([])
  })

  test('ConsumerDataStandardsAustralia/standards-maintenance #173: a row of local midnight is of the day that begins', async () => {
    const own = await openTestBank({ system, data: ownData() })
    const midnight = Date.parse('2030-01-10T00:00:00+03:00')
    await postTo(own, [{ bookedAt: midnight, transactionId: 'midnight' }])
    const { pages } = await readerOf(version, {}, own)
    const rows = async (query: string) => rowsOf(await pages(`${transactionsOf(posted)}?${query}`))
    const period = (from: string, to: string) => `fromBookingDateTime=${from}&toBookingDateTime=${to}`

    expect(await rows(period('2030-01-10', '2030-01-10'))).toMatchObject([
      { TransactionId: 'midnight', BookingDateTime: '2030-01-10T00:00:00.000+03:00' },
    ])
    expect(await rows(period('2030-01-09', '2030-01-09'))).toEqual([])
    await own.close()
  })

  describe('Sbanken/api-examples #34: pages are counted from 1', () => {
    test.each(accountReads(version).filter((id) => id !== 'getAccount'))('by %s', async (id) => {
      const { get, read } = await readerOf(version)
      const path = readPath(id, hundreds)

      const data = (body: ReadBody) => body.Data
      expect(data(await read(`${path}?page=1`))).toEqual(data(await read(path)))
      for (const page of [
        '0',
        '-1',
        '5000',
        '999999999',
        '1.0',
        '1e0',
        '+1',
        '01',
        '%201',
        '1%20',
        '',
        '٣',
        'first',
        '1&page=1',
      ]) {
        const response = await get(`${path}?page=${page}`)
        expect([page, response.statusCode]).toEqual([page, 400])
        expect(errorsOf(response)).toEqual([['Field.Invalid', 'page']])
      }
    })

    test.each([transactionsOf(hundreds), '/transactions'])(
      'and %s shows no page over 1000 rows, and says so',
      async (path) => {
        const { get, read } = await readerOf(version)
        const [first, second, both] = [
          await read(`${path}?pageSize=50&page=1`),
          await read(`${path}?pageSize=50&page=2`),
          await read(`${path}?pageSize=100`),
        ]

        expect(rowsOf([first, second])).toEqual(rowsOf([both]))
        for (const size of ['0', '-1', '1001', '99999', '1.5', '1e2', '025', '', 'all', '25&pageSize=25']) {
          const response = await get(`${path}?pageSize=${size}`)
          expect([size, response.statusCode]).toEqual([size, 400])
          expect(errorsOf(response)).toEqual([['Field.Invalid', 'pageSize']])
        }
      },
    )
  })

  test('Sbanken/api-examples #75: a period from the first of the month to today, or to now, has what was booked just now', async () => {
    const own = await openTestBank({ system, data: ownData() })
    await postTo(own, [{ bookedAt: testNow, transactionId: 'now' }])
    const { pages } = await readerOf(version, {}, own)
    for (const to of ['2030-01-15', '2030-01-15T09:00', '2030-01-15T09:00:00Z', '2030-01-31', queryTime(testNow)]) {
      for (const path of [transactionsOf(posted), '/transactions']) {
        const rows = rowsOf(await pages(`${path}?pageSize=1000&fromBookingDateTime=2030-01-01&toBookingDateTime=${to}`))
        expect(idsOf(rows), to).toContain('now')
      }
    }
    await own.close()
  })
})
