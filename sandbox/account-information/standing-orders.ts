/**
 * The two reads of standing orders (1.0.0). FACTS 7.6.
 *
 * @module
 */
import type { FixtureAccount, FixtureStandingOrder } from '#fixtures/types.js'
import type { StandingOrder } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { toAmount } from '../ledger/money.js'
import { readsOfAccounts } from './accounts.js'
import { listAnswer, listQueryProblems } from './list-answer.js'
import { creditorOf } from './payees.js'
import { type View, viewOf } from './view.js'

const reads = readsOfAccounts(listQueryProblems, answer)

export const standingOrderHandlers: Readonly<
  Record<'getAccountStandingOrders' | 'getStandingOrders', OperationHandler>
> = {
  getAccountStandingOrders: reads.ofOne,
  getStandingOrders: reads.ofAll,
}

function answer(exchange: Exchange, accounts: readonly FixtureAccount[]) {
  const view = viewOf(exchange, 'ReadStandingOrdersDetail')
  const orders = accounts.flatMap(({ accountId, currency }) =>
    exchange.tenant.bank.standingOrders(accountId).map((order) => toStandingOrderPayload(order, currency, view)),
  )
  return listAnswer(exchange, 'StandingOrder', orders)
}

/** A standing order in the currency of its account: without Detail, the payee's account and bank are absent. */
export function toStandingOrderPayload(
  order: FixtureStandingOrder,
  currency: string,
  { version, detail }: View,
): StandingOrder {
  const amount = toAmount(order.amountMinor, currency)
  const payment = (name: 'First' | 'Next' | 'Last' | 'Final', at: number | undefined) =>
    at === undefined ? {} : { [`${name}PaymentDateTime`]: toDateTime(at), [`${name}PaymentAmount`]: amount }
  return {
    AccountId: order.accountId,
    StandingOrderId: order.standingOrderId,
    Frequency: order.frequency,
    ...(order.reference !== undefined && { Reference: order.reference }),
    ...payment('First', order.firstAt),
    ...payment('Next', order.nextAt),
    ...payment('Last', order.lastAt),
    ...payment('Final', order.finalAt),
    ...(order.numberOfPayments !== undefined && { NumberOfPayments: String(order.numberOfPayments) }),
    StandingOrderStatusCode: order.isActive ? 'Active' : 'Inactive',
    ...(detail && creditorOf(order.creditor, version)),
  } as StandingOrder
}
