/**
 * The rows of a payment as the holders of both accounts see them.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import { codesOf } from '#fixtures/payment-methods.js'
import { opaqueId } from '#fixtures/seeded.js'
import type { FixtureAccount, FixtureBank } from '#fixtures/types.js'
import { type PostedEntry, postedEntries } from '../ledger/entries.js'
import type { EntryLeg } from '../ledger/movements.js'
import type { Reader } from '../store/store.js'
import type { PaymentOrder } from './books.js'
import type { Changer, PaymentMoney } from './payment-money.js'

/** The ids of both movements of a payment; the debtor's transaction has that of the first. */
export const debitId = ({ seed }: Pick<FixtureBank, 'seed'>, paymentId: string) =>
  opaqueId(seed, ['payment', paymentId, 'debit'])

export const creditId = ({ seed }: Pick<FixtureBank, 'seed'>, paymentId: string) =>
  opaqueId(seed, ['payment', paymentId, 'credit'])

/** The debtor's row. */
export function debitEntry(
  seed: number,
  account: FixtureAccount,
  order: PaymentOrder,
  money: PaymentMoney,
  changer: Changer,
): EntryLeg {
  const { paymentId, creditor, amountMinor, currency, rail, reference, description } = order
  const { chargeMinor, sentMinor, sentCurrency } = money
  // in the currency of the amount, which is what the holder has asked for
  const other = currency === account.currency ? sentCurrency : account.currency
  return {
    transactionId: debitId({ seed }, paymentId),
    accountId: account.accountId,
    amountMinor: money.amountMinor + chargeMinor,
    creditDebitIndicator: 'Debit',
    information: description ?? (rail === 'BIL' ? `Bill of ${creditor.name}` : `Transfer to ${creditor.name}`),
    reference: reference ?? paymentId,
    ...(chargeMinor > 0 && { chargeMinor }),
    ...exchangeOf(amountMinor, currency, other, changer),
    ...codesOf(rail === 'BIL' ? 'billPayment' : 'transferOut'),
    counterParty: creditor,
    payment: { paymentId, amountMinor: sentMinor, currency: sentCurrency },
  }
}

/** The row of a payee with an account at this bank. */
export function creditEntry(
  seed: number,
  account: FixtureAccount,
  debited: EntryLeg,
  debtor: FixtureAccount,
  receivedMinor: number,
  changer: Changer,
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
    ...exchangeOf(amountMinor, currency, account.currency, changer),
    ...codesOf('transferIn'),
    counterParty: { name, ...iban },
  }
}

/** At what an amount was changed into another currency, where it was. */
function exchangeOf(
  instructedMinor: number,
  sourceCurrency: string,
  targetCurrency: string,
  changer: Changer,
): Pick<EntryLeg, 'exchange'> {
  if (sourceCurrency === targetCurrency) return {}
  const { unitCurrency, rate, contract } = changer.exchangeFor(sourceCurrency, targetCurrency)
  const agreed = contract === undefined ? {} : { contract }
  return { exchange: { sourceCurrency, targetCurrency, unitCurrency, rate, instructedMinor, ...agreed } }
}

/** What the payments of an account came to on a bank day, up to an instant, without charges. Minor units of its currency. */
export async function spentOnDay(store: Reader, accountId: string, at: number): Promise<number> {
  return store.sum(postedEntries, accountId, 'paid', { from: startOfBankDay(bankDayOf(at)), to: at })
}
