/**
 * Standing orders pay when they are due, and move on. One that the account cannot pay is passed over, and tried again on its
 * next date (decision 0086).
 *
 * @module
 */
import { setImmediate as nextIteration } from 'node:timers/promises'
import { livesUntil } from '#fixtures/daily-life.js'
import { codesOf } from '#fixtures/payment-methods.js'
import { opaqueId } from '#fixtures/seeded.js'
import { dueAfter } from '#fixtures/standing-order-dates.js'
import type { FixtureBank, FixtureStandingOrder } from '#fixtures/types.js'
import { dueJobs, type Workers } from '../clock/due-work.js'
import { collection } from '../store/collection.js'
import type { TenantStore, Transaction } from '../store/store.js'
import { availableMinorAt } from './entries.js'
import { post } from './movements.js'

const kind = 'payStandingOrders'

/** The one job is the next date of any order. */
const jobId = kind

/** What has become of an order since the bank was opened. */
export interface StandingOrderState {
  /** When it last paid. */
  readonly lastAt: number
}

/** By the id of the order; those that have paid. */
export const standingOrderStates = collection<StandingOrderState>('standingOrders')

/** How far the orders of the bank have been carried out. */
export const standingOrderRuns = collection<{ readonly doneUntil: number }>('standingOrderRuns')

const runId = 'orders'

function ordersOf(bank: FixtureBank): readonly FixtureStandingOrder[] {
  return [...bank.accounts.keys()]
    .flatMap((accountId) => bank.standingOrders(accountId))
    .filter(({ nextAt }) => nextAt !== undefined)
}

/** Schedules the first date of any order, when the bank is opened for the first time. */
export async function startStandingOrders(store: TenantStore, bank: FixtureBank, openedAt: number): Promise<void> {
  if (await store.get(standingOrderRuns, runId)) return
  await store.transact(
    async (transaction) => {
      if (await transaction.get(standingOrderRuns, runId)) return
      const dates = ordersOf(bank).flatMap((order) => dueAfter(order, openedAt) ?? [])
      goOn(transaction, openedAt, Math.min(...dates), openedAt)
    },
    { on: kind },
  )
}

/** The workers that carry out the orders of a bank. */
export function standingOrderWorkers(bank: FixtureBank, openedAt: number): Workers {
  /** The next date of each order after an instant: that up to which they were carried out last. */
  let known: { readonly after: number; readonly dates: ReadonlyMap<FixtureStandingOrder, number> } | undefined
  const dateAfter = (order: FixtureStandingOrder, at: number) => dueAfter(order, at) ?? Number.POSITIVE_INFINITY
  return {
    [kind]: async ({ dueAt }, transaction) => {
      const doneUntil = (await transaction.get(standingOrderRuns, runId))?.doneUntil ?? openedAt
      const isKnown = known?.after === doneUntil
      const dates = new Map(
        isKnown ? known?.dates : ordersOf(bank).map((order) => [order, dateAfter(order, doneUntil)] as const),
      )
      for (const [order, date] of dates) {
        if (date !== dueAt) continue
        await pay(transaction, bank, order, dueAt)
        // the rows of its account may have been made for it
        await nextIteration()
        dates.set(order, dateAfter(order, dueAt))
      }
      known = { after: dueAt, dates }
      goOn(transaction, dueAt, Math.min(...dates.values()), openedAt)
    },
  }
}

/** Schedules the next date, unless it is beyond the bank's life or there is none. */
function goOn(transaction: Transaction, doneUntil: number, dueAt: number, openedAt: number): void {
  transaction.put(standingOrderRuns, runId, { doneUntil })
  if (dueAt < livesUntil(openedAt)) transaction.put(dueJobs, jobId, { kind, dueAt, about: {} })
}

async function pay(transaction: Transaction, bank: FixtureBank, order: FixtureStandingOrder, at: number) {
  const account = bank.accounts.get(order.accountId)
  if (account?.status !== 'Enabled') return
  if ((await availableMinorAt({ bank, store: transaction }, account, at)) < order.amountMinor) return
  post(
    transaction,
    bank,
    {
      transactionId: opaqueId(bank.seed, ['standing order', order.standingOrderId, at]),
      accountId: order.accountId,
      bookedAt: at,
      status: 'Booked',
      amountMinor: order.amountMinor,
      creditDebitIndicator: 'Debit',
      information: `Standing order, ${order.creditor.name}`,
      ...(order.reference !== undefined && { reference: order.reference }),
      ...codesOf('standingOrder'),
      counterParty: order.creditor,
    },
    'correspondents',
  )
  transaction.put(standingOrderStates, order.standingOrderId, { lastAt: at })
}
