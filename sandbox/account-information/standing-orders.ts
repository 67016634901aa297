/**
 * The two reads of standing orders (1.0.0). FACTS 7.6.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import type { StandingOrder } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { type OrderPayment, type StandingOrderRow, standingOrdersOf } from '../ledger/created-orders.js'
import { toAmount } from '../ledger/money.js'
import { listAnswer, listQueryProblems } from './list-answer.js'
import { creditorOf } from './payees.js'
import { readsOfAccounts, type View, viewOf } from './visibility.js'

const reads = readsOfAccounts(listQueryProblems, answer)

export const standingOrderHandlers: Readonly<
  Record<'getAccountStandingOrders' | 'getStandingOrders', OperationHandler>
> = {
  getAccountStandingOrders: reads.ofOne,
  getStandingOrders: reads.ofAll,
}

async function answer(exchange: Exchange, accounts: readonly FixtureAccount[]) {
  const view = viewOf(exchange, 'ReadStandingOrdersDetail')
  const { tenant } = exchange
  const found = await Promise.all(
    accounts.map(({ accountId }) => standingOrdersOf(tenant, accountId, tenant.clock.now())),
  )
  const orders = found.flat().map((order) => toStandingOrderPayload(order, view))
  return listAnswer(exchange, 'StandingOrder', orders)
}

/** A standing order: without Detail, the payee's account and bank are absent. */
function toStandingOrderPayload(order: StandingOrderRow, { version, detail }: View): StandingOrder {
  const payment = (name: 'First' | 'Next' | 'Last' | 'Final', made: Partial<OrderPayment> | undefined) => ({
    ...(made?.at !== undefined && { [`${name}PaymentDateTime`]: toDateTime(made.at) }),
    ...(made?.amountMinor !== undefined && { [`${name}PaymentAmount`]: toAmount(made.amountMinor, order.currency) }),
  })
  return {
    AccountId: order.accountId,
    StandingOrderId: order.standingOrderId,
    Frequency: order.frequency,
    ...(order.reference !== undefined && { Reference: order.reference }),
    ...payment('First', order.first),
    ...payment('Next', order.next),
    ...payment('Last', order.last),
    ...payment('Final', order.final),
    ...(order.numberOfPayments !== undefined && { NumberOfPayments: order.numberOfPayments }),
    StandingOrderStatusCode: order.next ? 'Active' : 'Inactive',
    ...(detail && creditorOf(order.creditor, version)),
  } as StandingOrder
}
