/**
 * What a payment is: who gets how much, what it costs, when, and what the payee is told.
 *
 * @module
 */
import { type Html, type HtmlValue, html } from './html.js'
import { day } from './instants.js'
import { messagesIn } from './locales/messages.js'
import { shortText, wholeText } from './long-text.js'
import { type MoneyView, money } from './money.js'
import type { Locale } from './page-frame.js'

export interface PaymentFacts {
  /** As the TPP named them. */
  readonly payee: { readonly name: string; readonly identification: string }
  readonly amount: MoneyView
  /** What the bank takes for it; without one it is free. */
  readonly fee?: MoneyView | undefined
  /** Amount and fee. */
  readonly total: MoneyView
  /** When it is made, in milliseconds since 1970. */
  readonly executionAt?: number | undefined
  readonly reference?: string | undefined
  readonly description?: string | undefined
}

/** An account number in groups of four, as it is printed. Others stay as they are. */
const inGroups = (identification: string) =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(identification) ? identification.replace(/(.{4})(?=.)/g, '$1 ') : identification

/**
 * The facts as a list of terms.
 *
 * @param more further terms after the total
 */
export function paymentFacts(locale: Locale, payment: PaymentFacts, more: readonly [string, HtmlValue][] = []): Html {
  const messages = messagesIn(locale).payment
  const { payee, amount, fee, total, executionAt, reference, description } = payment
  const text = (value: string | undefined) =>
    value?.trim() ? html`${shortText(value)}${wholeText(locale, value)}` : undefined
  const rows: readonly [string, HtmlValue, string?][] = [
    [
      messages.payee,
      html`<span class="payee">${shortText(payee.name)}</span>${wholeText(locale, payee.name)}
<span class="number" dir="ltr">${shortText(inGroups(payee.identification))}</span>`,
      'who',
    ],
    [messages.amount, money(amount), 'amount'],
    [messages.fee, fee ? money(fee) : messages.noFee],
    [messages.total, money(total), 'total'],
    ...more,
    [messages.executionAt, executionAt !== undefined && day(locale, executionAt)],
    [messages.reference, text(reference)],
    [messages.description, text(description)],
  ]
  const shown = rows.filter(([, value]) => value)
  return html`<dl class="facts payment">${shown.map(
    ([term, value, kind]) => html`<div${kind && html` class="${kind}"`}><dt>${term}</dt><dd>${value}</dd></div>
`,
  )}</dl>`
}
