import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import { MemoryStore } from '../store/memory-store.js'
import { noSums } from './balances.js'
import {
  balanceAfterPosted,
  balanceAfterSeeded,
  type Ledger,
  type PostedEntry,
  postedEntries,
  sumsAt,
  withEntry,
} from './entries.js'
import { book, type NewEntry, post } from './movements.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const hour = 3_600_000
/** Without what happens every day. */
const bank = { ...buildBank({ seed: 1, now }), laterTransactions: () => [] }
const accountIds = [...bank.accounts.keys()]

function openLedger() {
  const store = new MemoryStore().tenant('main')
  const ledger: Ledger = { bank, store }
  return {
    ledger,
    post: (entry: NewEntry) => store.transact((transaction) => post(transaction, bank, entry)),
    book: (id: string) => store.transact((transaction) => book(transaction, id)),
    all: async (accountId: string) => [
      ...bank.transactions(accountId),
      ...(await store.range(postedEntries, accountId, { order: 'oldest', limit: 1e6 })).map((row) => row.document),
    ],
  }
}

const entry = (parts: Partial<NewEntry>): NewEntry => ({
  transactionId: 'new-1',
  accountId: accountIds[0] as string,
  bookedAt: now + 1000,
  amountMinor: 1000,
  creditDebitIndicator: 'Debit',
  status: 'Booked',
  information: 'posted',
  ...parts,
})

/** What the entries say, one by one. */
const summed = (rows: readonly NewEntry[], at: number) =>
  rows.filter(({ bookedAt }) => bookedAt <= at).reduce(withEntry, noSums)

test('at any moment, the sums of every account are those of its entries', async () => {
  const { ledger, all } = openLedger()

  for (const accountId of accountIds) {
    for (const at of [0, now - 300 * 24 * hour, now - 40 * hour, now - 1, now, now + 1]) {
      expect(await sumsAt(ledger, accountId, at, now)).toEqual(summed(await all(accountId), at))
    }
  }
})

test('an account without entries has a balance of zero', async () => {
  const { ledger } = openLedger()

  expect(await sumsAt(ledger, 'nobody', now)).toEqual(noSums)
})

const posted = fc.record({
  bookedAt: fc.integer({ min: now - 60 * 24 * hour, max: now + 2 * hour }).map((at) => at - (at % hour)),
  amountMinor: fc.integer({ min: 0, max: 100_000 }),
  creditDebitIndicator: fc.constantFrom('Credit' as const, 'Debit' as const),
  status: fc.constantFrom('Booked' as const, 'Pending' as const),
  isBookedLater: fc.boolean(),
})

test('whatever is posted and booked in whatever order, balances and what entries left add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(posted, { maxLength: 30 }), fc.constantFrom(...accountIds), async (drawn, accountId) => {
      const { ledger, post, book, all } = openLedger()
      for (const [index, { isBookedLater: _, ...parts }] of drawn.entries()) {
        await post(entry({ ...parts, accountId, transactionId: `p${index}` }))
      }
      for (const [index, { status, isBookedLater }] of drawn.entries()) {
        if (status === 'Pending' && isBookedLater) await book(`p${index}`)
      }
      const rows = await all(accountId)
      for (const at of [now - 30 * 24 * hour, now - hour, now, now + 3 * hour]) {
        expect(await sumsAt(ledger, accountId, at, now)).toEqual(summed(rows, at))
      }
      for (const row of await ledger.store.range(postedEntries, accountId, { order: 'oldest', limit: 1000 })) {
        const { document } = row
        expect(document).not.toHaveProperty('balanceAfterMinor')
        if (document.status === 'Booked') {
          const older = rows.filter(
            (each) =>
              each.bookedAt < row.at ||
              (each.bookedAt === row.at && (!/^p\d+$/.test(each.transactionId) || each.transactionId <= row.id)),
          )
          expect(await balanceAfterPosted(ledger, document, now)).toBe(older.reduce(withEntry, noSums).bookedMinor)
        }
      }
      const opening = bank.transactions(accountId)
      for (const row of opening.slice(0, 40)) {
        const older = [
          ...opening.slice(opening.indexOf(row)),
          ...rows.filter((each) => 'movementId' in each && each.bookedAt < row.bookedAt),
        ]
        expect(await balanceAfterSeeded(ledger, row, now)).toBe(older.reduce(withEntry, noSums).bookedMinor)
      }
    }),
    { numRuns: 60 },
  )
})

describe('booking', () => {
  test('keeps id and place, moves what newer entries left, and rewrites none of them', async () => {
    const { ledger, post, book } = openLedger()
    const newer = () => ledger.store.get(postedEntries, 'newer') as PostedEntry
    const left = () => balanceAfterPosted(ledger, newer(), now)
    await post(entry({ transactionId: 'pending', status: 'Pending' }))
    await post(entry({ transactionId: 'newer', bookedAt: now + 2000 }))
    const [before, row] = [await left(), newer()]

    await book('pending')

    expect(await ledger.store.get(postedEntries, 'pending')).toMatchObject({ status: 'Booked', bookedAt: now + 1000 })
    expect(await left()).toBe(before - 1000)
    expect(newer()).toBe(row)
  })

  test.each(['unknown', 'booked'])('refuses an entry that is %s', async (id) => {
    const { post, book } = openLedger()
    await post(entry({ transactionId: 'booked' }))

    await expect(book(id)).rejects.toThrow(`no pending entry ${id}`)
  })
})
