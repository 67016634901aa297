import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import type { FixtureAccount } from '#fixtures/types.js'
import { exchangeRules } from '../exchange/rates.js'
import { type Ledger, postedEntries, sumsAt } from '../ledger/entries.js'
import { internalAccounts, internalLegs, internalSumsAt, totalMinor } from '../ledger/internal-accounts.js'
import { MemoryStore } from '../store/memory-store.js'
import { billers } from './billers.js'
import { debit, isBillPaid, type PaymentOrder, release, settle } from './books.js'
import { payTogether } from './payments-together.js'

const at = Date.parse('2030-01-15T09:00:00+03:00')
const built = buildBank({ seed: 1, now: at })
// the bank has no closed account: its second one is
const [, closed] = built.accounts.keys()
const all = [...built.accounts].map(
  ([id, account]) => [id, id === closed ? { ...account, status: 'Deleted' as const } : account] as const,
)
const bank = { ...built, accounts: new Map(all) }
const accounts = [...bank.accounts.values()]
const isUnusual = ({ status, currency, accountSubType }: FixtureAccount) =>
  status !== 'Enabled' || currency !== 'BHD' || accountSubType === 'CreditCard'
/** Closed, disabled and foreign accounts and cards are drawn as often as all others. */
const drawnAccount = fc.oneof(fc.constantFrom(...accounts), fc.constantFrom(...accounts.filter(isUnusual)))
const ibanOf = ({ identifiers }: FixtureAccount) => identifiers[0]?.identification as string
const elsewhere = { iban: 'BH67PEER00001299123456', name: 'Somebody elsewhere' }

function openBooks(dailyLimitMinor: number | undefined) {
  const store = new MemoryStore().tenant('main')
  const ledger: Ledger = { bank, store }
  const paymentSettings = { ...(dailyLimitMinor !== undefined && { dailyLimitMinor }) }
  const tenant = { bank, rules: exchangeRules, paymentSettings }
  return {
    store,
    tenant,
    /** What every account has, customers' and the bank's own. */
    async books() {
      const customers = accounts.map(async ({ accountId }) => [accountId, await sumsAt(ledger, accountId, at)])
      const own = internalAccounts.flatMap((name) =>
        ['BHD', 'USD', 'EUR'].map(async (currency) => [
          `${name} ${currency}`,
          (await internalSumsAt(ledger, name, currency, at)).bookedMinor,
        ]),
      )
      return Object.fromEntries(await Promise.all([...customers, ...own]))
    },
    total: (currency: string) => totalMinor(ledger, currency, at),
  }
}

type Books = ReturnType<typeof openBooks>

/** As single payments are made. */
const oneByOne = ({ store, tenant }: Books, orders: readonly PaymentOrder[]) =>
  store.transact(async (transaction) => {
    const reasons: unknown[] = []
    for (const order of orders) {
      const debited = await debit(transaction, tenant, order)
      const settled = 'refused' in debited ? debited.refused : await settle(transaction, tenant, order)
      if (settled === 'creditor-closed') await release(transaction, tenant, order)
      reasons.push(settled === 'settled' ? undefined : settled)
    }
    return reasons
  })

const together = ({ store, tenant }: Books, debtorAccountId: string, orders: readonly PaymentOrder[]) =>
  store.transact(async (transaction) => {
    const payments = await payTogether(transaction, tenant, { key: ['file', 0], debtorAccountId, at, orders })
    const reasons = orders.map((order) => payments.pay(order))
    payments.post()
    return reasons
  })

const drawnOrder = fc.record({
  payee: fc.oneof(fc.constant(elsewhere), drawnAccount),
  amountMinor: fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.integer({ min: 100_000, max: 5_000_000 })),
  chargeMinor: fc.constantFrom(0, 100),
})

test('payments that are made together are refused, and leave all accounts, as one by one', async () => {
  const drawn = fc.record({
    payer: drawnAccount,
    orders: fc.array(drawnOrder, { minLength: 1, maxLength: 30 }),
    dailyLimitMinor: fc.option(fc.integer({ min: 1, max: 3_000_000 }), { nil: undefined, freq: 3 }),
  })
  const seen = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(drawn, async ({ payer, orders: of, dailyLimitMinor }) => {
      const debtorAccountId = payer.accountId
      const orders = of.map(({ payee, amountMinor, chargeMinor }, index): PaymentOrder => {
        const account = payee as FixtureAccount
        const creditor = payee === elsewhere ? elsewhere : { iban: ibanOf(account), name: 'A customer' }
        const charges = chargeMinor === 0 ? [] : [{ minor: chargeMinor }]
        const facts = { paymentId: `p${index}`, debtorAccountId, currency: 'BHD', rail: 'NRT', at } as const
        return { ...facts, creditor, amountMinor, charges }
      })
      const [first, second] = [openBooks(dailyLimitMinor), openBooks(dailyLimitMinor)]
      const reasons = await oneByOne(first, orders)
      for (const reason of reasons) seen.add(reason)

      expect(await together(second, debtorAccountId, orders)).toEqual(reasons)
      expect(await second.books()).toEqual(await first.books())
      for (const currency of ['BHD', 'USD']) expect(await second.total(currency)).toBe(0)
    }),
    { numRuns: 60, seed: 1 },
  )
  expect([...seen].sort()).toEqual([
    'account-closed',
    'account-disabled',
    'creditor-closed',
    'insufficient-funds',
    'over-limit',
    undefined,
  ])
})

test('they are one movement: a row for each, and a leg for each account of the bank', async () => {
  const [payer] = accounts as [FixtureAccount]
  const [power] = billers as unknown as [(typeof billers)[number]]
  const books = openBooks(undefined)
  const facts = { debtorAccountId: payer.accountId, currency: 'BHD', at, amountMinor: 12_500 } as const
  const orders: PaymentOrder[] = [
    { ...facts, paymentId: 'a', creditor: elsewhere, rail: 'NRT', charges: [{ minor: 100 }] },
    { ...facts, paymentId: 'b', creditor: elsewhere, rail: 'NRT', charges: [{ minor: 100 }] },
    { ...facts, paymentId: 'c', creditor: power, rail: 'BIL', charges: [], reference: 'NPW-1000' },
  ]
  expect(await isBillPaid(books.store, power.iban, 'NPW-1000')).toBe(false)
  await together(books, payer.accountId, orders)

  const entries = await books.store.all(postedEntries)
  const legs = await books.store.all(internalLegs)
  expect(entries.map(({ status, payment }) => [status, payment?.paymentId])).toEqual([
    ['Booked', 'a'],
    ['Booked', 'b'],
    ['Booked', 'c'],
  ])
  expect(legs.map(({ account, minor }) => [account, minor])).toEqual([
    ['correspondents', 25_000],
    ['fees', 200],
    ['billers', 12_500],
  ])
  expect(new Set([...entries, ...legs].map(({ movementId }) => movementId)).size).toBe(1)
  expect(await isBillPaid(books.store, power.iban, 'NPW-1000')).toBe(true)
})
