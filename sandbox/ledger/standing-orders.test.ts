import { afterEach, describe, expect, test } from 'vitest'
import { bankDayOf } from '#fixtures/calendar.js'
import { standingOrderAt } from '#fixtures/standing-order-dates.js'
import type { FixtureStandingOrder } from '#fixtures/types.js'
import { dueJobs } from '../clock/due-work.js'
import { openReader } from '../testing/account-reads.js'
import { openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { postedEntries } from './entries.js'
import { totalMinor } from './internal-accounts.js'
import { post } from './movements.js'
import { standingOrderStates } from './standing-orders.js'

const day = 86_400_000

let bank: TestBank
afterEach(() => bank.close())

const open = async () => {
  bank = await openTestBank({ system: { now: () => testNow } })
  return bank
}

const orders = () => {
  const { accounts, standingOrders } = bank.tenant.bank
  return [...accounts.keys()].flatMap(standingOrders)
}

const monthly = () =>
  orders().find(({ frequency, nextAt, finalAt }) => frequency.startsWith('IntrvlMnthDay:01') && nextAt && !finalAt)

/** What an order has paid, oldest first. */
async function paid({ accountId, creditor }: FixtureStandingOrder) {
  const rows = await bank.tenant.store.range(postedEntries, accountId, { order: 'oldest', limit: 10_000 })
  return rows.map(({ document }) => document).filter((row) => row.counterParty?.iban === creditor.iban)
}

async function takeAllFrom(accountId: string): Promise<void> {
  await bank.tenant.store.transact((transaction) =>
    post(transaction, bank.tenant.bank, {
      transactionId: 'all',
      accountId,
      bookedAt: bank.tenant.clock.now(),
      amountMinor: 500_000_000,
      creditDebitIndicator: 'Debit',
      status: 'Booked',
      information: 'all',
    }),
  )
}

test('an order pays on its date, from its account to its payee, and moves on to its next', async () => {
  await open()
  const order = monthly() as FixtureStandingOrder
  await bank.advance((order.nextAt as number) - testNow - 1)
  expect(await paid(order)).toEqual([])
  await bank.advance(1)

  expect(await paid(order)).toMatchObject([
    {
      bookedAt: order.nextAt,
      status: 'Booked',
      amountMinor: order.amountMinor,
      creditDebitIndicator: 'Debit',
      counterParty: order.creditor,
      proprietaryCode: { code: 'STANDINGORDER' },
    },
  ])
  expect(await totalMinor(bank.tenant, 'BHD', bank.tenant.clock.now())).toBe(0)
  const { lastAt } = (await bank.tenant.store.get(standingOrderStates, order.standingOrderId)) ?? {}
  expect(lastAt).toBe(order.nextAt)
})

test('an order that the account cannot pay is passed over, and pays again on a later date with money', async () => {
  await open()
  const order = monthly() as FixtureStandingOrder
  await takeAllFrom(order.accountId)
  await bank.advance((order.nextAt as number) - testNow)
  expect(await paid(order)).toEqual([])
  await bank.tenant.store.transact((transaction) => transaction.delete(postedEntries, 'all'))
  await bank.advance(32 * day)

  expect((await paid(order)).map(({ bookedAt }) => bookedAt > (order.nextAt as number))).toEqual([true])
})

test('an order that ends pays on its last date, and is Inactive then', async () => {
  await open()
  const ending = orders().find(({ nextAt, finalAt, frequency }) => nextAt && finalAt && frequency !== 'EvryDay')
  const order = ending as FixtureStandingOrder
  const finalAt = order.finalAt as number
  await bank.advance(finalAt - testNow + 400 * day)
  const dates = (await paid(order)).map(({ bookedAt }) => bookedAt)

  expect(dates.at(0)).toBe(order.nextAt)
  expect(dates.at(-1)).toBe(finalAt)
  const now = bank.tenant.clock.now()
  expect(standingOrderAt(order, now, finalAt)).toMatchObject({ isActive: false, lastAt: finalAt })
  expect(standingOrderAt(order, now, finalAt)).not.toHaveProperty('nextAt')
})

describe('rows are the same and there once,', () => {
  const rowsOfAll = async () => {
    const all = await Promise.all(orders().map(paid))
    return all.flat().map(({ transactionId, bookedAt }) => `${bookedAt} ${transactionId}`)
  }

  test('however often the clock was moved in between', async () => {
    await open()
    for (let step = 0; step < 20; step += 1) await bank.advance(5 * day)
    const inSteps = await rowsOfAll()
    await bank.close()
    await open()
    await bank.advance(100 * day)

    expect(await rowsOfAll()).toEqual(inSteps)
    expect(inSteps.length).toBeGreaterThan(100)
  })

  test('after another start on the same store, and after the clock went back and forth', async () => {
    await open()
    await bank.advance(60 * day)
    const before = await rowsOfAll()
    await bank.advance(-60 * day)
    await bank.advance(60 * day)
    const again = await openTestBank({ store: bank.store, system: { now: () => testNow } })

    expect(await rowsOfAll()).toEqual(before)
    expect((await again.tenant.store.all(dueJobs)).filter(({ kind }) => kind === 'payStandingOrders')).toHaveLength(1)
  })
})

test('a TPP reads the next date of an order, and the last one on which it paid', async () => {
  await open()
  const { read } = await openReader(bank)
  const [psu] = bank.tenant.bank.psus
  const order = orders().find(({ accountId }) => psu?.accountIds.includes(accountId)) as FixtureStandingOrder
  await bank.advance(45 * day)
  const { Data } = await read('/standing-orders')
  const row = (Data as { StandingOrder?: Record<string, string>[] }).StandingOrder?.[0]
  const now = bank.tenant.clock.now()

  expect(Date.parse(String(row?.NextPaymentDateTime))).toBeGreaterThan(now)
  expect(bankDayOf(Date.parse(String(row?.LastPaymentDateTime)))).toBeGreaterThan(bankDayOf(testNow))
  expect((await paid(order)).at(-1)?.bookedAt).toBe(Date.parse(String(row?.LastPaymentDateTime)))
})
