/**
 * What a payment posts in the books. It is debited first: pending, with the money in suspense. Settling books it under the
 * same transaction id and hands the money on: to an account of this bank, a biller, or another bank. Releasing takes a
 * pending one back. Decision 0085.
 *
 * Every function is part of a transaction of the store, on {@link booksNames}.
 *
 * @module
 */
import { accountIdentifiedBy } from '#fixtures/identified-accounts.js'
import { isCreditCard } from '#fixtures/plans.js'
import type { CounterParty, FixtureAccount, FixtureBank } from '#fixtures/types.js'
import { type BankOfRates, homeCurrency } from '../exchange/rates.js'
import { availableMinorAt, postedEntries } from '../ledger/entries.js'
import { bookMovement, type EntryLeg, type InternalLegParts, postMovement, removePending } from '../ledger/movements.js'
import { type Collection, collection } from '../store/collection.js'
import type { Reader, Transaction } from '../store/store.js'
import { billerOf, billOf } from './billers.js'
import { chargesMinor } from './charges.js'
import { creditEntry, creditId, debitEntry, debitId, spentOnDay } from './payment-entries.js'
import {
  type Changer,
  changerOf,
  currenciesOf,
  exchangeLegs,
  type MoneyOrdered,
  moneyOf,
  type PaymentMoney,
} from './payment-money.js'
import type { PaymentSettings, Rail } from './settings.js'

/** A payment that is to be debited. */
export interface PaymentOrder extends MoneyOrdered {
  readonly paymentId: string
  readonly debtorAccountId: string
  /** The payee; its IBAN is a BIL payment's biller, or an account of this bank, or one elsewhere, of whichever scheme. */
  readonly creditor: CounterParty & { readonly iban: string }
  readonly rail: Rail
  /** `RemittanceInformation.Reference`; of a bill its number. */
  readonly reference?: string
  /** What the PSU wrote: `RemittanceInformation.RemittanceDescription`. */
  readonly description?: string
  readonly at: number
}

/** Why an account cannot pay; nothing is posted then. */
export type DebitRefusal = 'insufficient-funds' | 'account-disabled' | 'account-closed' | 'over-limit'

export type Debited = { readonly posted: string } | { readonly refused: DebitRefusal }

/** What of a tenant the books need. */
export interface BooksOfTenant extends BankOfRates {
  readonly bank: FixtureBank
  readonly paymentSettings: Pick<PaymentSettings, 'dailyLimitMinor'>
}

interface PaidBill {
  readonly paymentId: string
  readonly at: number
}

/** Bills that payments have paid, or are paying, by biller and number. */
export const paidBills: Collection<PaidBill> = collection('paidBills')

/** True when a payment has paid a bill since the bank was opened, or is about to. */
export async function isBillPaid(reader: Reader, iban: string, reference: string | undefined): Promise<boolean> {
  const id = billId(iban, reference)
  return id !== undefined && (await reader.get(paidBills, id)) !== undefined
}

/** The stored id of a bill that can be paid once. */
function billId(iban: string, reference = ''): string | undefined {
  const biller = billerOf(iban)
  const bill = biller && billOf(biller, reference)
  return bill?.amountMinor === undefined ? undefined : `${biller?.iban} ${bill.number}`
}

/** What an account can still spend, in minor units of its currency. */
export interface Spendable {
  readonly account: FixtureAccount
  readonly availableMinor: number
  /** What is left of its day, where payments of a day have a limit. */
  readonly leftOfDayMinor: number
}

/** What an account can spend at an instant. @param changer of its currency and that of the bank */
export async function spendableAt(
  store: Reader,
  { bank, paymentSettings: { dailyLimitMinor } }: BooksOfTenant,
  account: FixtureAccount,
  at: number,
  changer: Changer,
): Promise<Spendable> {
  const leftOfDayMinor =
    dailyLimitMinor === undefined
      ? Number.POSITIVE_INFINITY
      : changer.change(dailyLimitMinor, homeCurrency, account.currency) -
        (await spentOnDay(store, account.accountId, at))
  return { account, availableMinor: await availableMinorAt({ bank, store }, account, at), leftOfDayMinor }
}

/** Why no money leaves an account, whatever it has. */
export function closedFor({ status }: FixtureAccount): DebitRefusal | undefined {
  if (status === 'Deleted') return 'account-closed'
  return status === 'Enabled' ? undefined : 'account-disabled'
}

/** Why an account that can spend so much cannot pay. */
export function shortOf(
  { account, availableMinor, leftOfDayMinor }: Spendable,
  { amountMinor, chargeMinor }: PaymentMoney,
): DebitRefusal | undefined {
  if (amountMinor > leftOfDayMinor) return 'over-limit'
  if (amountMinor + chargeMinor <= availableMinor) return undefined
  return isCreditCard(account.accountSubType) ? 'over-limit' : 'insufficient-funds'
}

/** Why the account cannot pay the amount with its charges, if so. What a debit is refused for, and what funds confirmations ask. */
export async function debitRefusal(
  store: Reader,
  tenant: BooksOfTenant,
  order: MoneyOrdered & Pick<PaymentOrder, 'debtorAccountId' | 'at'>,
): Promise<DebitRefusal | undefined> {
  const { bank, paymentSettings } = tenant
  const account = accountIn(bank, order.debtorAccountId)
  const closed = closedFor(account)
  if (closed) return closed
  const currencies = [
    ...currenciesOf(account.currency, order),
    ...(paymentSettings.dailyLimitMinor === undefined ? [] : [homeCurrency]),
  ]
  const changer = await changerOf(store, tenant, order.at, currencies, order.exchange)
  return shortOf(
    await spendableAt(store, tenant, account, order.at, changer),
    moneyOf(account.currency, order, changer),
  )
}

