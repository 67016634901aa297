/**
 * Money as a PSU reads it: the currency, and the amount with as many digits as the currency has minor units.
 *
 * @module
 */
import { minorUnits } from '#standard/index.js'
import { type Html, html } from './html.js'

export interface MoneyView {
  /** Integer minor units of the currency. */
  readonly minor: number
  /** ISO 4217. */
  readonly currency: string
}

/** `BHD 1,316.390`, `JPY 1,500`: the same in both languages, like account numbers. */
export function money({ minor, currency }: MoneyView): Html {
  const digits = minorUnits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits === 0 ? '' : `.${text.slice(-digits)}`
  return html`<bdi class="number" dir="ltr">${currency} ${minor < 0 && '−'}${whole}${fraction}</bdi>`
}
