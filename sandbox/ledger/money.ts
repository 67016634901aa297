/**
 * How money is written: integer minor units inside, decimal strings outside. FACTS 1, "Amounts".
 *
 * @module
 */

import type { Amount } from '#standard/index.js'
import { minorUnits } from '#standard/index.js'

/**
 * An amount as payloads write it, without its sign: always with a fraction, of as many digits as the currency has minor
 * units, and of one where it has none. BHD `316.390`, USD `12.50`, JPY `1500.0`.
 *
 * @param minor integer minor units of the currency
 */
export function toAmount(minor: number, currency: string): Amount {
  const digits = minorUnits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const amount = digits === 0 ? `${text}.0` : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return { Amount: amount, Currency: currency }
}

/** A sum that may be owed: the sign becomes the indicator, and zero is a credit. FACTS 7.3. */
export function toSignedAmount(minor: number, currency: string) {
  return {
    CreditDebitIndicator: minor < 0 ? ('Debit' as const) : ('Credit' as const),
    Amount: toAmount(minor, currency),
  }
}
