/**
 * What a store promises when many use it at the same time.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Store, TenantStore, Transaction } from '../store.js'
import type { Bench } from './store.contract.js'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

const put = (transaction: Transaction, id: string, value: unknown) => transaction.put('secrets', id, { value })

const numberOf = async (reader: TenantStore | Transaction, id: string) =>
  Number((await reader.get('secrets', id))?.value ?? 0)

const row = (at: number) => ({ accountId: 'acc', bookedAt: at }) as never

const consent = (grantId: string) => ({ grantId }) as never

export function describeIsolation(bench: Bench): void {
  /** The store as three processes have it. */
  const processes = async (): Promise<Store[]> => [bench.store(), await bench.another(), await bench.another()]

  test.each([
    ['without a name', {}],
    ['under one name', { on: 'the counter' }],
  ])('loses none of 200 parallel increments %s', async (_, options) => {
    const stores = await processes()
    const increment = (store: Store) =>
      store.tenant('main').transact(async (transaction) => {
        const before = await numberOf(transaction, 'counter')
        put(transaction, 'counter', before + 1)
        return before
      }, options)

    const seen = await Promise.all(times(200, (index) => increment(stores[index % 3] as Store)))

    expect(seen.sort((a, b) => a - b)).toEqual(times(200, (index) => index))
    expect(await numberOf(bench.store().tenant('main'), 'counter')).toBe(200)
  })

  test('keeps transactions of different tenants apart while they run side by side', async () => {
    const store = bench.store()
    await Promise.all(
      times(60, (index) =>
        store.tenant(`tenant ${index % 6}`).transact(async (transaction) => {
          put(transaction, 'counter', (await numberOf(transaction, 'counter')) + 1)
        }),
      ),
    )

    for (const index of times(6, (each) => each)) {
      expect(await numberOf(store.tenant(`tenant ${index}`), 'counter')).toBe(10)
    }
  })

  test('lets no two transactions each rest on what the other changes', async () => {
    const stores = await processes()
    const store = bench.store().tenant('main')
    for (const round of times(10, (index) => index)) {
      const [a, b] = [`a${round}`, `b${round}`] as const
      await store.transact((transaction) => {
        for (const doctor of [a, b]) put(transaction, doctor, 1)
      })
      // On call are two; one may leave if the other stays.
      const leave = (index: number, doctor: string) =>
        (stores[index] as Store).tenant('main').transact(async (transaction) => {
          const onCall = (await numberOf(transaction, a)) + (await numberOf(transaction, b))
          if (onCall > 1) put(transaction, doctor, 0)
        })
      await Promise.all([leave(0, a), leave(1, b), leave(2, a)])

      expect((await numberOf(store, a)) + (await numberOf(store, b)), `round ${round}`).toBe(1)
    }
  })

  test.each<[string, (transaction: Transaction) => Promise<number>, (transaction: Transaction, id: string) => void]>([
    [
      'find',
      async (transaction) => (await transaction.find('consents', 'grantId', 'g')).length,
      (transaction, id) => transaction.put('consents', id, consent('g')),
    ],
    [
      'all',
      async (transaction) => (await transaction.all('secrets')).length,
      (transaction, id) => put(transaction, id, 1),
    ],
    [
      'count',
      async (transaction) => transaction.count('transactions', 'acc', { from: 5, to: 500_000 }),
      (transaction, id) => transaction.put('transactions', id, row(400_000)),
    ],
    [
      'range',
      async (transaction) => (await transaction.range('transactions', 'acc', { order: 'newest', limit: 5 })).length,
      (transaction, id) => transaction.put('transactions', id, row(7)),
    ],
  ])('lets one of 20 put the first, each having asked by %s whether there is one', async (_, count, putOne) => {
    const stores = await processes()

    const firsts = await Promise.all(
      times(20, (index) =>
        (stores[index % 3] as Store).tenant('main').transact(async (transaction) => {
          if ((await count(transaction)) > 0) return false
          putOne(transaction, `id ${index}`)
          return true
        }),
      ),
    )

    expect(firsts.filter(Boolean).length).toBe(1)
  })

  test('takes back a refusal that rested on what never was: whoever is refused was refused for a reason', async () => {
    const [one, , other] = (await processes()) as [Store, Store, Store]
    const claim = (store: Store) =>
      store.tenant('main').transact(async (transaction) => {
        if (await transaction.get('secrets', 'taken')) throw new RangeError('taken')
        put(transaction, 'taken', 1)
      })

    const results = await Promise.allSettled(times(20, (index) => claim(index % 2 ? one : other)))

    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await one.tenant('main').all('secrets')).toEqual([{ value: 1 }])
  })

  describe('a read outside a transaction', () => {
    const readings: [string, (store: TenantStore) => Promise<readonly unknown[]>][] = [
      ['find', async (store) => (await store.find('consents', 'grantId', 'g')).map((each) => each.createdAt)],
      ['all', async (store) => (await store.all('consents')).map((each) => each.createdAt)],
      [
        'range',
        async (store) =>
          (await store.range('transactions', 'acc', { order: 'newest', limit: 9 })).map(
            ({ document }) => document.information,
          ),
      ],
    ]

    test.each(readings)('by %s never sees half of one', async (_, read) => {
      const [writer, reader] = (await processes()) as [Store, Store]
      let isDone = false
      const writing = (async () => {
        for (const round of times(60, (index) => index)) {
          await nextTurn()
          await writer.tenant('main').transact((transaction) => {
            for (const id of ['a', 'b', 'c']) {
              transaction.put('consents', id, { grantId: 'g', createdAt: round } as never)
              transaction.put('transactions', id, {
                accountId: 'acc',
                bookedAt: round % 2,
                information: round,
              } as never)
            }
          })
        }
        isDone = true
      })()
      const seen: (readonly unknown[])[] = []
      while (!isDone) {
        seen.push(await read(reader.tenant('main')))
        await nextTurn()
      }
      await writing

      expect(seen.length).toBeGreaterThan(5)
      expect(seen.filter((rounds) => new Set(rounds).size > 1 || ![0, 3].includes(rounds.length))).toEqual([])
    })

    test('sees what was committed before it was asked', async () => {
      const [writer, reader] = (await processes()) as [Store, Store]
      for (const round of times(20, (index) => index)) {
        await writer.tenant('main').transact((transaction) => put(transaction, 'a', round))

        expect(await numberOf(reader.tenant('main'), 'a')).toBe(round)
      }
    })
  })

  test('lets each row be claimed once, whoever asks', async () => {
    const stores = await processes()
    const jobs = times(200, (index) => `job ${index}`)
    await bench
      .store()
      .tenant('main')
      .transact((transaction) => {
        for (const [index, id] of jobs.entries()) {
          transaction.put('dueWork', id, { kind: 'test', dueAt: index % 10, about: null })
        }
      })
    const claimed: string[] = []
    const run = async (store: Store) => {
      for (;;) {
        const mine = await store.tenant('main').transact(async (transaction) => {
          const rows = await transaction.claim('dueWork', 'due', { to: 8, limit: 7 })
          for (const { id } of rows) transaction.delete('dueWork', id)
          return rows.map(({ id }) => id)
        })
        claimed.push(...mine)
        if (mine.length === 0) return
      }
    }

    await Promise.all([...stores, ...stores].map(run))
    const [left] = await Promise.all([bench.store().tenant('main').count('dueWork', 'due')])

    expect(claimed.length).toBe(180)
    expect(new Set(claimed).size).toBe(180)
    expect(left).toBe(20)
  })

  test('gives the claims of a transaction that failed back', async () => {
    const main = bench.store().tenant('main')
    await main.transact((transaction) => transaction.put('dueWork', 'job', { kind: 'test', dueAt: 1, about: null }))
    const claim = (transaction: Transaction) => transaction.claim('dueWork', 'due', { to: 1, limit: 1 })
    const failed = main.transact(async (transaction) => {
      await claim(transaction)
      throw new Error('worker is ill')
    })

    await expect(failed).rejects.toThrow('worker is ill')
    expect(await main.transact(async (transaction) => (await claim(transaction)).length)).toBe(1)
  })

  test('waits with closing until transactions under way are done', async () => {
    const store = bench.store()
    let goOn = () => {}
    const isWaiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const transaction = store.tenant('main').transact(async (each) => {
      await isWaiting
      put(each, 'late', 1)
    })
    const closed = store.close()
    goOn()

    await expect(transaction).resolves.toBeUndefined()
    await closed
    if (bench.engine.isDurable) expect(await numberOf((await bench.reopen()).tenant('main'), 'late')).toBe(1)
  })
}
