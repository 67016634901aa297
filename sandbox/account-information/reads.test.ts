import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import {
  detailFields,
  findProblems,
  forVersion,
  type OperationId,
  operation,
  type Permission,
  permissions,
  type Version,
} from '#standard/index.js'
import { book, post } from '../ledger/movements.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const hour = 3_600_000

/** Walks of all pages while entries come in; `OB_WALKS=200` for the campaign. */
const walks = Number(process.env.OB_WALKS ?? 5)

let bank: TestBank

beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

interface Row {
  readonly TransactionId: string
  readonly AccountId: string
  readonly BookingDateTime: string
  readonly CreditDebitIndicator: string
  readonly Status: string
}

interface Body {
  readonly Data: Readonly<Record<string, readonly Row[]>>
  readonly Links: Readonly<Record<'Self' | 'First' | 'Prev' | 'Next' | 'Last', string>>
  readonly Meta: { readonly TotalPages: number }
}

type Facts = Parameters<TestBank['consent']>[0]

async function reader(facts: Facts = {}, of = bank) {
  const consent = await of.consent({ permissions, ...facts })
  const token = await of.token({ consent })
  const get = (url: string) => of.send({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  return { consent, get, at: (path: string) => get(pathOf(consent.version, path)) }
}

const psuWithMany = () => bank.tenant.bank.psus.filter(({ accountIds }) => accountIds.length > 0)

const reads: readonly [OperationId, string, readonly Version[]][] = [
  ['getBalances', 'balances', ['0.0.1', '1.0.0']],
  ['getTransactions', 'transactions', ['0.0.1', '1.0.0']],
  ['getBeneficiaries', 'beneficiaries', ['0.0.1', '1.0.0']],
  ['getStandingOrders', 'standing-orders', ['1.0.0']],
]

const single = (id: OperationId) => id.replace('get', 'getAccount') as OperationId

describe.each(reads)('%s', (id, path, versions) => {
  test.each(versions)(
    'answers after the schema of %s for every PSU, for all accounts and for each',
    async (version) => {
      for (const { psuId, accountIds } of psuWithMany()) {
        for (const granted of [permissions, permissions.filter((each) => !each.endsWith('Detail'))]) {
          const { at } = await reader({ version, psuId, accountIds, permissions: granted })
          const answers = [[id, await at(`/${path}`)] as const]
          for (const accountId of accountIds) answers.push([single(id), await at(`/accounts/${accountId}/${path}`)])
          for (const [operationId, answer] of answers) {
            expect(answer.statusCode).toBe(200)
            expect(findProblems(forVersion(operation(operationId).response as never, version), answer.json())).toEqual(
              [],
            )
          }
        }
      }
    },
  )

  test('refuses an account the PSU did not pick, and reads none that is not there', async () => {
    const [psu] = psuWithMany()
    const other = psuWithMany().find(({ accountIds }) => !accountIds.includes(psu?.accountIds[0] as string))
    const { at } = await reader({ psuId: psu?.psuId as string, accountIds: psu?.accountIds as readonly string[] })

    expect((await at(`/accounts/${other?.accountIds[0]}/${path}`)).statusCode).toBe(403)
    expect(errorsOf(await at(`/accounts/nobody/${path}`))).toEqual([['Resource.NotFound', 'AccountId']])
  })

  test('refuses a page that does not exist', async () => {
    const { at } = await reader()

    for (const page of ['0', '99999', 'two', '-1', 'WyJvbGRlciIsMV0', '1&page=2']) {
      expect(errorsOf(await at(`/${path}?page=${page}`))).toEqual([['Field.Invalid', 'page']])
    }
  })
})

test.each([
  ['transactions', 'Transaction', detailFields.ReadTransactionsDetail],
  ['beneficiaries', 'Beneficiary', detailFields.ReadBeneficiariesDetail],
  ['standing-orders', 'StandingOrder', detailFields.ReadStandingOrdersDetail],
])('adds to %s what Detail adds, and nothing of it without', async (path, name, fields) => {
  const membersUnder = async (granted: readonly Permission[]) => {
    const { psuId, accountIds } = bank.tenant.bank.psus.find((psu) => psu.accountIds.length > 2) as never as Psu
    const { at } = await reader({ psuId, accountIds, permissions: granted })
    const size = path === 'transactions' ? '?pageSize=1000' : ''
    const { Data } = (await at(`/${path}${size}`)).json() as Body
    return new Set(Data[name]?.flatMap((row) => Object.keys(row)))
  }
  const basic = await membersUnder(permissions.filter((each) => !each.endsWith('Detail')))
  const detail = await membersUnder(permissions)

  expect(fields.filter((field) => basic.has(field))).toEqual([])
  expect(fields.filter((field) => !detail.has(field))).toEqual([])
})

test('shows products to either scope without a consent', async () => {
  for (const scope of ['accounts', 'payments']) {
    const answer = await bank.send({
      method: 'GET',
      url: pathOf('1.0.0', '/sharing-product-details'),
      headers: { authorization: `Bearer ${await bank.token({ scope })}` },
    })

    expect(findProblems(operation('getSharingProductDetails').response as never, answer.json())).toEqual([])
  }
})

const transactionsOf = (answer: { json(): unknown }) => (answer.json() as Body).Data.Transaction as readonly Row[]

describe('transactions', () => {
  const [first] = [() => psuWithMany()[0]?.accountIds[0] as string]

  async function walk(get: (url: string) => Promise<{ json(): unknown }>, start: string, between = async () => {}) {
    const rows: Row[] = []
    let pages = 0
    for (let url: string | undefined = start; url; pages += 1) {
      const body = (await get(url)).json() as Body
      rows.push(...(body.Data.Transaction ?? []))
      url = body.Links.Next
      await between()
    }
    return { rows, pages }
  }

  test.each<[readonly Permission[], string[]]>([
    [['ReadTransactionsBasic', 'ReadTransactionsCredits'], ['Credit']],
    [['ReadTransactionsBasic', 'ReadTransactionsDebits'], ['Debit']],
    [['ReadTransactionsBasic'], ['Credit', 'Debit']],
  ])('shows under %j %j alone', async (granted, shown) => {
    const { get } = await reader({ version: '0.0.1', permissions: granted })
    const { rows } = await walk(get, pathOf('0.0.1', '/transactions?pageSize=1000'))

    expect([...new Set(rows.map((row) => row.CreditDebitIndicator))].sort()).toEqual(shown)
  })

  test.each([
    ['fromBookingDateTime=11-Dec-17', 'fromBookingDateTime'],
    ['toBookingDateTime=2030-02-30', 'toBookingDateTime'],
    ['toBookingDateTime=', 'toBookingDateTime'],
    ['fromBookingDateTime=2030-01-02&toBookingDateTime=2030-01-01', 'fromBookingDateTime'],
  ])('refuses %s', async (query, path) => {
    const { at } = await reader()

    expect(errorsOf(await at(`/transactions?${query}`))).toEqual([['Field.InvalidDate', path]])
  })

  test.each(['', '%2B03:00', '+03:00', 'Z', '-0500'])(
    'takes both ends in, by the bank clock whatever the offset: "%s"',
    async (offset) => {
      const { get, at } = await reader()
      const [row] = transactionsOf(await at(`/accounts/${first()}/transactions`))
      const local = row?.BookingDateTime.replace('+03:00', offset)
      const query = `fromBookingDateTime=${local}&toBookingDateTime=${local}`

      const { rows } = await walk(get, pathOf('1.0.0', `/accounts/${first()}/transactions?${query}`))

      expect(rows.map((each) => each.BookingDateTime)).toContain(row?.BookingDateTime)
      expect(new Set(rows.map((each) => each.BookingDateTime)).size).toBe(1)
    },
  )

  test('loses and repeats no row while entries are posted and booked, and leads back the same way', {
    timeout: 300_000,
  }, async () => {
    const otherBank = await openTestBank()
    const { get } = await reader({}, otherBank)
    const { bank: data, store } = otherBank.tenant
    const accountIds = otherBank.tenant.bank.psus[0]?.accountIds as readonly string[]
    let posted = 0
    const move = () =>
      store.transact(async (transaction) => {
        posted += 1
        post(transaction, data, {
          transactionId: `new-${String(posted).padStart(5, '0')}`,
          accountId: accountIds[posted % accountIds.length] as string,
          bookedAt: otherBank.tenant.clock.now(),
          amountMinor: posted,
          creditDebitIndicator: posted % 2 ? 'Debit' : 'Credit',
          status: posted % 3 ? 'Booked' : 'Pending',
          information: 'posted meanwhile',
        })
        if (posted % 6 === 0) await book(transaction, `new-${String(posted).padStart(5, '0')}`)
      })
    for (let index = 0; index < 60; index += 1) await move()

    for (let run = 0; run < walks; run += 1) {
      await otherBank.advance(60_000) // the TPP's quota is by the minute
      const start = pathOf('1.0.0', `/transactions?pageSize=${25 + (run % 4) * 25}`)
      const before = (await walk(get, pathOf('1.0.0', '/transactions?pageSize=1000'))).rows.map(
        (row) => row.TransactionId,
      )
      const { rows } = await walk(get, start, move)
      const seen = rows.map((row) => row.TransactionId)

      expect(new Set(seen).size).toBe(seen.length)
      const met = new Set(seen)
      expect(before.filter((id) => !met.has(id))).toEqual([])
    }
    const whole = await walk(get, pathOf('1.0.0', '/transactions'))
    const backwards: string[] = []
    let url: string | undefined = ((await get(pathOf('1.0.0', '/transactions'))).json() as Body).Links.Last
    while (url) {
      const body = (await get(url)).json() as Body
      backwards.unshift(...(body.Data.Transaction ?? []).map((row) => row.TransactionId))
      url = body.Links.Prev
    }
    expect(backwards).toEqual(whole.rows.map((row) => row.TransactionId))
    expect(((await get(pathOf('1.0.0', '/transactions'))).json() as Body).Meta.TotalPages).toBe(whole.pages)
    await otherBank.close()
  })

  test('knows a page by its number as Next leads to it', async () => {
    const { get, at } = await reader()
    const { Links } = (await at('/transactions')).json() as Body

    expect(transactionsOf(await at('/transactions?page=2'))).toEqual(transactionsOf(await get(Links.Next)))
  })

  test('shows what the consent leaves of a longer period', async () => {
    const since = new Date(bank.tenant.bank.transactions(first())[0]?.bookedAt ?? 0).getTime() - 30 * 24 * hour
    const { get } = await reader({ transactionFromDateTime: new Date(since).toISOString() })
    const { rows } = await walk(get, pathOf('1.0.0', '/transactions?fromBookingDateTime=2000-01-01'))

    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => Date.parse(row.BookingDateTime) < since)).toEqual([])
  })
})
