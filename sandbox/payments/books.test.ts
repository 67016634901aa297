import { describe, expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import type { FixtureAccount, FixtureBank } from '#fixtures/types.js'
import { exchangeRules } from '../exchange/rates.js'
import { availableMinorAt, type Ledger, postedEntries, sumsAt } from '../ledger/entries.js'
import { internalAccounts, internalSumsAt, totalMinor } from '../ledger/internal-accounts.js'
import { MemoryStore } from '../store/memory-store.js'
import { billers } from './billers.js'
import { booksNames, debit, debitRefusal, isBillPaid, type PaymentOrder, release, settle } from './books.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const bank = buildBank({ seed: 1, now })
const elsewhere = { iban: 'BH67PEER00001299123456', name: 'Salma Aziz', bic: 'PEERBHBM' }

const currentAccounts = [...bank.accounts.values()].filter(
  ({ status, currency, accountSubType }) =>
    status === 'Enabled' && currency === 'BHD' && accountSubType === 'CurrentAccount',
)
const [payer, payee] = currentAccounts as [FixtureAccount, FixtureAccount]
const dollars = [...bank.accounts.values()].find(({ currency }) => currency === 'USD') as FixtureAccount
const ibanOf = ({ identifiers }: FixtureAccount) => identifiers[0]?.identification as string

function openBooks({ of = bank, dailyLimitMinor }: { of?: FixtureBank; dailyLimitMinor?: number } = {}) {
  const store = new MemoryStore().tenant('main')
  const ledger: Ledger = { bank: of, store }
  const tenant = {
    bank: of,
    rules: exchangeRules,
    paymentSettings: { ...(dailyLimitMinor !== undefined && { dailyLimitMinor }) },
  }
  const order = (facts: Partial<PaymentOrder>): PaymentOrder => ({
    paymentId: 'p1',
    debtorAccountId: payer.accountId,
    creditor: elsewhere,
    amountMinor: 12_345,
    currency: 'BHD',
    charges: [{ minor: 100 }],
    rail: 'NRT',
    at: now,
    ...facts,
  })
  const available = (account: FixtureAccount, at = now) => availableMinorAt(ledger, account, at)
  return {
    store,
    available,
    debit: (facts: Partial<PaymentOrder> = {}) => store.transact((each) => debit(each, tenant, order(facts))),
    refusal: (facts: Partial<PaymentOrder>) => debitRefusal(store, tenant, order(facts)),
    settle: (at = now, paymentId = 'p1') => store.transact((each) => settle(each, tenant, { paymentId, at })),
    release: (paymentId = 'p1') => store.transact((each) => release(each, tenant, { paymentId })),
    rows: async (account: FixtureAccount) =>
      (await store.range(postedEntries, account.accountId, { order: 'oldest', limit: 100 })).map((row) => row.document),
    booked: async (account: FixtureAccount, at = now) => (await sumsAt(ledger, account.accountId, at)).bookedMinor,
    internal: async (currency: string, at = now) => {
      const sums = await Promise.all(
        internalAccounts.slice(1).map((name) => internalSumsAt(ledger, name, currency, at)),
      )
      const entries = sums.map((each, index) => [
        internalAccounts[index + 1],
        each.bookedMinor + each.pendingCreditsMinor - each.pendingDebitsMinor,
      ])
      return Object.fromEntries(entries.filter(([, minor]) => minor !== 0))
    },
    total: (currency: string, at = now) => totalMinor(ledger, currency, at),
  }
}

describe('a payment to another bank', () => {
  test('is pending when it is debited: what can be spent is less by amount and charge, what is booked is the same', async () => {
    const { debit, available, booked, internal, total } = openBooks()
    const [before, bookedBefore] = [await available(payer), await booked(payer)]
    await debit()

    expect(before - (await available(payer))).toBe(12_445)
    expect(await booked(payer)).toBe(bookedBefore)
    expect(await internal('BHD')).toEqual({ suspense: 12_345, fees: 100 })
    expect(await total('BHD')).toBe(0)
  })

  test('is booked under the same transaction id when it is settled, and the money is with the correspondents', async () => {
    const { debit, settle, rows, booked, internal, total } = openBooks()
    const before = await booked(payer)
    await debit({ reference: 'INV-7' })
    const [pending] = await rows(payer)
    await settle(now + 2000)
    const [row, ...more] = await rows(payer)

    expect(more).toEqual([])
    expect(row).toEqual({ ...pending, status: 'Booked' })
    expect(row).toMatchObject({
      amountMinor: 12_445,
      chargeMinor: 100,
      creditDebitIndicator: 'Debit',
      bankCode: { code: 'PMNT', subCode: 'ICDT' },
      proprietaryCode: { code: 'TRANSFER' },
      counterParty: elsewhere,
      reference: 'INV-7',
      information: 'Transfer to Salma Aziz',
    })
    expect(before - (await booked(payer))).toBe(12_445)
    expect(await internal('BHD', now + 2000)).toEqual({ correspondents: 12_345, fees: 100 })
    expect(await total('BHD', now + 2000)).toBe(0)
  })

  test('leaves no row and no sum when it is released', async () => {
    const { debit, release, available, rows, internal } = openBooks()
    const before = await available(payer)
    await debit()

    expect(await release()).toBe(true)
    expect(await rows(payer)).toEqual([])
    expect(await internal('BHD')).toEqual({})
    expect(await available(payer)).toBe(before)
    expect(await release()).toBe(false)
  })

  test('cannot be released or settled once it is booked, nor debited twice', async () => {
    const { debit, settle, release } = openBooks()
    await debit()

    await expect(debit()).rejects.toThrow('payment p1 was debited before')
    await settle()
    expect(await release()).toBe(false)
    await expect(settle()).rejects.toThrow('payment p1 has no pending debit')
  })
})

describe('a payment to an account of this bank', () => {
  const creditor = { iban: ibanOf(payee), name: 'Payee' }

  test('is credited there when it is settled, with the debtor as its counterparty', async () => {
    const { debit, settle, rows, booked, internal, total } = openBooks()
    const before = await booked(payee)
    await debit({ creditor, reference: 'RENT' })
    expect(await rows(payee)).toEqual([])
    await settle(now + 2000)
    const [row] = await rows(payee)

    expect(row).toMatchObject({
      bookedAt: now + 2000,
      status: 'Booked',
      creditDebitIndicator: 'Credit',
      amountMinor: 12_345,
      reference: 'RENT',
      bankCode: { code: 'PMNT', subCode: 'RCDT' },
      counterParty: { iban: ibanOf(payer), name: payer.identifiers[0]?.name },
      information: `Transfer from ${payer.identifiers[0]?.name}`,
    })
    expect((await booked(payee, now + 2000)) - before).toBe(12_345)
    expect(await internal('BHD', now + 2000)).toEqual({ fees: 100 })
    expect(await total('BHD', now + 2000)).toBe(0)
  })

  test('is not settled when that account takes no money, and is released then', async () => {
    const closed = { ...bank, accounts: new Map(bank.accounts).set(payee.accountId, { ...payee, status: 'Deleted' }) }
    const { debit, settle, release, rows } = openBooks({ of: closed as FixtureBank })
    await debit({ creditor })

    expect(await settle()).toBe('creditor-closed')
    expect((await rows(payer))[0]?.status).toBe('Pending')
    expect(await release()).toBe(true)
  })

  test('is exchanged where an account is in another currency, and balances in both', async () => {
    const { debit, settle, rows, total } = openBooks()
    await debit({ creditor: { iban: ibanOf(dollars), name: 'Dollars' }, amountMinor: 10_000 })
    await debit({ paymentId: 'p2', debtorAccountId: dollars.accountId, amountMinor: 10_000 })
    await settle()
    await settle(now, 'p2')
    const found = await rows(dollars)

    expect(found.map(({ amountMinor, chargeMinor }) => [amountMinor, chargeMinor]).sort()).toEqual([
      [2649, undefined],
      [2675, 26],
    ])
    expect(found[0]?.exchange).toMatchObject({ sourceCurrency: 'BHD', targetCurrency: 'USD', instructedMinor: 10_000 })
    expect([await total('BHD'), await total('USD')]).toEqual([0, 0])
  })
})

describe('a bill', () => {
  const biller = billers[0] as (typeof billers)[number]
  const bill = { creditor: biller, reference: 'NPW-1001', rail: 'BIL', charges: [], amountMinor: 12_625 } as const

  test('counts as paid from its debit on, and its money is with the billers when it is settled', async () => {
    const { store, debit, settle, rows, internal } = openBooks()
    expect(await isBillPaid(store, biller.iban, 'NPW-1001')).toBe(false)
    await debit(bill)
    expect(await isBillPaid(store, biller.iban, 'npw-1001')).toBe(true)
    await settle()

    expect(await internal('BHD')).toEqual({ billers: 12_625 })
    expect((await rows(payer))[0]).toMatchObject({
      proprietaryCode: { code: 'BILL' },
      information: 'Bill of Northern Power and Water',
    })
  })

  test('is open again when its payment is released', async () => {
    const { store, debit, release } = openBooks()
    await debit(bill)
    await release()

    expect(await isBillPaid(store, biller.iban, 'NPW-1001')).toBe(false)
  })
})

describe('is refused, and the books stay as they were:', () => {
  const other = (subType: string) =>
    [...bank.accounts.values()].find(({ accountSubType, status }) => accountSubType === subType && status === 'Enabled')
  const withStatus = (status: FixtureAccount['status']) =>
    ({ ...bank, accounts: new Map(bank.accounts).set(payer.accountId, { ...payer, status }) }) as FixtureBank

  test('more than there is, by one fils; all there is, is paid', async () => {
    const { available, debit, rows } = openBooks()
    const all = (await available(payer)) - 100

    expect(await debit({ amountMinor: all + 1 })).toEqual({ refused: 'insufficient-funds' })
    expect(await rows(payer)).toEqual([])
    expect(await debit({ amountMinor: all })).toEqual({ posted: expect.any(String) })
    expect(await available(payer)).toBe(0)
  })

  test.each([
    ['Disabled', 'account-disabled'],
    ['Pending', 'account-disabled'],
    ['Deleted', 'account-closed'],
  ] as const)('an account that is %s', async (status, refused) => {
    const { debit, rows } = openBooks({ of: withStatus(status) })

    expect(await debit({ amountMinor: 1 })).toEqual({ refused })
    expect(await rows(payer)).toEqual([])
  })

  test('more than the line of a card; from a debt, anything', async () => {
    const { debit, available } = openBooks()
    const [card, loan] = [other('CreditCard'), other('Loan')] as [FixtureAccount, FixtureAccount]
    const amountMinor = await available(card)

    expect(await debit({ debtorAccountId: card.accountId, amountMinor })).toEqual({ refused: 'over-limit' })
    expect(await debit({ debtorAccountId: loan.accountId, amountMinor: 1 })).toEqual({ refused: 'insufficient-funds' })
  })

  test('more than a day allows, whatever was spent the day before', async () => {
    const { debit, refusal } = openBooks({ dailyLimitMinor: 20_000 })
    await debit({ paymentId: 'yesterday', at: now - 86_400_000 })
    await debit()

    expect(await debit({ paymentId: 'p2', amountMinor: 7_656 })).toEqual({ refused: 'over-limit' })
    expect(await refusal({ paymentId: 'p2', amountMinor: 7_655 })).toBeUndefined()
  })
})

test('a payment has the name of each account of this bank that it touches, once', () => {
  const names = (iban?: string) => booksNames(bank, payer.accountId, iban)

  expect(names()).toEqual([`account ${payer.accountId}`])
  expect(names(elsewhere.iban)).toEqual([`account ${payer.accountId}`])
  expect(names(ibanOf(payer))).toEqual([`account ${payer.accountId}`])
  expect(names(ibanOf(payee))).toEqual([`account ${payer.accountId}`, `account ${payee.accountId}`])
})
