/**
 * Money in another currency: integer minor units in, integer minor units out, at a decimal rate. Decision 0111.
 *
 * @module
 */
import { minorUnits } from '#standard/index.js'
import type { ConsentExchange } from '../consents/consent.js'

/** At what money of two currencies is changed: one unit of `unitCurrency` costs `rate` of the other. */
export type Exchange = Pick<ConsentExchange, 'from' | 'to' | 'unitCurrency' | 'rate' | 'contract'>

/** Rates that can be written with up to ten digits before the point and ten after it. */
export const smallestRate = 1e-6
export const largestRate = 9_999_999_999

/** Whether a number can be a rate. */
export const isRate = (rate: number): boolean => rate >= smallestRate && rate <= largestRate

/** True when the exchange is between these two currencies, in either direction. */
export const isBetween = ({ from, to }: Pick<Exchange, 'from' | 'to'>, one: string, other: string): boolean =>
  (from === one && to === other) || (from === other && to === one)

/**
 * An amount of one of the two currencies in the other: the nearest whole minor unit, halves up. What is not nothing stays at
 * least one minor unit.
 *
 * @param minor integer minor units of `currency`, not below zero
 * @throws {RangeError} when the currency is neither of the two, or the result is no safe integer
 */
export function exchanged(minor: number, currency: string, { from, to, unitCurrency, rate }: Exchange): number {
  if (currency !== from && currency !== to) throw new RangeError(`${currency} is not exchanged for ${from} and ${to}`)
  const other = currency === from ? to : from
  if (minor === 0) return 0
  const { digits, scale } = decimalOf(rate)
  const [ownUnit, otherUnit] = [10n ** BigInt(minorUnits(currency)), 10n ** BigInt(minorUnits(other))]
  const [numerator, denominator] =
    currency === unitCurrency
      ? [BigInt(minor) * digits * otherUnit, ownUnit * scale]
      : [BigInt(minor) * scale * otherUnit, ownUnit * digits]
  const nearest = (2n * numerator + denominator) / (2n * denominator)
  if (nearest > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${minor} of ${currency} is too much of ${other}`)
  return Math.max(1, Number(nearest))
}

/** A rate as a whole number and what it is divided by: 0.3759 is 3759 and 10000. */
function decimalOf(rate: number): { digits: bigint; scale: bigint } {
  const text = String(rate).includes('e') ? rate.toFixed(10) : String(rate)
  const [whole = '', fraction = ''] = text.split('.')
  const digits = BigInt(whole + fraction)
  if (digits <= 0n) throw new RangeError(`${rate} is no rate`)
  return { digits, scale: 10n ** BigInt(fraction.length) }
}
