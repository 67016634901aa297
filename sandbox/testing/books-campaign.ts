/**
 * Random payments, settlements, cancellations and rejections, and whether the books are right after each: for a test that
 * does a few, and `npm run books`, which does thousands.
 *
 * @module
 */
import { buildBank } from '#fixtures/bank.js'
import { fromDinars, ratedCurrencies } from '#fixtures/exchange-rates.js'
import type { FixtureAccount } from '#fixtures/types.js'
import { chargeBearers } from '#standard/index.js'
import { exchangeRules } from '../exchange/rates.js'
import { availableMinorAt, type Ledger, sumsAt } from '../ledger/entries.js'
import { totalMinor } from '../ledger/internal-accounts.js'
import { billers } from '../payments/billers.js'
import { booksNames, debit, debitRefusal, type PaymentOrder, release, settle } from '../payments/books.js'
import { debtorChargesMinor } from '../payments/charges.js'
import type { Rail } from '../payments/settings.js'
import { MemoryStore } from '../store/memory-store.js'

export interface BooksReport {
  /** How often each thing happened. */
  readonly happened: Readonly<Record<string, number>>
  /** How often funds were asked for before, and how often the answer was another one than the debit's. */
  readonly fundsAsked: number
  readonly fundsWrong: number
  /** What was wrong with the books. */
  readonly mistakes: readonly string[]
}

/** What an account should have, kept beside the books. */
interface Expected {
  bookedMinor: number
  pendingDebitsMinor: number
}

const openedAt = Date.parse('2030-01-15T09:00:00+03:00')
const elsewhere = { iban: 'BH67PEER00001299123456', name: 'Somebody elsewhere' }

