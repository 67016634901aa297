/**
 * What is wrong with the books of a bank, found by adding rows one by one: none of the sums that the store keeps is believed.
 *
 * @module
 */
import { homeCurrency } from '../../exchange/rates.js'
import { signedMinor } from '../../ledger/balances.js'
import { type PostedEntry, postedEntries, sumsAt } from '../../ledger/entries.js'
import { internalLegs, totalMinor } from '../../ledger/internal-accounts.js'
import { seededEntries } from '../../ledger/seeded-entries.js'
import type { Tenant } from '../../tenants/tenant.js'
import { debtorChargesMinor } from '../charges.js'
import { itemPaymentId, progressIn } from '../files/due-files.js'
import { itemsIn } from '../files/stored-files.js'
import { type PaymentRecord, paymentRecords } from '../payment.js'
import { creditId, debitId } from '../payment-entries.js'

/** What a payment should have posted. */
interface Expected {
  readonly paymentId: string
  readonly status: PostedEntry['status']
  /** What was taken, in minor units of the account; not known where money was changed. */
  readonly amountMinor?: number
}

/** Everything that is wrong, in words. */
export async function booksMistakes(tenant: Tenant): Promise<readonly string[]> {
  const found = await Promise.all([
    unbalanced(tenant),
    wrongBalances(tenant),
    wrongTotals(tenant),
    wrongPayments(tenant),
  ])
  return found.flat()
}

/** Movements whose legs do not come to zero in each currency. */
async function unbalanced({ bank, store }: Tenant): Promise<string[]> {
  const sums = new Map<string, number>()
  const add = (movementId: string, currency: string, minor: number) => {
    const key = `${movementId} in ${currency}`
    sums.set(key, (sums.get(key) ?? 0) + minor)
  }
  for (const entry of await store.all(postedEntries)) {
    add(entry.movementId, bank.accounts.get(entry.accountId)?.currency ?? '', signedMinor(entry))
  }
  for (const { movementId, currency, minor } of await store.all(internalLegs)) add(movementId, currency, minor)
  return [...sums].flatMap(([key, minor]) => (minor === 0 ? [] : [`movement ${key} comes to ${minor}`]))
}

/** Accounts whose balance is not what they were opened with, what has happened since, and what was booked. */
async function wrongBalances({ bank, store, clock }: Tenant): Promise<string[]> {
  const now = clock.now()
  const booked = new Map<string, number>()
  for (const entry of await store.all(postedEntries)) {
    if (entry.status !== 'Booked' || entry.bookedAt > now) continue
    booked.set(entry.accountId, (booked.get(entry.accountId) ?? 0) + signedMinor(entry))
  }
  const wrong: string[] = []
  for (const accountId of bank.accounts.keys()) {
    const { bookedMinor } = await sumsAt({ bank, store }, accountId, now)
    const expected = seededEntries(bank, accountId).sumsAt(now, now).bookedMinor + (booked.get(accountId) ?? 0)
    if (bookedMinor !== expected) wrong.push(`account ${accountId} has ${bookedMinor}, expected ${expected}`)
  }
  return wrong
}

/** Currencies in which all accounts of the bank do not come to zero. */
async function wrongTotals({ bank, store, clock }: Tenant): Promise<string[]> {
  const currencies = new Set((await store.all(internalLegs)).map(({ currency }) => currency))
  for (const { currency } of bank.accounts.values()) currencies.add(currency)
  const totals = [...currencies].map(async (currency) => {
    const total = await totalMinor({ bank, store }, currency, clock.now())
    return total === 0 ? [] : [`all accounts in ${currency} come to ${total}`]
  })
  return (await Promise.all(totals)).flat()
}

/** Payments that took something else than they should have, and rows that no payment accounts for. */
async function wrongPayments(tenant: Tenant): Promise<string[]> {
  const { bank, store } = tenant
  const wrong: string[] = []
  let debits = 0
  for (const payment of await store.all(paymentRecords)) {
    for (const { paymentId, status, amountMinor } of await expectedOf(tenant, payment)) {
      const row = await store.get(postedEntries, debitId(bank, paymentId))
      if (row) debits += 1
      if (row?.status !== status) wrong.push(`payment ${paymentId} has a debit that is ${row?.status}, not ${status}`)
      else if (amountMinor !== undefined && row.amountMinor !== amountMinor) {
        wrong.push(`payment ${paymentId} took ${row.amountMinor}, not ${amountMinor}`)
      }
      const credit = await store.get(postedEntries, creditId(bank, paymentId))
      if (credit && row?.status !== 'Booked') wrong.push(`payment ${paymentId} has arrived and was not booked`)
    }
  }
  const rows = (await store.all(postedEntries)).filter(({ payment }) => payment).length
  if (rows !== debits) wrong.push(`${rows} debits are there for ${debits} payments that have one`)
  return wrong
}

/** The debits of a payment, as its steps say. */
async function expectedOf(tenant: Tenant, payment: PaymentRecord): Promise<readonly Expected[]> {
  const { paymentId, file, steps, amountMinor, charges, exchange, currency, debtorAccountId } = payment
  if (file) return (await itemsOf(tenant, payment, file)).flat()
  const has = (status: string) => steps.some((step) => step.status === status)
  if (has('Rejected') || has('Cancelled') || !has('AcceptedSettlementInProcess')) return []
  const isAtHome = currency === homeCurrency && exchange === undefined
  const isOfAccount = tenant.bank.accounts.get(debtorAccountId)?.currency === homeCurrency
  return [
    {
      paymentId,
      status: has('AcceptedSettlementCompleted') ? 'Booked' : 'Pending',
      ...(isAtHome && isOfAccount && { amountMinor: amountMinor + debtorChargesMinor(charges) }),
    },
  ]
}

async function itemsOf(
  { bank, store }: Tenant,
  { paymentId, debtorAccountId }: PaymentRecord,
  { fileId, blocks }: NonNullable<PaymentRecord['file']>,
): Promise<readonly Expected[][]> {
  const isAtHome = bank.accounts.get(debtorAccountId)?.currency === homeCurrency
  return Promise.all(
    Array.from({ length: blocks }, async (_, block) => {
      const [items, progress] = await Promise.all([itemsIn(store, fileId, block), progressIn(store, paymentId, block)])
      return items.flatMap((item, index): Expected[] => {
        const { at, why } = progress[index] ?? {}
        if (at === undefined || why !== undefined) return []
        const taken = item.amountMinor + item.chargeMinor
        return [
          { paymentId: itemPaymentId(paymentId, item), status: 'Booked', ...(isAtHome && { amountMinor: taken }) },
        ]
      })
    }),
  )
}
