/**
 * What went wrong with accounts, balances and rows at real banks, sent to this one in both versions. A test names the
 * public report it comes from.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBankData } from '#fixtures/data-file.js'
import { isDateTime, permissions, type Version, versions } from '#standard/index.js'
import { post, sumsAt } from '../ledger/entries.js'
import { openStore } from '../store/open-store.js'
import { accountReads, openReader, type Row, readPath, rowsOf } from '../testing/account-reads.js'
import { openTestBank, pathOf, type TestBank, testNow } from '../testing/test-bank.js'

/** The bank is founded at the moment at which it is read: the last days have their pending rows. */
const system = { now: () => testNow }

const emptyAccounts = [
  { id: 'empty-bhd', subType: 'CurrentAccount', currency: 'BHD', history: 'none' },
  { id: 'empty-usd', subType: 'Savings', currency: 'USD', history: 'none' },
  { id: 'empty-jpy', subType: 'EWallet', currency: 'JPY', history: 'none' },
  { id: 'empty-loan', subType: 'Loan', currency: 'BHD', history: 'none' },
]

const emptyHanded = {
  username: 'empty',
  password: 'p',
  otp: '1234',
  name: 'Empty',
  accounts: emptyAccounts.map(({ id }) => id),
}

function ownData() {
  const parsed = parseBankData(JSON.stringify({ psus: [emptyHanded], accounts: emptyAccounts }), 'own.json')
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ system, data: ownData() })
})
afterAll(() => bank.close())

const withAccounts = () => bank.tenant.bank.psus.filter(({ accountIds }) => accountIds.length > 0)

/** A reader of all that one PSU has. */
function readerOf(username: string, version: Version, of = bank) {
  const psu = of.tenant.bank.psus.find((each) => each.username === username)
  if (!psu) throw new Error(`there is no PSU ${username}`)
  const { psuId, accountIds } = psu
  return openReader(of, { version, psuId, accountIds })
}

interface Money {
  readonly Amount: string
  readonly Currency: string
}

/** Minor units, whatever the currency has of them: amounts of one account have the same. */
const minorOf = ({ Amount }: Money) => Number(Amount.replace('.', ''))

const signedMinorOf = (row: Row) => (row.CreditDebitIndicator === 'Debit' ? -1 : 1) * minorOf(row.Amount as Money)

const balance = (rows: readonly Row[], type: string) => rows.find(({ Type }) => Type === type)

const told = (rows: readonly Row[], type: string) => {
  const found = balance(rows, type)
  return found && `${found.CreditDebitIndicator} ${(found.Amount as Money).Amount}`
}

