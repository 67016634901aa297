/**
 * The rate of a payment abroad: quoted by the bank, agreed with the TPP, or that of the day. FACTS 8.3; decision 0111.
 *
 * @module
 */
import type { ConsentExchange } from '../consents/consent.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import { type BankOfRates, exchangeBy, homeCurrency, rateTable } from '../exchange/rates.js'
import type { Reader } from '../store/store.js'
import type { PaymentSettings } from './settings.js'

/** The two currencies of a payment: it is paid in one and made in another; `undefined` where it is one. */
export function currencyPair({
  InstructedAmount,
  CurrencyOfTransfer: to,
}: Pick<PaymentInitiation, 'InstructedAmount' | 'CurrencyOfTransfer'>): { from: string; to: string } | undefined {
  const asked = InstructedAmount?.Currency
  if (asked === undefined || to === undefined) return undefined
  // an amount in the currency of the transfer is paid for in the bank's own
  const from = asked === to ? homeCurrency : asked
  return from === to ? undefined : { from, to }
}

/** A bank that quotes rates. */
export interface QuotingBank extends BankOfRates {
  readonly paymentSettings: Pick<PaymentSettings, 'quoteMinutes'>
}

/** The rate a consent is created with. An agreed one is that of the TPP; others are those of the bank's table. */
export async function quotedRate(
  reader: Reader,
  bank: QuotingBank,
  initiation: PaymentInitiation,
  at: number,
): Promise<ConsentExchange | undefined> {
  const pair = currencyPair(initiation)
  if (!pair) return undefined
  const asked = initiation.ExchangeRateInformation
  const { RateType: type, UnitCurrency: unitCurrency } = asked ?? {
    RateType: 'Indicative' as const,
    UnitCurrency: pair.to,
  }
  if (type === 'Agreed') {
    const contract = asked?.ContractIdentification
    return {
      ...pair,
      unitCurrency,
      type,
      rate: Number(asked?.ExchangeRate),
      ...(contract !== undefined && { contract }),
    }
  }
  const exchange = exchangeBy(await rateTable(reader, bank, at), pair.from, pair.to, unitCurrency)
  const expiresAt = at + bank.paymentSettings.quoteMinutes * 60_000
  return { ...exchange, type, ...(type === 'Actual' && { expiresAt }) }
}

/** The exchange at an instant: an Indicative one has the rate of the bank's table, the others keep theirs. */
export async function exchangeAt<Exchange extends ConsentExchange | undefined>(
  reader: Reader,
  bank: BankOfRates,
  exchange: Exchange,
  at: number,
): Promise<Exchange> {
  if (exchange?.type !== 'Indicative') return exchange
  const { from, to, unitCurrency } = exchange
  const { rate } = exchangeBy(await rateTable(reader, bank, at), from, to, unitCurrency)
  return rate === exchange.rate ? exchange : { ...exchange, rate }
}

/** The payment with the rate of an instant. */
export async function fixedRate<Payment extends { readonly exchange?: ConsentExchange }>(
  reader: Reader,
  bank: BankOfRates,
  payment: Payment,
  at: number,
): Promise<Payment> {
  const exchange = await exchangeAt(reader, bank, payment.exchange, at)
  return exchange === payment.exchange ? payment : { ...payment, exchange }
}

/** How far an agreed rate may be from that of the table: nobody agrees to half or double. */
const mostFactor = 2

/** Whether a rate is one that bank and TPP can have agreed. */
export async function isPlausible(
  reader: Reader,
  bank: BankOfRates,
  { from, to, unitCurrency, rate }: ConsentExchange,
  at: number,
): Promise<boolean> {
  const usual = exchangeBy(await rateTable(reader, bank, at), from, to, unitCurrency).rate
  return rate > usual / mostFactor && rate < usual * mostFactor
}
