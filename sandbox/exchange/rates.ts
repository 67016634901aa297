/**
 * The bank's table of exchange rates: it follows from the seed and the clock, and single pairs can be set. Decision 0110.
 *
 * @module
 */
import { ratedCurrencies, rateOf } from '#fixtures/exchange-rates.js'
import { bytesOf } from '#fixtures/seeded.js'
import type { FixtureBank } from '#fixtures/types.js'
import { collection } from '../store/collection.js'
import type { Reader } from '../store/store.js'
import type { Rules } from '../tenants/tenant.js'
import type { Exchange } from './rate.js'

/** The currency of the bank: its charges are in it, and it exchanges others from it. */
export const homeCurrency = 'BHD'

/** Which rate is asked for. */
export interface RateAsked {
  readonly seed: number
  /** One unit of this ... */
  readonly unitCurrency: string
  /** ... costs how much of this? */
  readonly currency: string
  readonly at: number
}

declare module '../tenants/tenant.js' {
  interface Rules {
    /** What one unit of a currency costs in another at an instant: a pure function of seed, pair and instant. */
    exchangeRate(asked: RateAsked): number
    /** Whether the bank changes money of a currency. */
    exchanges(currency: string): boolean
  }
}

/** A rate is the same for a quarter of an hour. */
const stepMillis = 15 * 60_000

/** These are tied to the dollar, as the dinar is: their rates hardly move. */
const pegged: readonly string[] = ['AED', 'OMR', 'QAR', 'SAR', 'USD']

/** Goes from -1 to 1 and back in each turn. */
const wave = (turns: number) => 4 * Math.abs(turns - Math.floor(turns) - 0.5) - 1

/** By how much the worth of a currency differs from its usual one: at most one percent, a twentieth of that where it is tied. */
function deviationOf(seed: number, currency: string, at: number): number {
  if (currency === homeCurrency) return 0
  const bytes = bytesOf(seed, ['exchange-rate', currency], 6)
  const step = Math.floor(at / stepMillis)
  // turns of about a day and of about nine days, begun anywhere
  const day = wave(step / (80 + (bytes[0] ?? 0) / 8) + bytes.readUInt16BE(2) / 65_536)
  const week = wave(step / (800 + (bytes[1] ?? 0)) + bytes.readUInt16BE(4) / 65_536)
  const most = pegged.includes(currency) ? 0.0005 : 0.01
  return most * (0.3 * day + 0.7 * week)
}

export const exchangeRules = {
  exchangeRate: ({ seed, unitCurrency, currency, at }: RateAsked): number => {
    const moved = (1 + deviationOf(seed, currency, at)) / (1 + deviationOf(seed, unitCurrency, at))
    return rateOf(unitCurrency, currency, moved - 1)
  },
  exchanges: (currency: string): boolean => ratedCurrencies.includes(currency),
}

/** A rate that was set instead of the one that follows from seed and clock. */
export interface SetRate {
  readonly unitCurrency: string
  readonly currency: string
  readonly rate: number
}

interface SetRates {
  readonly rates: readonly SetRate[]
}

/** The rates that were set for a tenant: one document. */
export const setRates = collection<SetRates>('exchangeRates')

export const setRatesId = 'set'

/** What of a tenant the table needs. */
export interface BankOfRates {
  readonly bank: Pick<FixtureBank, 'seed'>
  readonly rules: Pick<Rules, 'exchangeRate'>
}

/** What one unit of a currency costs in another. */
export type RateTable = (unitCurrency: string, currency: string) => number

/** The table at an instant. */
export async function rateTable(reader: Reader, { bank, rules }: BankOfRates, at: number): Promise<RateTable> {
  const { rates } = (await reader.get(setRates, setRatesId)) ?? { rates: [] }
  return (unitCurrency, currency) => {
    if (unitCurrency === currency) return 1
    const same = rates.find((each) => each.unitCurrency === unitCurrency && each.currency === currency)
    if (same) return same.rate
    const inverse = rates.find((each) => each.unitCurrency === currency && each.currency === unitCurrency)
    if (inverse) return sixDigits(1 / inverse.rate)
    return rules.exchangeRate({ seed: bank.seed, unitCurrency, currency, at })
  }
}

const sixDigits = (rate: number) => Number(rate.toPrecision(6))

/** The exchange of one currency for another by a table; the rate is for one unit of what is bought, unless it is said otherwise. */
export const exchangeBy = (table: RateTable, from: string, to: string, unitCurrency = to): Exchange => ({
  from,
  to,
  unitCurrency,
  rate: table(unitCurrency, unitCurrency === to ? from : to),
})
