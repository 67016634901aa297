/**
 * The rows of a payment as the holders of both accounts see them, and what they come to in the currencies of the accounts.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import { exchanged, rateOf } from '#fixtures/exchange-rates.js'
import { codesOf } from '#fixtures/payment-methods.js'
import { opaqueId } from '#fixtures/seeded.js'
import type { FixtureAccount, FixtureBank } from '#fixtures/types.js'
import { type PostedEntry, postedEntries } from '../ledger/entries.js'
import type { EntryLeg, InternalLegParts } from '../ledger/movements.js'
import type { Reader } from '../store/store.js'
import type { PaymentOrder } from './books.js'
import { debtorChargesMinor } from './charges.js'

type Money = Pick<PaymentOrder, 'amountMinor' | 'currency'>

/** What a payment takes from an account, in minor units of the account's currency. */
export interface Cost {
  readonly amountMinor: number
  readonly chargeMinor: number
}

/** The cost of an amount and its charges to an account. */
export function costOf(
  account: FixtureAccount,
  { amountMinor, currency, charges }: Money & Pick<PaymentOrder, 'charges'>,
): Cost {
  const chargeMinor = debtorChargesMinor(charges)
  return {
    amountMinor: exchangedTo(account, amountMinor, currency),
    chargeMinor: exchangedTo(account, chargeMinor, currency),
  }
}

/** An amount in the currency of an account, at the bank's rate; what is not nothing stays at least one minor unit. */
export function exchangedTo(account: Pick<FixtureAccount, 'currency'>, minor: number, currency: string): number {
  if (account.currency === currency || minor === 0) return minor
  return Math.max(1, exchanged(minor, currency, account.currency, rateOf(currency, account.currency, 0)))
}

/** The legs of the account `exchange` where money changes its currency: it takes one side and gives the other. */
export function exchangeLegs(
  from: string,
  fromMinor: number,
  to: string,
  toMinor: number,
): readonly InternalLegParts[] {
  if (from === to) return []
  return [
    { account: 'exchange', currency: from, minor: fromMinor },
    { account: 'exchange', currency: to, minor: -toMinor },
  ]
}

/** The ids of both movements of a payment; the debtor's transaction has that of the first. */
export const debitId = ({ seed }: Pick<FixtureBank, 'seed'>, paymentId: string) =>
  opaqueId(seed, ['payment', paymentId, 'debit'])

export const creditId = ({ seed }: Pick<FixtureBank, 'seed'>, paymentId: string) =>
  opaqueId(seed, ['payment', paymentId, 'credit'])

/** The debtor's row. */
export function debitEntry(seed: number, account: FixtureAccount, order: PaymentOrder, cost: Cost): EntryLeg {
  const { paymentId, creditor, amountMinor, currency, rail, reference, description } = order
  return {
    transactionId: debitId({ seed }, paymentId),
    accountId: account.accountId,
    amountMinor: cost.amountMinor + cost.chargeMinor,
    creditDebitIndicator: 'Debit',
    information: description ?? (rail === 'BIL' ? `Bill of ${creditor.name}` : `Transfer to ${creditor.name}`),
    reference: reference ?? paymentId,
    ...(cost.chargeMinor > 0 && { chargeMinor: cost.chargeMinor }),
    ...exchangeOf(account, { amountMinor, currency }),
    ...codesOf(rail === 'BIL' ? 'billPayment' : 'transferOut'),
    counterParty: creditor,
    payment: { paymentId, amountMinor, currency },
  }
}

/** The row of a payee with an account at this bank. */
export function creditEntry(
  seed: number,
  account: FixtureAccount,
  debited: PostedEntry,
  debtor: FixtureAccount,
  receivedMinor: number,
): EntryLeg {
  const { paymentId, amountMinor, currency } = debited.payment as NonNullable<PostedEntry['payment']>
  const [identifier] = debtor.identifiers
  const name = identifier?.name ?? 'Customer'
  const iban = identifier?.scheme === 'IBAN' ? { iban: identifier.identification, bic: debtor.servicerBic } : {}
  const wasDescribed = debited.information !== `Transfer to ${debited.counterParty?.name}`
  return {
    transactionId: creditId({ seed }, paymentId),
    accountId: account.accountId,
    amountMinor: receivedMinor,
    creditDebitIndicator: 'Credit',
    information: wasDescribed ? debited.information : `Transfer from ${name}`,
    ...(debited.reference !== undefined && { reference: debited.reference }),
    ...exchangeOf(account, { amountMinor, currency }),
    ...codesOf('transferIn'),
    counterParty: { name, ...iban },
  }
}

function exchangeOf(account: FixtureAccount, { amountMinor, currency }: Money): Pick<EntryLeg, 'exchange'> {
  if (account.currency === currency) return {}
  return {
    exchange: {
      sourceCurrency: currency,
      targetCurrency: account.currency,
      unitCurrency: currency,
      rate: rateOf(currency, account.currency, 0),
      instructedMinor: amountMinor,
    },
  }
}

/** What the payments of an account came to on a bank day, up to an instant, without charges. Minor units of its currency. */
export async function spentOnDay(store: Reader, accountId: string, at: number): Promise<number> {
  return store.sum(postedEntries, accountId, 'paid', { from: startOfBankDay(bankDayOf(at)), to: at })
}