/** Posts the payment as pending, with its charges, unless the account cannot pay; then nothing is posted. */
export async function debit(transaction: Transaction, tenant: BooksOfTenant, order: PaymentOrder): Promise<Debited> {
  const { bank } = tenant
  const account = accountIn(bank, order.debtorAccountId)
  const refused = await debitRefusal(transaction, tenant, order)
  if (refused) return { refused }
  const currencies = currenciesOf(account.currency, order)
  const changer = await changerOf(transaction, tenant, order.at, currencies, order.exchange)
  const money = moneyOf(account.currency, order, changer)
  const entry = debitEntry(bank.seed, account, order, money, changer)
  if (await transaction.get(postedEntries, entry.transactionId)) {
    throw new Error(`payment ${order.paymentId} was debited before`)
  }
  const feesMinor = chargesMinor(order.charges)
  const due: InternalLegParts[] = [
    { account: 'suspense', currency: money.sentCurrency, minor: money.sentMinor },
    ...(feesMinor === 0 ? [] : [{ account: 'fees' as const, currency: homeCurrency, minor: feesMinor }]),
  ]
  const internal = [...due, ...exchangeLegs([{ currency: account.currency, minor: -entry.amountMinor }, ...due])]
  const movementId = entry.transactionId
  postMovement(transaction, bank, { movementId, at: order.at, status: 'Pending', entries: [entry], internal })
  keepBill(transaction, order)
  return { posted: movementId }
}

/** Keeps that a bill is paid, where the payment is of one. */
export function keepBill(transaction: Transaction, { rail, creditor, reference, paymentId, at }: PaymentOrder): void {
  const bill = rail === 'BIL' ? billId(creditor.iban, reference) : undefined
  if (bill !== undefined) transaction.put(paidBills, bill, { paymentId, at })
}

/** Which payment to settle or release, and when. */
export interface PaymentInBooks {
  readonly paymentId: string
  readonly at: number
}

/**
 * Books a debited payment under its transaction id and hands the money on.
 *
 * @returns `creditor-closed`, and nothing is changed, when the payee's account at this bank takes no money: release it then
 * @throws {Error} when no pending debit of the payment is there
 */
export async function settle(
  transaction: Transaction,
  tenant: Omit<BooksOfTenant, 'paymentSettings'>,
  { paymentId, at }: PaymentInBooks,
): Promise<'settled' | 'creditor-closed'> {
  const { bank } = tenant
  const movementId = debitId(bank, paymentId)
  const entry = await transaction.get(postedEntries, movementId)
  if (entry?.status !== 'Pending' || !entry.payment) throw new Error(`payment ${paymentId} has no pending debit`)
  const { amountMinor, currency } = entry.payment
  const iban = entry.counterParty?.iban ?? ''
  const creditor = accountIdentifiedBy(bank, iban)
  if (creditor && creditor.status !== 'Enabled') return 'creditor-closed'
  await bookMovement(transaction, movementId)

  const taken: InternalLegParts = { account: 'suspense', currency, minor: -amountMinor }
  const entries: EntryLeg[] = []
  const internal = [taken]
  if (creditor) {
    const changer = await changerOf(transaction, tenant, at, [currency, creditor.currency])
    const received = changer.change(amountMinor, currency, creditor.currency)
    entries.push(creditEntry(bank.seed, creditor, entry, accountIn(bank, entry.accountId), received, changer))
    internal.push(...exchangeLegs([taken, { currency: creditor.currency, minor: received }]))
  } else internal.push({ account: billerOf(iban) ? 'billers' : 'correspondents', currency, minor: amountMinor })
  postMovement(transaction, bank, { movementId: creditId(bank, paymentId), at, status: 'Booked', entries, internal })
  return 'settled'
}

/** Takes a pending debit back: its rows are gone, and the bill is open again. Returns whether there was one. */
export async function release(
  transaction: Transaction,
  { bank }: Pick<BooksOfTenant, 'bank'>,
  { paymentId }: Pick<PaymentInBooks, 'paymentId'>,
): Promise<boolean> {
  const movementId = debitId(bank, paymentId)
  const entry = await transaction.get(postedEntries, movementId)
  if (entry?.status !== 'Pending') return false
  const bill = billId(entry.counterParty?.iban ?? '', entry.reference)
  if (bill !== undefined && (await transaction.get(paidBills, bill))?.paymentId === paymentId) {
    transaction.delete(paidBills, bill)
  }
  return removePending(transaction, movementId)
}

/**
 * What transactions that debit or settle a payment run one after the other on (`transact({ on })`): each account of this
 * bank that it touches.
 */
export function booksNames(bank: FixtureBank, debtorAccountId: string, creditorIban?: string): readonly string[] {
  const creditor = creditorIban === undefined ? undefined : accountIdentifiedBy(bank, creditorIban)
  const ids = new Set([debtorAccountId, ...(creditor ? [creditor.accountId] : [])])
  return [...ids].map((accountId) => `account ${accountId}`)
}

/** @throws {RangeError} when the bank has no such account */
export function accountIn(bank: FixtureBank, accountId: string): FixtureAccount {
  const account = bank.accounts.get(accountId)
  if (!account) throw new RangeError(`the bank has no account ${accountId}`)
  return account
}
