import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describePostgres, openDatabase, type TestDatabase } from '../../testing/postgres-database.js'
import { NotDurable, type Store, type Transaction } from '../store.js'
import { entries, numbers, testCollections, values } from '../testing/collections.js'
import { DatabaseFailure } from './failures.js'
import { openPostgresStore, type PostgresOptions } from './postgres-store.js'
import { type DatabaseProxy, openProxy } from './testing/proxy.js'

let database: TestDatabase
let proxy: DatabaseProxy
const stores: Store[] = []

const open = async (options: PostgresOptions = {}) => {
  const store = await openPostgresStore(proxy.url, testCollections, options)
  stores.push(store)
  return store.tenant('main')
}

const increment = (runs: { count: number }) => async (transaction: Transaction) => {
  runs.count += 1
  const before = Number((await transaction.get(values, 'counter'))?.value ?? 0)
  transaction.put(values, 'counter', { value: before + 1 })
  return before + 1
}

const counter = async () => (await database.sql("select document from ob_document where id = 'counter'"))[0]?.document

/** An error and what it was caused by, as a log would show them. */
const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${wordsOf(error.cause)}` : String(error)

describePostgres('when the connection is lost', () => {
  beforeEach(async () => {
    database = await openDatabase()
    proxy = await openProxy(database.url)
  })

  afterEach(async () => {
    proxy.restore()
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await proxy.close()
    await database.drop()
  })

  test('a read waits until the database is back', async () => {
    const main = await open()
    await main.transact((transaction) => transaction.put(values, 'a', { value: 1 }))
    proxy.cut()
    const reading = Promise.all([main.get(values, 'a'), main.all(values)])
    await wait(150)
    proxy.restore()

    expect(await reading).toEqual([{ value: 1 }, [{ value: 1 }]])
  })

  test('a transaction waits until the database is back, and is done once', async () => {
    const main = await open()
    const runs = { count: 0 }
    await main.transact(increment(runs))
    proxy.cut()
    const writing = main.transact(increment(runs))
    await wait(150)
    proxy.restore()

    expect(await writing).toBe(2)
    expect(await counter()).toEqual({ value: 2 })
  })

  test('what cannot be done in time is an error without password, and nothing of it is there', async () => {
    const main = await open({ reconnectDelays: [5, 5] })
    proxy.cut()
    const [read, written] = await Promise.all([
      Promise.resolve(main.get(values, 'a')).catch((error: unknown) => error),
      main.transact((transaction) => transaction.put(values, 'a', { value: 1 })).catch((error: unknown) => error),
    ])
    proxy.restore()

    expect(read).toBeInstanceOf(DatabaseFailure)
    expect(written).toBeInstanceOf(NotDurable)
    const { password } = new URL(proxy.url)
    expect(password.length).toBeGreaterThan(4)
    expect(wordsOf(read) + wordsOf(written)).not.toContain(password)
    expect(await main.all(values)).toEqual([])
  })

  test('connections the server ended are replaced', async () => {
    const main = await open()
    const runs = { count: 0 }
    await Promise.all([main.transact(increment(runs)), main.get(values, 'a'), main.all(values)])

    for (let round = 0; round < 5; round += 1) {
      expect(await database.endConnections()).toBeGreaterThan(0)
      await main.transact(increment(runs))
      expect(await main.get(values, 'counter')).toEqual({ value: round + 2 })
    }
  })

  test('in the middle of a transaction, it is run again', async () => {
    const main = await open()
    const runs = { count: 0 }
    await main.transact(async (transaction) => {
      await increment(runs)(transaction)
      if (runs.count === 1) await database.endConnections()
      await transaction.get(values, 'other')
    })

    expect(runs.count).toBe(2)
    expect(await counter()).toEqual({ value: 1 })
  })

  test('a failed read does not become a success because the work has caught it', async () => {
    const main = await open()
    const runs = { count: 0 }
    const result = await main.transact(async (transaction) => {
      await increment(runs)(transaction)
      if (runs.count === 1) await database.endConnections()
      return Promise.resolve(transaction.get(values, 'other')).then(
        () => 'read',
        () => 'caught',
      )
    })

    expect(result).toBe('read')
    expect(await counter()).toEqual({ value: 1 })
  })

  test('a writer that was closed as dead writes nothing more, and another takes over', async () => {
    const main = await open()
    const put = (value: number) => main.transact((transaction) => transaction.put(values, 'a', { value }))
    await put(1)
    await database.sql('update ob_writer set closed = true')
    await put(2)

    const text = 'select closed, committed::int from ob_writer order by closed'
    expect(await database.sql(text)).toEqual([
      { closed: false, committed: 1 },
      { closed: true, committed: 1 },
    ])
    expect(await main.get(values, 'a')).toEqual({ value: 2 })
  })

  test.each([
    ['has happened is not run again', 'done', 1],
    ['never arrived is run again', 'lost', 2],
    ['the database still waits for is found out about, and run again', 'awaited', 2],
  ] as const)('a commit that %s', async (_, fate, expected) => {
    const main = await open()
    await main.transact(increment({ count: 0 }))
    const runs = { count: 0 }
    proxy.breakCommit(fate)

    expect(await main.transact(increment(runs))).toBe(2)
    expect(await counter()).toEqual({ value: 2 })
    expect(runs.count).toBe(expected)
  })

  test('a commit of writes alone, whose answer was lost, is done once', async () => {
    const main = await open()
    for (const [index, fate] of (['done', 'lost', 'done'] as const).entries()) {
      proxy.breakCommit(fate)
      await main.transact((transaction) =>
        transaction.put(entries, `t${index}`, { accountId: 'acc', bookedAt: index } as never),
      )
    }

    expect(await main.count(entries, 'acc')).toBe(3)
  })

  test('at any moment, what was acknowledged is there and what was refused is not', async () => {
    const main = await open({ reconnectDelays: [5, 10, 20, 40, 80, 160] })
    const runs = { count: 0 }
    let isDone = false
    // how long a first write on a new connection takes here: without time for it, nothing would ever be acknowledged
    const began = performance.now()
    proxy.drop()
    await main.transact((transaction) => transaction.put(values, 'first', { value: 1 }))
    const usualMillis = performance.now() - began
    const breaking = (async () => {
      while (!isDone) {
        await wait(30 + Math.random() * Math.max(90, 3 * usualMillis))
        if (Math.random() < 0.3) {
          proxy.cut()
          await wait(Math.random() * 80)
          proxy.restore()
        } else {
          proxy.drop()
        }
      }
    })()
    const outcomes: { id: string; isKept: boolean }[] = []
    const write = async (id: string) => {
      const work = async (transaction: Transaction) => {
        await increment(runs)(transaction)
        transaction.put(numbers, id, { number: 1 })
      }
      await main.transact(work, id.endsWith('0') ? { on: 'counter' } : {}).then(
        () => outcomes.push({ id, isKept: true }),
        (error: unknown) => {
          expect(error).toBeInstanceOf(NotDurable)
          if (!String(error).includes('may or may not')) outcomes.push({ id, isKept: false })
        },
      )
    }
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(Array.from({ length: 5 }, (_, index) => write(`${round} ${index}`)))
    }
    isDone = true
    await breaking
    const stored = (await database.sql("select id from ob_document where collection = 'numbers'")).map(({ id }) => id)

    const kept = outcomes.filter(({ isKept }) => isKept).map(({ id }) => id)
    const refused = outcomes.filter(({ isKept }) => !isKept).map(({ id }) => id)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.filter((id) => !stored.includes(id))).toEqual([])
    expect(refused.filter((id) => stored.includes(id))).toEqual([])
    expect(await counter()).toEqual({ value: stored.length })
  })
})
