/**
 * What is particular to a payment abroad: what is sent, at which rate, and who bears the fees.
 *
 * @module
 */
import type { ChargeBearer, RateType } from '#standard/index.js'
import { type Html, type HtmlValue, html } from './html.js'
import { instant } from './instants.js'
import { messagesIn } from './locales/messages.js'
import { shortText, wholeText } from './long-text.js'
import { type MoneyView, money } from './money.js'
import type { Locale } from './page-frame.js'

/** At what money is exchanged. */
export interface RateView {
  /** One unit of this costs `rate` of the other currency. */
  readonly unitCurrency: string
  readonly otherCurrency: string
  readonly rate: number
  readonly type: RateType
  /** The contract of an agreed rate. */
  readonly contract?: string | undefined
  /** Until when a quoted rate holds, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined
}

export interface AbroadFacts {
  /** What is sent, in the currency of the transfer. */
  readonly sent: MoneyView
  /** Absent where nothing is exchanged. */
  readonly rate?: RateView | undefined
  readonly bearer: ChargeBearer
}

/** `1 USD = 0.3773 BHD`: the same in both languages, like amounts. */
const rateText = ({ unitCurrency, otherCurrency, rate }: RateView): Html =>
  html`<bdi class="number" dir="ltr">1 ${unitCurrency} = ${String(rate)} ${otherCurrency}</bdi>`

/** How long a rate holds, or in which contract it was agreed. */
function termsOf(locale: Locale, { type, contract, expiresAt }: RateView): Html {
  const messages = messagesIn(locale).payment.abroad
  if (type === 'Actual' && expiresAt !== undefined) return messages.until(instant(locale, expiresAt))
  if (type === 'Agreed')
    return html`${messages.contract(shortText(contract ?? ''))}${wholeText(locale, contract ?? '')}`
  return html`${messages.mayChange}`
}

/** The rows after the amount. */
export function abroadRows(locale: Locale, { sent, rate }: AbroadFacts): readonly [string, HtmlValue, string?][] {
  const messages = messagesIn(locale).payment.abroad
  const isAbout = rate?.type === 'Indicative'
  return [
    [isAbout ? messages.sentAbout : messages.sent, money(sent), 'sent'],
    [messages.rate, rate && html`${rateText(rate)}<span class="terms">${termsOf(locale, rate)}</span>`],
  ]
}