describe.each(versions)('in version %s', (version) => {
  test('openbankingspace/tpp-issues #44, #80: an account without a row has balances of zero, in the digits of its currency', async () => {
    const { read } = await readerOf('empty', version)
    const zeros = { 'empty-bhd': '0.000', 'empty-usd': '0.00', 'empty-jpy': '0.0', 'empty-loan': '0.000' }
    const all = (await read('/balances')).Data.Balance ?? []

    for (const [accountId, zero] of Object.entries(zeros)) {
      const rows = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []
      expect(all.filter(({ AccountId }) => AccountId === accountId)).toEqual(rows)
      expect(rows.map(({ Amount }) => (Amount as Money).Amount)).toEqual(rows.map(() => zero))
      expect(rows.map(({ CreditDebitIndicator }) => CreditDebitIndicator)).toEqual(rows.map(() => 'Credit'))
      expect(told(rows, 'InterimBooked')).toBe(`Credit ${zero}`)
      const transactions = await read(`/accounts/${accountId}/transactions`)
      expect(transactions).toMatchObject({ Data: { Transaction: [] }, Meta: { TotalPages: 1 } })
      expect(Object.keys(transactions.Meta)).toEqual(['TotalPages'])
    }
  })

  test('openbankingspace/tpp-issues #176, actualbudget/actual-server #261: what a card owes is a debit, what is left of its limit is available', async () => {
    const own = await openTestBank({ system })
    const reader = await readerOf('layla', version, own)
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

    expect(told(rows, 'InterimBooked')).toBe('Debit 316.390')
    expect(minorOf(balance(rows, 'InterimAvailable')?.Amount as Money)).toBe(7_683_610 - pendingDebitsMinor)
    expect(balance(rows, 'InterimAvailable')).toMatchObject({
      CreditDebitIndicator: 'Credit',
      CreditLine: [{ Included: true, Type: 'Credit', Amount: { Amount: '8000.000', Currency: 'BHD' } }],
    })
    expect(rows.filter(({ Type }) => typeof Type !== 'string')).toEqual([])
    await own.close()
  })

  test('openbankingspace/tpp-issues #85: a servicer has a scheme and an identification, or there is none', async () => {
    for (const { psuId, accountIds } of withAccounts()) {
      for (const granted of [permissions, ['ReadAccountsBasic'] as const]) {
        const { read } = await openReader(bank, { version, psuId, accountIds, permissions: granted })
        const listed = (await read('/accounts')).Data.Account ?? []
        const single = await Promise.all(
          accountIds.map(async (id) => (await read(`/accounts/${id}/`)).Data.Account?.[0]),
        )

        expect(single).toEqual(listed)
        const servicers = listed.map(({ Servicer }) => Servicer)
        if (granted === permissions) {
          const both = {
            SchemeName: expect.stringMatching(/BICFI$/),
            Identification: expect.stringMatching(/^\w{8,11}$/),
          }
          expect(servicers).toEqual(servicers.map(() => both))
        } else expect(servicers.filter((each) => each !== undefined)).toEqual([])
      }
    }
  })

  test('openbankingspace/tpp-issues #55: every date of every body is an ISO 8601 date-time with its offset', async () => {
    const seen = new Set<string>()
    const wrong: unknown[] = []
    for (const { username } of withAccounts()) {
      const reader = await readerOf(username, version)
      const ofTpp = { authorization: `Bearer ${await bank.token()}` }
      const unlocked = pathOf(version, `/account-access-consents/${reader.consent.consentId}`)
      const bodies: unknown[] = [(await bank.send({ url: unlocked, headers: ofTpp })).json()]
      if (version === '1.0.0') {
        bodies.push((await bank.send({ url: pathOf(version, '/sharing-product-details'), headers: ofTpp })).json())
      }
      for (const id of accountReads(version)) {
        for (const accountId of reader.consent.accountIds ?? []) {
          bodies.push(
            await reader.read(`${readPath(id, accountId)}${id.endsWith('Transactions') ? '?pageSize=1000' : ''}`),
          )
          if (!id.startsWith('getAccount') || id === 'getAccounts') break
        }
      }
      for (const [name, value] of bodies.flatMap((body) => [...members(body)])) {
        const isDate = /Date(Time)?$/.test(name)
        if (isDate) seen.add(name)
        if (isDate ? !isDateTime(String(value)) : beginsLikeADate(value)) wrong.push([username, name, value])
      }
    }

    expect(wrong).toEqual([])
    const datesOfOrders = ['FirstPaymentDateTime', 'NextPaymentDateTime', 'LastPaymentDateTime', 'FinalPaymentDateTime']
    const expected = [
      'CreationDateTime',
      'StatusUpdateDateTime',
      'OpeningDate',
      'DateTime',
      'BookingDateTime',
      'ValueDateTime',
      'FirstAvailableDateTime',
      'LastAvailableDateTime',
    ]
    expect([...expected, ...(version === '1.0.0' ? datesOfOrders : [])].filter((name) => !seen.has(name))).toEqual([])
  })

  test('adorsys/XS2A-Sandbox #46: the balance of every account is the sum of its booked rows', async () => {
    for (const { username } of withAccounts()) {
      const { consent, read, pages } = await readerOf(username, version)
      for (const accountId of consent.accountIds ?? []) {
        const rows = rowsOf(await pages(`/accounts/${accountId}/transactions?pageSize=1000`))
        const booked = rows.filter(({ Status }) => Status === 'Booked')
        const balances = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []

        const sum = booked.reduce((total, row) => total + signedMinorOf(row), 0)
        expect([accountId, signedMinorOf(balance(balances, 'InterimBooked') as Row)]).toEqual([accountId, sum])
        if (booked[0]) expect(signedMinorOf(booked[0].Balance as Row)).toBe(sum)
      }
    }
  })

  test('adorsys/XS2A-Sandbox #30: pending rows are shown without a filter, and debits among them are not available', async () => {
    let shown = 0
    for (const username of ['layla', 'omar', 'dana']) {
      const { consent, read, pages } = await readerOf(username, version)
      for (const accountId of consent.accountIds ?? []) {
        const rows = rowsOf(await pages(`/accounts/${accountId}/transactions?pageSize=1000`))
        const pending = rows.filter(({ Status }) => Status === 'Pending')
        const balances = (await read(`/accounts/${accountId}/balances`)).Data.Balance ?? []
        const available = balance(balances, 'InterimAvailable') as Row
        const lines = (available.CreditLine ?? []) as (Row & { readonly Included: boolean })[]
        const line = lines
          .filter(({ Included }) => Included)
          .reduce((sum, each) => sum + minorOf(each.Amount as Money), 0)
        const held = pending
          .filter((row) => row.CreditDebitIndicator === 'Debit')
          .reduce((sum, row) => sum + signedMinorOf(row), 0)

        expect(signedMinorOf(available)).toBe(signedMinorOf(balance(balances, 'InterimBooked') as Row) + held + line)
        expect(pending.filter((row) => 'Balance' in row || row.TransactionMutability !== 'Mutable')).toEqual([])
        shown += pending.length
      }
    }
    expect(shown).toBeGreaterThan(0)
  })

  test('OCA/bank-statement-import #689: every row says when it was booked and when it counts, which can be another day', async () => {
    const { pages } = await readerOf('layla', version)
    const rows = rowsOf(await pages('/transactions?pageSize=1000'))

    const at = (row: Row, name: string) => Date.parse(String(row[name]))
    expect(rows.filter((row) => !(at(row, 'ValueDateTime') >= at(row, 'BookingDateTime')))).toEqual([])
    expect(rows.some((row) => at(row, 'ValueDateTime') > at(row, 'BookingDateTime'))).toBe(true)
  })

  test('actualbudget/actual #5665: after an hour of answers without a body, what is read is complete', async () => {
    const own = await openTestBank({ system })
    const reader = await readerOf('layla', version, own)
    const readAll = async () =>
      rowsOf([...(await reader.pages('/transactions?pageSize=100')), ...(await reader.pages('/accounts'))])
    const before = await readAll()

    await own.faults({ id: 'body-empty' })
    expect((await reader.get('/balances')).body).toBe('')
    await own.advance(3_600_000)
    await own.faults()

    expect(await readAll()).toEqual(before)
    await own.close()
  })
})

