import { expect, test } from 'vitest'
import { openReader } from '../testing/account-reads.js'
import { openTestBank, testNow } from '../testing/test-bank.js'
import { bookAt } from './due-bookings.js'
import { book, post } from './movements.js'

const hour = 3_600_000

async function openWithPending() {
  const bank = await openTestBank({ system: { now: () => testNow } })
  const accountId = bank.tenant.bank.psus[0]?.accountIds[0] as string
  await bank.tenant.store.transact((transaction) => {
    post(transaction, bank.tenant.bank, {
      transactionId: 'card-payment',
      accountId,
      bookedAt: testNow,
      amountMinor: 12_500,
      creditDebitIndicator: 'Debit',
      status: 'Pending',
      information: 'Card payment',
    })
    bookAt(transaction, 'card-payment', testNow + 2 * hour)
  })
  const reader = await openReader(bank)
  const posted = async () => {
    const { Data } = await reader.read(`/accounts/${accountId}/transactions`)
    const row = Data.Transaction?.find(({ TransactionId }) => TransactionId === 'card-payment')
    return { id: row?.TransactionId, status: row?.Status, at: row?.BookingDateTime }
  }
  const booked = async () => {
    const { Data } = await reader.read(`/accounts/${accountId}/balances`)
    const balance = Data.Balance?.find(({ Type }) => Type === 'InterimBooked')
    const { Amount } = (balance?.Amount ?? {}) as { Amount?: string }
    return Number(Amount)
  }
  return { bank, posted, booked }
}

test('a TPP reads a pending entry as Booked, in its place, once the clock has passed the instant it is due', async () => {
  const { bank, posted, booked } = await openWithPending()
  const before = await posted()
  const bookedBefore = await booked()
  await bank.advance(2 * hour - 1)

  expect([before.id, before.status, (await posted()).status]).toEqual(['card-payment', 'Pending', 'Pending'])
  await bank.advance(1)
  expect(await posted()).toEqual({ ...before, status: 'Booked' })
  expect(await booked()).toBeCloseTo(bookedBefore - 12.5, 3)
  await bank.close()
})

test('what was booked by hand before it was due is left as it is', async () => {
  const { bank, posted } = await openWithPending()
  await bank.tenant.store.transact((transaction) => book(transaction, 'card-payment'))
  await bank.advance(3 * hour)

  expect((await posted()).status).toBe('Booked')
  expect(bank.log).toEqual([])
  await bank.close()
})
