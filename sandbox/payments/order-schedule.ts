/**
 * What a standing order pays, and when: from the fields of its Initiation. FACTS 8.4 and 12.2; decision 0120.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import { type OrderDays, type OrderPaymentDay, paymentAfter } from '#fixtures/standing-order-dates.js'
import { type Amount, parseDateTime } from '#standard/index.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import { isBankDay } from './calendar.js'
import type { RailSettings } from './settings.js'

const dayOf = (dateTime: string) => bankDayOf(parseDateTime(dateTime))

/** How many payments an order has in all; `undefined` where the text is no number of payments. */
export function countOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** The days of an order whose fields were accepted. */
export function orderDaysOf(initiation: PaymentInitiation): OrderDays {
  const { Frequency, FirstPaymentDateTime, RecurringPaymentDateTime, FinalPaymentDateTime, NumberOfPayments } =
    initiation
  if (Frequency === undefined || FirstPaymentDateTime === undefined) throw new Error('the order says no days')
  const payments = NumberOfPayments === undefined ? undefined : countOf(NumberOfPayments)
  return {
    frequency: Frequency,
    first: dayOf(FirstPaymentDateTime),
    ...(RecurringPaymentDateTime !== undefined && { recurring: dayOf(RecurringPaymentDateTime) }),
    ...(FinalPaymentDateTime !== undefined && { final: dayOf(FinalPaymentDateTime) }),
    ...(payments !== undefined && { payments }),
  }
}

/** The payment of an order after one, or its first. Bank holidays are no working days. */
export function paymentOfOrderAfter(
  initiation: PaymentInitiation,
  previous: OrderPaymentDay | undefined,
  settings: Pick<RailSettings, 'bankHolidays'>,
): OrderPaymentDay | undefined {
  return paymentAfter(orderDaysOf(initiation), previous, (day) => isBankDay(day, settings))
}

/** What a payment of an order comes to. */
export function amountOfPayment(
  { FirstPaymentAmount, RecurringPaymentAmount, FinalPaymentAmount, InstructedAmount }: PaymentInitiation,
  { number, isFinal }: Pick<OrderPaymentDay, 'number' | 'isFinal'>,
): Amount {
  const first = FirstPaymentAmount ?? InstructedAmount
  const amount = number === 1 ? first : ((isFinal ? FinalPaymentAmount : undefined) ?? RecurringPaymentAmount ?? first)
  if (!amount) throw new Error('the order says no amount')
  return amount
}

/** When a payment is asked for: the first at its instant, the others on their day. */
export function askedAt({ FirstPaymentDateTime = '' }: PaymentInitiation, { number, day }: OrderPaymentDay): number {
  return number === 1 ? parseDateTime(FirstPaymentDateTime) : startOfBankDay(day)
}
