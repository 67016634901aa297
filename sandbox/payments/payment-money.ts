/**
 * What a payment comes to in the currencies it touches: that of the account, of the amount, of the transfer, and of charges.
 * Decision 0111.
 *
 * @module
 */
import { type Exchange, exchanged, isBetween } from '../exchange/rate.js'
import { type BankOfRates, exchangeBy, homeCurrency, type RateTable, rateTable } from '../exchange/rates.js'
import type { InternalLegParts } from '../ledger/movements.js'
import type { Reader } from '../store/store.js'
import { type Charged, creditorChargesMinor, debtorChargesMinor } from './charges.js'

/** Money that is to be paid. */
export interface MoneyOrdered {
  /** Minor units of `currency`, without charges. */
  readonly amountMinor: number
  /** ISO 4217; `BHD` for domestic payments. */
  readonly currency: string
  /** The currency that is sent. Default `currency`. */
  readonly transferCurrency?: string | undefined
  /** At what the one is changed into the other, or the money of the account into both. */
  readonly exchange?: Exchange | undefined
  /** In BHD. */
  readonly charges: readonly Charged[]
}

/** What a payment takes from an account, and what is sent. */
export interface PaymentMoney {
  /** Minor units of the account's currency: the payment, and its charges on top. */
  readonly amountMinor: number
  readonly chargeMinor: number
  /** Minor units of the currency of the transfer; what the creditor bears has been taken off. */
  readonly sentMinor: number
  readonly sentCurrency: string
}

/** Changes money, at the rate of a payment where it is about the two currencies, at the bank's table otherwise. */
export interface Changer {
  exchangeFor(from: string, to: string): Exchange
  /** Minor units in, minor units out. */
  change(minor: number, from: string, to: string): number
}

/** Reads the table only where more than one currency is named. */
export async function changerOf(
  reader: Reader,
  bank: BankOfRates,
  at: number,
  currencies: readonly string[],
  exchange?: Exchange,
): Promise<Changer> {
  const isOne = currencies.every((each) => each === currencies[0])
  const table: RateTable = isOne ? onlyOne : await rateTable(reader, bank, at)
  const exchangeFor = (from: string, to: string) =>
    exchange && isBetween(exchange, from, to) ? exchange : exchangeBy(table, from, to, from)
  return {
    exchangeFor,
    change: (minor, from, to) => (from === to ? minor : exchanged(minor, from, exchangeFor(from, to))),
  }
}

const onlyOne: RateTable = (unitCurrency, currency) => {
  throw new Error(`${unitCurrency} is to be changed into ${currency}, and neither was named`)
}

/** The currencies that a payment from an account can touch. */
export const currenciesOf = (accountCurrency: string, order: MoneyOrdered): readonly string[] => [
  accountCurrency,
  order.currency,
  ...(order.transferCurrency === undefined ? [] : [order.transferCurrency]),
  ...(order.charges.length === 0 ? [] : [homeCurrency]),
]

/** What an order comes to. */
export function moneyOf(accountCurrency: string, order: MoneyOrdered, { change }: Changer): PaymentMoney {
  const { amountMinor, currency, transferCurrency: sentCurrency = currency, charges } = order
  return {
    amountMinor: change(amountMinor, currency, accountCurrency),
    chargeMinor: change(debtorChargesMinor(charges), homeCurrency, accountCurrency),
    sentMinor:
      change(amountMinor, currency, sentCurrency) - change(creditorChargesMinor(charges), homeCurrency, sentCurrency),
    sentCurrency,
  }
}

/**
 * The legs of the account `exchange`: where money changes its currency, it takes what is given in one and gives what is due in
 * another. In one currency nothing is changed.
 */
export function exchangeLegs(
  legs: readonly { readonly currency: string; readonly minor: number }[],
): InternalLegParts[] {
  const sums = new Map<string, number>()
  for (const { currency, minor } of legs) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  if (sums.size < 2) return []
  return [...sums].flatMap(([currency, minor]) =>
    minor === 0 ? [] : [{ account: 'exchange', currency, minor: -minor }],
  )
}
