/**
 * Standing orders that a TPP asked for, as they are carried out. Each payment is a payment of its own, which waits for its day;
 * when it was made, or could not be, the next one is put in its place. Decision 0120.
 *
 * @module
 */
import { livesUntil } from '#fixtures/daily-life.js'
import type { OrderPaymentDay } from '#fixtures/standing-order-dates.js'
import type { CounterParty } from '#fixtures/types.js'
import { parseDateTime, paymentFamily } from '#standard/index.js'
import { type CreatedOrder, createdOrders, type OrderPayment } from '../ledger/created-orders.js'
import type { Reader, Transaction } from '../store/store.js'
import { acceptedMinor } from './amounts.js'
import { amountOfPayment, askedAt, paymentOfOrderAfter } from './order-schedule.js'
import { type PaymentRecord, paymentRecords } from './payment.js'
import { debitId } from './payment-entries.js'
import { type PayingBank, schedule } from './payment-jobs.js'
import { futureDatedPlan } from './rails.js'

/** Whether payments of a family are standing orders. */
export const isOrder = ({ family, ofOrder }: Pick<PaymentRecord, 'family' | 'ofOrder'>): boolean =>
  paymentFamily(family).repeats === true && ofOrder === undefined

/**
 * Begins with an order that was kept: its first payment waits for its day, and account information shows it.
 *
 * @param creditor the payee as the books know it
 */
export function beginOrder(
  transaction: Transaction,
  bank: PayingBank,
  order: PaymentRecord,
  creditor: CounterParty,
): void {
  const { initiation, currency, createdAt } = order
  const { FinalPaymentDateTime, FinalPaymentAmount } = initiation
  const first = paymentAfterOf(order, bank, undefined)
  if (!first) throw new Error(`order ${order.paymentId} has no payment`)
  const last = { number: 2, isFinal: true }
  const shown: CreatedOrder = {
    standingOrderId: order.paymentId,
    accountId: order.debtorAccountId,
    frequency: initiation.Frequency ?? '',
    ...(initiation.Reference !== undefined && { reference: initiation.Reference }),
    ...(initiation.NumberOfPayments !== undefined && { numberOfPayments: initiation.NumberOfPayments }),
    currency,
    creditor,
    first: { ...first.shown, at: first.requestedAt },
    ...((FinalPaymentDateTime !== undefined || FinalPaymentAmount !== undefined) && {
      final: {
        ...(FinalPaymentDateTime !== undefined && { at: parseDateTime(FinalPaymentDateTime) }),
        amountMinor: acceptedMinor(amountOfPayment(initiation, last)),
      },
    }),
    createdAt,
  }
  transaction.put(createdOrders, order.paymentId, keepNext(transaction, bank, order, shown, first))
}

/** Goes on after a payment of an order: with the next, if there is one. */
export async function goOnWithOrder(
  transaction: Transaction,
  bank: PayingBank,
  paymentId: string,
  at: number,
): Promise<void> {
  const payment = await transaction.get(paymentRecords, paymentId)
  if (!payment?.ofOrder) throw new Error(`there is no payment ${paymentId} of an order`)
  const { ofOrder } = payment
  const order = await transaction.get(paymentRecords, ofOrder.orderId)
  const shown = await transaction.get(createdOrders, ofOrder.orderId)
  if (!order || !shown) throw new Error(`there is no order ${ofOrder.orderId}`)
  const { next: _, ...rest } = shown
  const isPaid = !payment.steps.some(({ status }) => status === 'Rejected')
  const paid: CreatedOrder = { ...rest, ...(isPaid && { last: { at, amountMinor: payment.amountMinor } }) }
  const next = paymentAfterOf(order, bank, ofOrder)
  transaction.put(createdOrders, ofOrder.orderId, keepNext(transaction, bank, order, paid, next))
}

/** The payments of an order that have begun, the oldest first. */
export async function paymentsOfOrder(reader: Reader, orderId: string): Promise<readonly PaymentRecord[]> {
  const all = await reader.find(paymentRecords, 'orderId', orderId)
  return all
    .filter(({ steps }) => steps.length > 0)
    .sort((one, other) => (one.ofOrder?.number ?? 0) - (other.ofOrder?.number ?? 0))
}

interface Next {
  readonly due: OrderPaymentDay
  readonly plan: { readonly executionAt: number; readonly settlementAt: number }
  readonly requestedAt: number
  readonly shown: OrderPayment
}

/** The payment of an order after one, as it is planned; none beyond the time that the bank lives after it was asked for. */
function paymentAfterOf(
  order: PaymentRecord,
  bank: PayingBank,
  previous: OrderPaymentDay | undefined,
): Next | undefined {
  const { initiation, rail, transferCurrency: currency = order.currency } = order
  const due = paymentOfOrderAfter(initiation, previous, bank.paymentSettings)
  if (!due) return undefined
  const requestedAt = askedAt(initiation, due)
  if (requestedAt >= livesUntil(order.createdAt)) return undefined
  const isFirst = due.number === 1
  // the hour of the bank counts for all but the first, whose instant the TPP has named
  const plan = isFirst
    ? { executionAt: order.expectedExecutionAt, settlementAt: order.expectedSettlementAt }
    : futureDatedPlan(rail, { requestedAt, receivedAt: 0 }, bank.paymentSettings, { currency, isUrgent: false })
  const amountMinor = acceptedMinor(amountOfPayment(initiation, due))
  return { due, plan, requestedAt, shown: { at: plan.executionAt, amountMinor } }
}

/** Puts a payment in the place of the one before it, and what account information shows. */
function keepNext(
  transaction: Transaction,
  bank: PayingBank,
  order: PaymentRecord,
  shown: CreatedOrder,
  next: Next | undefined,
): CreatedOrder {
  if (!next) return shown
  const paymentId = `${order.paymentId}-${next.due.number}`
  const payment: PaymentRecord = {
    ...order,
    paymentId,
    ofOrder: { orderId: order.paymentId, ...next.due },
    amountMinor: next.shown.amountMinor,
    expectedExecutionAt: next.plan.executionAt,
    expectedSettlementAt: next.plan.settlementAt,
    transactionId: debitId(bank.bank, paymentId),
    steps: [],
  }
  transaction.put(paymentRecords, paymentId, payment)
  schedule(transaction, next.plan.executionAt, { paymentId, work: 'execute' })
  return { ...shown, next: next.shown }
}
