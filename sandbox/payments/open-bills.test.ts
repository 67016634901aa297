import { expect, test } from 'vitest'
import type { Reader } from '../store/store.js'
import { firstOpenBill } from './open-bills.js'

/** A store in which these bills have been paid. */
const paying = (isPaid: (id: string) => boolean) =>
  ({ get: async (_: unknown, id: string) => (isPaid(id) ? { paymentId: 'p', at: 0 } : undefined) }) as unknown as Reader

const power = { iban: 'BH06DEMOBILLER00000001', name: 'Northern Power and Water' }

test('is the first bill of a new bank', async () => {
  expect(await firstOpenBill(paying(() => false))).toEqual({ ...power, number: 'NPW-1000', amount: '12.500' })
})

test('is the next one after a bill was paid', async () => {
  const paid = [`${power.iban} NPW-1000`, `${power.iban} NPW-1001`]

  expect(await firstOpenBill(paying((id) => paid.includes(id)))).toMatchObject({ number: 'NPW-1002', amount: '12.750' })
})

test('is one of the next biller when all of the first are paid, and none when all are', async () => {
  expect(await firstOpenBill(paying((id) => id.startsWith(power.iban)))).toMatchObject({ number: 'CWT-1000' })
  expect(await firstOpenBill(paying(() => true))).toBeUndefined()
})
