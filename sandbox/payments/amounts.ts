/**
 * Amounts as a TPP writes them, in minor units. FACTS 1, "Amounts" and "BHD".
 *
 * @module
 */
import { type Amount, isAmount, isCurrency, minorUnits } from '#standard/index.js'

/** Minor units of an amount; `undefined` when it is none, or has more digits than its currency. */
export function toMinor({ Amount, Currency }: Amount): number | undefined {
  // the value comes from a body that may be invalid
  if (typeof Amount !== 'string' || !isAmount(Amount) || !isCurrency(Currency)) return undefined
  const digits = minorUnits(Currency)
  const [whole = '', fraction = ''] = Amount.split('.')
  if (fraction.length > digits) return undefined
  const minor = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** Minor units of an amount that a schema and `checkFields` have accepted. */
export function acceptedMinor(amount: Amount): number {
  const minor = toMinor(amount)
  if (minor === undefined) throw new Error(`${amount.Amount} ${amount.Currency} was accepted and is no amount`)
  return minor
}
