/**
 * The one table of standing orders: those that the accounts were opened with, and those that were asked for since.
 *
 * @module
 */
import { standingOrderAt } from '#fixtures/standing-order-dates.js'
import type { CounterParty, FixtureBank } from '#fixtures/types.js'
import type { Collection } from '../store/collection.js'
import type { Reader } from '../store/store.js'
import { standingOrderStates } from './standing-orders.js'

/** One payment of an order. */
export interface OrderPayment {
  readonly at: number
  /** Minor units of the currency of the order. */
  readonly amountMinor: number
}

/** A standing order as it stands. */
export interface StandingOrderRow {
  readonly standingOrderId: string
  readonly accountId: string
  readonly frequency: string
  readonly reference?: string
  readonly numberOfPayments?: string
  readonly currency: string
  readonly creditor: CounterParty
  readonly first: OrderPayment
  /** What is paid next; none after the last payment. */
  readonly next?: OrderPayment
  /** What was paid last. */
  readonly last?: OrderPayment
  /** The last payment there will be; of an order that ends by a number, the amount alone. */
  readonly final?: Partial<OrderPayment>
}

/** An order that was asked for. Whoever carries it out keeps it up to date. */
export interface CreatedOrder extends StandingOrderRow {
  readonly createdAt: number
}

export const createdOrders: Collection<CreatedOrder, 'accountId'> = {
  name: 'createdStandingOrders',
  indexes: { accountId: ({ accountId }) => accountId },
}

/** The orders of an account as they stand, the oldest first. */
export async function standingOrdersOf(
  { bank, store }: { readonly bank: FixtureBank; readonly store: Reader },
  accountId: string,
  at: number,
): Promise<readonly StandingOrderRow[]> {
  const created = await store.find(createdOrders, 'accountId', accountId)
  return [
    ...(await seededOrders(bank, store, accountId, at)),
    ...[...created].sort(
      (one, other) => one.createdAt - other.createdAt || (one.standingOrderId < other.standingOrderId ? -1 : 1),
    ),
  ]
}

async function seededOrders(
  bank: FixtureBank,
  store: Reader,
  accountId: string,
  at: number,
): Promise<StandingOrderRow[]> {
  const seeded = bank.standingOrders(accountId)
  const currency = bank.accounts.get(accountId)?.currency ?? 'BHD'
  const states = await Promise.all(seeded.map(({ standingOrderId }) => store.get(standingOrderStates, standingOrderId)))
  return seeded.map((asOpened, index) => {
    const {
      firstAt,
      nextAt,
      lastAt,
      finalAt,
      numberOfPayments,
      amountMinor,
      isActive: _,
      ...order
    } = standingOrderAt(asOpened, at, states[index]?.lastAt)
    const payment = <Name extends string>(name: Name, on: number | undefined) =>
      on === undefined ? {} : ({ [name]: { at: on, amountMinor } } as Record<Name, OrderPayment>)
    return {
      ...order,
      currency,
      first: { at: firstAt, amountMinor },
      ...payment('next', nextAt),
      ...payment('last', lastAt),
      ...payment('final', finalAt),
      ...(numberOfPayments !== undefined && { numberOfPayments: String(numberOfPayments) }),
    }
  })
}