test('tarioch/beancounttools #142: every id is the same when it is read again, and after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ob-ids-'))
  const readIds = async (of: TestBank) => {
    const ids: unknown[] = []
    for (const version of versions) {
      for (const username of ['layla', 'james', 'sara']) {
        const reader = await readerOf(username, version, of)
        for (const id of accountReads(version).filter(
          (each) => each === 'getAccounts' || !each.startsWith('getAccount'),
        )) {
          const size = id === 'getTransactions' ? '?pageSize=1000' : ''
          const rows = rowsOf(await reader.pages(readPath(id, '') + size))
          ids.push(rows.map((row) => Object.entries(row).filter(([name]) => /(Id|Identification)$/.test(name))))
        }
      }
    }
    return ids
  }
  const first = await openTestBank({ system, store: await openStore(`lowdb:${folder}`) })
  const [once, again] = [await readIds(first), await readIds(first)]
  await first.close()
  const restarted = await openTestBank({
    system: { now: () => testNow + 40 * 86_400_000 },
    store: await openStore(`lowdb:${folder}`),
  })
  const later = await readIds(restarted)
  await restarted.close()
  await rm(folder, { recursive: true, force: true })

  expect(again).toEqual(once)
  expect(later).toEqual(once)
  expect(once.flat(3).length).toBeGreaterThan(1000)
})

/** Every member of a body, however deep. */
function* members(value: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    yield [name, member]
    yield* members(member)
  }
}

/** True for a text such as 11-Dec-17 or 2030-01-15. */
const beginsLikeADate = (value: unknown) =>
  typeof value === 'string' && /^(\d{1,2}[-/.]\w{2,3}[-/.]\d{2,4}|\d{4}-\d\d-\d\d)/.test(value)
