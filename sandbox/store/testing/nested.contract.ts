/**
 * Parts of a transaction that fail alone, and documents of an older form.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { type Collection, collection } from '../collection.js'
import type { Transaction } from '../store.js'
import { boxes, entries, jobs, numbers } from './collections.js'
import type { StoreUnderTest } from './store.contract.js'

const entry = (bookedAt: number, amountMinor: number) => ({ accountId: 'a', bookedAt, amountMinor })

export function describeNested(subject: StoreUnderTest): void {
  const main = () => subject.store().tenant('main')

  describe('a part of a transaction', () => {
    /** One part that is kept, one that fails, and one after it. */
    async function parts(transaction: Transaction, zeroth = 0) {
      transaction.put(numbers, 'before', { number: 1 })
      transaction.put(entries, 'first', entry(1, 5))
      await transaction.nested((part) => {
        part.put(entries, 'second', entry(2, 7))
        part.delete(numbers, 'before')
      })
      const failed = transaction.nested(async (part) => {
        part.put(entries, 'third', entry(3, 100))
        part.delete(entries, 'first')
        expect(await part.sum(entries, 'a', 'all')).toBe(zeroth + 107)
        throw new Error('it went wrong')
      })
      await expect(failed).rejects.toThrow('it went wrong')
      return transaction.nested(async (part) => {
        part.put(entries, 'fourth', entry(4, 11))
        const rows = await part.range(entries, 'a', { order: 'newest', limit: 10 })
        const [sum, count, number] = await Promise.all([
          part.sum(entries, 'a', 'all'),
          part.count(entries, 'a', { from: 2 }),
          part.get(numbers, 'before'),
        ])
        return { ids: rows.map(({ id }) => id), sum, count, number }
      })
    }

    test('is kept with it, and when it fails, nothing of it is, and the rest goes on', async () => {
      await main().transact((transaction) => transaction.put(entries, 'zeroth', entry(0, 1)))
      const seen = await main().transact((transaction) => parts(transaction, 1))
      const rows = await main().range(entries, 'a', { order: 'oldest', limit: 10 })

      expect(seen).toEqual({ ids: ['fourth', 'second', 'first', 'zeroth'], sum: 24, count: 2, number: undefined })
      expect(rows.map(({ id }) => id)).toEqual(['zeroth', 'first', 'second', 'fourth'])
      expect(await main().get(numbers, 'before')).toBeUndefined()
    })

    test('is not kept where the transaction fails', async () => {
      const failed = main().transact(async (transaction) => {
        await parts(transaction)
        throw new Error('after all')
      })

      await expect(failed).rejects.toThrow('after all')
      expect(await main().count(entries, 'a')).toBe(0)
    })

    test('claims what the parts before it have left', async () => {
      const job = (dueAt: number) => ({ kind: 'test', dueAt, about: null })
      await main().transact((transaction) => {
        for (const at of [1, 2, 3]) transaction.put(jobs, `job ${at}`, job(at))
      })
      const done: string[] = []
      await main().transact(async (transaction) => {
        for (;;) {
          const [row] = await transaction.claim(jobs, 'due', { to: 9, limit: 1 })
          if (!row) return
          done.push(row.id)
          await transaction.nested((part) => {
            part.delete(jobs, row.id)
            if (row.id === 'job 1') part.put(jobs, 'of job 1', job(2.5))
          })
        }
      })

      expect(done).toEqual(['job 1', 'job 2', 'of job 1', 'job 3'])
      expect(await main().all(jobs)).toEqual([])
    })
  })

  test('gives documents of an older form in today’s, and finds them by it', async () => {
    if (!subject.engine.isDurable) return
    const older: Collection<{ readonly centimetres: number }> = collection(boxes.name)
    await main().transact((transaction) => {
      transaction.put(older, 'old', { centimetres: 12 })
      transaction.put(older, 'left', { centimetres: 3 })
    })
    await subject.reopen()
    await main().transact((transaction) => transaction.put(boxes, 'new', { millimetres: 40 }))
    const store = (await subject.reopen()).tenant('main')

    expect(await store.get(boxes, 'old')).toEqual({ millimetres: 120 })
    expect((await store.all(boxes)).map(({ millimetres }) => millimetres).toSorted((a, b) => a - b)).toEqual([
      30, 40, 120,
    ])
    const seen = await store.transact(async (transaction) => {
      const old = await transaction.get(boxes, 'old')
      transaction.put(boxes, 'old', { millimetres: 1 + (old?.millimetres ?? 0) })
      return transaction.get(boxes, 'left')
    })
    expect(seen).toEqual({ millimetres: 30 })
    expect(await store.find(boxes, 'width', '121')).toEqual([{ millimetres: 121 }])
  })
}
