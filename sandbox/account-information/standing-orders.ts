/**
 * The two reads of standing orders (1.0.0). FACTS 7.6.
 *
 * @module
 */
import { standingOrderAt } from '#fixtures/standing-order-dates.js'
import type { FixtureAccount, FixtureStandingOrder } from '#fixtures/types.js'
import type { StandingOrder } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { toAmount } from '../ledger/money.js'
import { standingOrderStates } from '../ledger/standing-orders.js'
import type { Tenant } from '../tenants/tenant.js'
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
  const found = await Promise.all(accounts.map(({ accountId }) => ordersNow(exchange.tenant, accountId)))
  const orders = found.flatMap((ofAccount, index) =>
    ofAccount.map((order) => toStandingOrderPayload(order, accounts[index]?.currency as string, view)),
  )
  return listAnswer(exchange, 'StandingOrder', orders)
}

/** The orders of an account now, by the bank's clock. */
async function ordersNow({ bank, store, clock }: Tenant, accountId: string): Promise<FixtureStandingOrder[]> {
  const orders = bank.standingOrders(accountId)
  const states = await Promise.all(orders.map(({ standingOrderId }) => store.get(standingOrderStates, standingOrderId)))
  return orders.map((order, index) => standingOrderAt(order, clock.now(), states[index]?.lastAt))
}

/** A standing order in the currency of its account: without Detail, the payee's account and bank are absent. */
function toStandingOrderPayload(
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
