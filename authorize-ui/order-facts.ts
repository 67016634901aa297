/**
 * What a standing order is, in words: how often it pays, from when to when, and how much.
 *
 * @module
 */
import type { Html, HtmlValue } from './html.js'
import { day, weekday } from './instants.js'
import { messagesIn } from './locales/messages.js'
import { type MoneyView, money } from './money.js'
import type { Locale } from './page-frame.js'

/** A standing order. Its first amount is that of the payment. */
export interface OrderFacts {
  /** As the standard writes it: `IntrvlMnthDay:01:05`. */
  readonly frequency: string
  /** In milliseconds since 1970, as all instants. */
  readonly firstAt: number
  readonly recurringAt?: number | undefined
  readonly finalAt?: number | undefined
  /** How many payments there are in all. */
  readonly payments?: string | undefined
  /** What each payment after the first comes to, and the last; those that are like the one before are left out. */
  readonly recurring?: MoneyView | undefined
  readonly final?: MoneyView | undefined
}

/** How often an order of a frequency pays. */
export function frequencyInWords(locale: Locale, frequency: string): string {
  const words = messagesIn(locale).payment.order.frequency
  const [form = '', ...parts] = frequency.split(':')
  const [first = 0, second = 0] = parts.map(Number)
  switch (form) {
    case 'EvryDay':
      return words.everyDay
    case 'EvryWorkgDay':
      return words.everyWorkingDay
    case 'IntrvlDay':
      return words.days(first)
    case 'IntrvlWkDay':
      return words.weeks(first, weekday(locale, second))
    case 'WkInMnthDay':
      return words.weekOfMonth(first, weekday(locale, second))
    case 'IntrvlMnthDay':
      return second < 0 ? words.monthsFromEnd(first, -second) : words.months(first, second)
    case 'QtrDay':
      return words.quarterDays
    default:
      return frequency
  }
}

/** The terms of an order, instead of the day of one payment. */
export function orderRows(locale: Locale, order: OrderFacts): readonly [string, HtmlValue, string?][] {
  const messages = messagesIn(locale).payment.order
  const { frequency, firstAt, recurringAt, finalAt, payments, recurring, final } = order
  const end: Html | string = payments
    ? messages.inAll(payments)
    : finalAt === undefined
      ? messages.noEnd
      : day(locale, finalAt)
  return [
    [messages.often, frequencyInWords(locale, frequency)],
    [messages.first, day(locale, firstAt)],
    [messages.second, recurringAt !== undefined && day(locale, recurringAt)],
    [messages.end, end],
    [messages.recurring, recurring && money(recurring)],
    [messages.final, final && money(final)],
  ]
}