/** @param below a whole number from 0 to one below a limit, drawn */
export async function runBooks(payments: number, below: (limit: number) => number): Promise<BooksReport> {
  const bank = { ...buildBank({ now: openedAt }), laterTransactions: () => [] }
  const store = new MemoryStore().tenant('main')
  const ledger: Ledger = { bank, store }
  const tenant = { bank, rules: exchangeRules, paymentSettings: {} }
  const accounts = [...bank.accounts.values()]
  const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
  const happened: Record<string, number> = {}
  const count = (name: string) => {
    happened[name] = (happened[name] ?? 0) + 1
  }
  const mistakes: string[] = []
  let [fundsAsked, fundsWrong, now] = [0, 0, openedAt]

  const expected = new Map<string, Expected>()
  const expectedOf = (accountId: string) => expected.get(accountId) as Expected
  for (const { accountId } of accounts) {
    const { bookedMinor } = await sumsAt(ledger, accountId, openedAt)
    expected.set(accountId, { bookedMinor, pendingDebitsMinor: 0 })
  }
  const openingPending = new Map<string, number>()
  for (const { accountId } of accounts) {
    openingPending.set(accountId, (await sumsAt(ledger, accountId, openedAt)).pendingDebitsMinor)
  }

  const waiting: { readonly order: PaymentOrder; readonly costMinor: number }[] = []

  async function pay(number: number): Promise<void> {
    const account = pick(accounts)
    const order = await orderOf(number, account)
    const isRefused = await debitRefusal(store, tenant, order)
    const done = await store.transact((transaction) => debit(transaction, tenant, order), {
      on: booksNames(bank, order.debtorAccountId, order.creditor.iban),
    })
    fundsAsked += 1
    if ('refused' in done !== (isRefused !== undefined)) fundsWrong += 1
    if ('refused' in done) return count(done.refused)
    count('debited')
    const costMinor = await pendingAdded(order)
    const charged = order.amountMinor + debtorChargesMinor(order.charges)
    if (account.currency === 'BHD' && order.currency === 'BHD' && costMinor !== charged)
      mistakes.push(`${order.paymentId} took ${costMinor}`)
    waiting.push({ order, costMinor })
  }

  /** What the payment took, by the row it posted. */
  async function pendingAdded({ debtorAccountId }: PaymentOrder): Promise<number> {
    const { pendingDebitsMinor } = await sumsAt(ledger, debtorAccountId, now, openedAt)
    const before = expectedOf(debtorAccountId)
    const costMinor = pendingDebitsMinor - (openingPending.get(debtorAccountId) as number) - before.pendingDebitsMinor
    before.pendingDebitsMinor += costMinor
    return costMinor
  }

  async function orderOf(number: number, account: FixtureAccount): Promise<PaymentOrder> {
    const rail = pick<Rail>(['NRT', 'NRT', 'DNS', 'BIL', 'SWIFT', 'GCCNET'])
    const biller = pick(billers)
    const available = Math.max(0, await availableMinorAt(ledger, account, now))
    const most = below(5) === 0 ? Math.ceil(available * 1.2) : Math.min(available, 20_000)
    const own = pick(accounts).identifiers[0]?.identification as string
    const creditor = below(2) === 0 ? { iban: own, name: 'A customer' } : elsewhere
    if (rail === 'SWIFT' || rail === 'GCCNET') return abroad(number, account, rail, 1 + below(most), creditor)
    return {
      paymentId: `payment-${number}`,
      debtorAccountId: account.accountId,
      creditor: rail === 'BIL' ? biller : creditor,
      amountMinor: 1 + below(most),
      currency: 'BHD',
      charges: rail === 'BIL' ? [] : [{ minor: 100 }],
      rail,
      reference: `${biller.prefix}-${1000 + (number % 8000)}`,
      at: now,
    }
  }

  /** A payment in two currencies, at a rate of its own or that of the day, whoever bears its charges. */
  function abroad(
    number: number,
    account: FixtureAccount,
    rail: Rail,
    drawnMinor: number,
    creditor: PaymentOrder['creditor'],
  ): PaymentOrder {
    const to = pick(ratedCurrencies)
    const from = account.currency === to ? 'BHD' : account.currency
    const currency = pick([from, to])
    const chargeBearer = pick(chargeBearers)
    // the creditor gets what is left, which has to be something: charges are 3.5 dinars at most
    const amountMinor = chargeBearer === 'BorneByCreditor' ? drawnMinor + fromDinars(5, currency) : drawnMinor
    const unitCurrency = pick([from, to])
    const usual = exchangeRules.exchangeRate({
      seed: bank.seed,
      unitCurrency,
      currency: unitCurrency === from ? to : from,
      at: now,
    })
    const rate = Number((usual * (0.9 + below(200) / 1000)).toPrecision(6))
    return {
      paymentId: `payment-${number}`,
      debtorAccountId: account.accountId,
      creditor,
      amountMinor,
      currency,
      transferCurrency: to,
      ...(from !== to && below(2) === 0 && { exchange: { from, to, unitCurrency, rate } }),
      charges: [{ minor: rail === 'SWIFT' ? 3_500 : 1_000, chargeBearer }],
      rail,
      at: now,
    }
  }

  async function finish(): Promise<void> {
    const [next] = waiting.splice(below(waiting.length), 1)
    if (!next) return
    const { order, costMinor } = next
    const { paymentId, debtorAccountId } = order
    const debtor = expectedOf(debtorAccountId)
    const isCancelled = below(4) === 0
    const outcome = await store.transact(async (transaction) => {
      const about = { paymentId, at: now }
      if (!isCancelled && (await settle(transaction, tenant, about)) === 'settled') return 'settled'
      await release(transaction, tenant, about)
      return isCancelled ? 'cancelled' : 'returned'
    })
    count(outcome)
    debtor.pendingDebitsMinor -= costMinor
    if (outcome !== 'settled') return
    debtor.bookedMinor -= costMinor
    const creditor = accounts.find(({ identifiers }) => identifiers[0]?.identification === order.creditor.iban)
    // what is exchanged is compared through the totals of both currencies
    if (!creditor) return
    const isDomestic = creditor.currency === 'BHD' && order.transferCurrency === undefined
    if (isDomestic) expectedOf(creditor.accountId).bookedMinor += order.amountMinor
    else
      expectedOf(creditor.accountId).bookedMinor = (await sumsAt(ledger, creditor.accountId, now, openedAt)).bookedMinor
  }

  async function compare(): Promise<void> {
    for (const { accountId } of accounts) {
      const { bookedMinor, pendingDebitsMinor } = await sumsAt(ledger, accountId, now, openedAt)
      const wanted = expectedOf(accountId)
      if (
        bookedMinor !== wanted.bookedMinor ||
        pendingDebitsMinor - (openingPending.get(accountId) as number) !== wanted.pendingDebitsMinor
      ) {
        mistakes.push(`${accountId} has ${bookedMinor}, expected ${wanted.bookedMinor}`)
      }
    }
    for (const currency of new Set([...ratedCurrencies, ...accounts.map((account) => account.currency)])) {
      const total = await totalMinor(ledger, currency, now)
      if (total !== 0) mistakes.push(`all accounts in ${currency} come to ${total}`)
    }
  }

  for (let number = 0; number < payments; number += 1) {
    now += below(3_600_000)
    await pay(number)
    while (waiting.length > 0 && below(2) === 0) await finish()
    if (number % 500 === 0) await compare()
  }
  while (waiting.length > 0) await finish()
  await compare()
  return { happened, fundsAsked, fundsWrong, mistakes }
}
