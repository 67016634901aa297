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
import { type OrderFacts, orderRows } from './order-facts.js'
import type { Locale } from './page-frame.js'
import { type AbroadFacts, abroadRows } from './payment-abroad.js'

/** Who is paid, as the TPP named them. */
export interface Payee {
  readonly name: string
  readonly identification: string
}

/** A file of payments. */
interface FileFacts {
  /** Who made the file, as it says itself. */
  readonly initiator?: string | undefined
  /** How many payments it has. */
  readonly count: number
  /** The first of them, in its order. */
  readonly first: readonly (Payee & { readonly amount: MoneyView })[]
  /** Where all of them are, where there is such a page. */
  readonly allHref?: string | undefined
}

export interface PaymentFacts {
  /** One of a file has none. */
  readonly payee?: Payee | undefined
  readonly file?: FileFacts | undefined
  readonly order?: OrderFacts | undefined
  /** Of a file, that of all its payments; of a standing order, that of its first. */
  readonly amount: MoneyView
  /** Of a payment abroad. */
  readonly abroad?: AbroadFacts | undefined
  /** What the bank takes for it; without one it is free. */
  readonly fee?: MoneyView | undefined
  /** Amount and fee, in the currency of the account that pays. */
  readonly total: MoneyView
  /** When it is made, in milliseconds since 1970. */
  readonly executionAt?: number | undefined
  readonly reference?: string | undefined
  readonly description?: string | undefined
}

/** An account number in groups of four, as it is printed. Others stay as they are. */
const inGroups = (identification: string) =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(identification) ? identification.replace(/(.{4})(?=.)/g, '$1 ') : identification

/** Name and account of a payee. */
export const payeeText = (locale: Locale, { name, identification }: Payee) =>
  html`<span class="payee">${shortText(name)}</span>${wholeText(locale, name)}
<span class="number" dir="ltr">${shortText(inGroups(identification))}</span>`

/** How many payments a file has, who made it, and the first of them. */
function fileRows(
  locale: Locale,
  { initiator, count, first, allHref }: FileFacts,
): readonly [string, HtmlValue, string?][] {
  const messages = messagesIn(locale).payment.file
  const rest = count - first.length
  return [
    [messages.initiator, initiator?.trim() ? html`${shortText(initiator)}${wholeText(locale, initiator)}` : undefined],
    [messages.count, String(count)],
    [
      messages.first,
      html`<ul class="items">${first.map(
        (item) => html`<li>${payeeText(locale, item)} ${money(item.amount)}</li>
`,
      )}</ul>${rest > 0 && html`<p>${messages.more(rest)}</p>`}${allHref !== undefined && html`<p class="more"><a href="${allHref}">${messages.all}</a></p>`}`,
      'who',
    ],
  ]
}

/**
 * The facts as a list of terms.
 *
 * @param more further terms after the total
 */
export function paymentFacts(locale: Locale, payment: PaymentFacts, more: readonly [string, HtmlValue][] = []): Html {
  const messages = messagesIn(locale).payment
  const { payee, file, order, amount, abroad, fee, total, executionAt, reference, description } = payment
  const text = (value: string | undefined) =>
    value?.trim() ? html`${shortText(value)}${wholeText(locale, value)}` : undefined
  const rows: readonly [string, HtmlValue, string?][] = [
    [messages.payee, payee && payeeText(locale, payee), 'who'],
    ...(file ? fileRows(locale, file) : []),
    [order?.recurring || order?.final ? messages.order.amount : messages.amount, money(amount), 'amount'],
    ...(abroad ? abroadRows(locale, abroad) : []),
    [messages.fee, fee ? money(fee) : messages.noFee],
    [messages.abroad.feesBy, abroad && messages.abroad.bearers[abroad.bearer]],
    [abroad?.rate?.type === 'Indicative' ? messages.abroad.totalAbout : messages.total, money(total), 'total'],
    ...(order ? orderRows(locale, order) : []),
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
