/**
 * What a store promises when many use it at the same time.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store, TenantStore, Transaction } from '../store.js'
import { consents, entries, jobs, values } from './collections.js'
import type { StoreUnderTest } from './store.contract.js'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

const put = (transaction: Transaction, id: string, value: unknown) => transaction.put(values, id, { value })

const numberOf = async (reader: TenantStore | Transaction, id: string) =>
  Number((await reader.get(values, id))?.value ?? 0)

const row = (at: number) => ({ accountId: 'acc', bookedAt: at }) as never

const consent = (grantId: string) => ({ grantId }) as never

export function describeIsolation(subject: StoreUnderTest): void {
  /** The store as three processes have it. */
  const processes = async (): Promise<Store[]> => [subject.store(), await subject.another(), await subject.another()]

  test.each([
    ['without a name', {}],
    ['under one name', { on: 'the counter' }],
    ['under several names', { on: ['the counter', 'another', 'the counter'] }],
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
    expect(await numberOf(subject.store().tenant('main'), 'counter')).toBe(200)
  })

  test('sums that are read together are of one moment', async () => {
    const [writing, reading] = (await processes()).map((store) => store.tenant('main')) as [TenantStore, TenantStore]
    const entry = { accountId: 'one moment', bookedAt: 5 }
    const states = [
      { ...entry, amountMinor: 5, status: 'Pending' },
      { ...entry, amountMinor: 7, status: 'Booked' },
    ] as const
    const write = (round: number) =>
      writing.transact((transaction) => transaction.put(entries, 'changing', states[round % 2] as (typeof states)[0]))
    await write(0)
    let isDone = false
    const seen = new Set<string>()
    const look = async () => {
      while (!isDone) {
        seen.add((await reading.sums(entries, 'one moment', ['all', 'pending'])).join())
        await nextTurn()
      }
    }

    const looking = Promise.all(times(4, look))
    for (const round of times(150, (index) => index)) await write(round)
    isDone = true
    await looking

    expect([...seen].filter((sums) => sums !== '5,5' && sums !== '7,0')).toEqual([])
  })

  test('gets through 240 transactions on names that overlap in every way, given in any order', async () => {
    const stores = await processes()
    const names = times(6, (index) => `account ${index}`)
    const sets = fc.sample(fc.shuffledSubarray(names, { minLength: 2, maxLength: 4 }), {
      numRuns: 240,
      seed: 20_300_115,
    })
    const running = new Map<string, number>()
    let most = 0
    await Promise.all(
      sets.map((on, index) =>
        (stores[index % 3] as Store).tenant('main').transact(
          async (transaction) => {
            const before = await Promise.all(on.map((name) => numberOf(transaction, name)))
            for (const name of on) running.set(name, (running.get(name) ?? 0) + 1)
            most = Math.max(most, ...on.map((name) => running.get(name) ?? 0))
            await nextTurn()
            for (const [each, name] of on.entries()) put(transaction, name, (before[each] as number) + 1)
            for (const name of on) running.set(name, (running.get(name) ?? 0) - 1)
          },
          { on },
        ),
      ),
    )

    for (const name of names) {
      const expected = sets.filter((on) => on.includes(name)).length
      expect(await numberOf(subject.store().tenant('main'), name)).toBe(expected)
    }
    expect(most).toBe(1)
  })

  test('keeps transactions of different tenants apart while they run side by side', async () => {
    const store = subject.store()
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

  test('lets no two transactions each depend on what the other changes', async () => {
    const stores = await processes()
    const store = subject.store().tenant('main')
    for (const round of times(10, (index) => index)) {
      const [a, b] = [`a${round}`, `b${round}`] as const
      await store.transact((transaction) => {
        for (const doctor of [a, b]) put(transaction, doctor, 1)
      })
      // Two are on call; one may leave if the other stays.
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
      async (transaction) => (await transaction.find(consents, 'grantId', 'g')).length,
      (transaction, id) => transaction.put(consents, id, consent('g')),
    ],
    [
      'all',
      async (transaction) => (await transaction.all(values)).length,
      (transaction, id) => put(transaction, id, 1),
    ],
    [
      'count',
      async (transaction) => transaction.count(entries, 'acc', { from: 5, to: 500_000 }),
      (transaction, id) => transaction.put(entries, id, row(400_000)),
    ],
    [
      'range',
      async (transaction) => (await transaction.range(entries, 'acc', { order: 'newest', limit: 5 })).length,
      (transaction, id) => transaction.put(entries, id, row(7)),
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

  test('runs work again that threw because of changes that were never committed', async () => {
    const [one, , other] = (await processes()) as [Store, Store, Store]
    const claim = (store: Store) =>
      store.tenant('main').transact(async (transaction) => {
        if (await transaction.get(values, 'taken')) throw new RangeError('taken')
        put(transaction, 'taken', 1)
      })

    const results = await Promise.allSettled(times(20, (index) => claim(index % 2 ? one : other)))

    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await one.tenant('main').all(values)).toEqual([{ value: 1 }])
  })

  describe('a read outside a transaction', () => {
    const readings: [string, (store: TenantStore) => Promise<readonly unknown[]>][] = [
      ['find', async (store) => (await store.find(consents, 'grantId', 'g')).map((each) => each.createdAt)],
      ['all', async (store) => (await store.all(consents)).map((each) => each.createdAt)],
      [
        'range',
        async (store) =>
          (await store.range(entries, 'acc', { order: 'newest', limit: 9 })).map(
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
              transaction.put(consents, id, { grantId: 'g', createdAt: round } as never)
              transaction.put(entries, id, {
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

  test('lets each row be claimed once', async () => {
    const stores = await processes()
    const ids = times(200, (index) => `job ${index}`)
    await subject
      .store()
      .tenant('main')
      .transact((transaction) => {
        for (const [index, id] of ids.entries()) {
          transaction.put(jobs, id, { kind: 'test', dueAt: index % 10, about: null })
        }
      })
    const claimed: string[] = []
    const run = async (store: Store) => {
      for (;;) {
        const mine = await store.tenant('main').transact(async (transaction) => {
          const rows = await transaction.claim(jobs, 'due', { to: 8, limit: 7 })
          for (const { id } of rows) transaction.delete(jobs, id)
          return rows.map(({ id }) => id)
        })
        claimed.push(...mine)
        if (mine.length === 0) return
      }
    }

    await Promise.all([...stores, ...stores].map(run))
    const [left] = await Promise.all([subject.store().tenant('main').count(jobs, 'due')])

    expect(claimed.length).toBe(180)
    expect(new Set(claimed).size).toBe(180)
    expect(left).toBe(20)
  })

  test('gives the claims of a transaction that failed back', async () => {
    const main = subject.store().tenant('main')
    await main.transact((transaction) => transaction.put(jobs, 'job', { kind: 'test', dueAt: 1, about: null }))
    const claim = (transaction: Transaction) => transaction.claim(jobs, 'due', { to: 1, limit: 1 })
    const failed = main.transact(async (transaction) => {
      await claim(transaction)
      throw new Error('worker is ill')
    })

    await expect(failed).rejects.toThrow('worker is ill')
    expect(await main.transact(async (transaction) => (await claim(transaction)).length)).toBe(1)
  })

  test('waits with closing until transactions under way are done', async () => {
    const store = subject.store()
    let resume = () => {}
    const isWaiting = new Promise<void>((resolve) => {
      resume = resolve
    })
    const transaction = store.tenant('main').transact(async (each) => {
      await isWaiting
      put(each, 'late', 1)
    })
    const closed = store.close()
    resume()

    await expect(transaction).resolves.toBeUndefined()
    await closed
    if (subject.engine.isDurable) expect(await numberOf((await subject.reopen()).tenant('main'), 'late')).toBe(1)
  })
}
