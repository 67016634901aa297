import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresStore } from '../store/postgres/postgres-store.js'
import type { Store } from '../store/store.js'
import { describePostgres, openDatabase, type TestDatabase } from '../testing/postgres-database.js'
import { dueJobs, type Worker } from './due-work.js'
import { Scheduler } from './scheduler.js'
import { clockStates, moveClock, TenantClock } from './tenant-clock.js'

const start = 1_000_000_000_000
const day = 86_400_000

let database: TestDatabase
const stores: Store[] = []
const schedulers: Scheduler[] = []

/** A tenant as one process has it. The worker counts, in the store, how often each job was done. */
async function openProcess() {
  const store = await openPostgresStore(database.url, [dueJobs, clockStates])
  stores.push(store)
  const part = store.tenant('main')
  const clock = new TenantClock({ now: () => start })
  const done: number[] = []
  const note: Worker = async ({ about }, transaction, now) => {
    const before = await transaction.get(clockStates, `count ${about}`)
    const times = before && 'offset' in before ? before.offset : 0
    transaction.put(clockStates, `count ${about}`, { offset: times + 1 })
    done.push(now)
  }
  const report = (line: string, cause: unknown) => {
    throw new Error(line, { cause })
  }
  const dueWork = new Scheduler({ store: part, clock, workers: { note }, isShared: true, report })
  schedulers.push(dueWork)
  return { store: part, clock, dueWork, purge: { run: async () => undefined }, done }
}

describePostgres('due work of a bank that several processes serve', () => {
  beforeEach(async () => {
    database = await openDatabase()
  })
  afterEach(async () => {
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()))
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await database.drop()
  })

  test('is done once, and before the call that moved the clock answers, in whichever process', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()])
    await moveClock(one, (clock) => clock.freeze())
    await one.store.transact((transaction) => {
      for (let index = 0; index < 80; index += 1) {
        transaction.put(dueJobs, `job ${index}`, { kind: 'note', dueAt: start + index, about: index })
      }
    })
    await Promise.all([
      moveClock(one, (clock) => clock.advance(day)),
      moveClock(other, (clock) => clock.advance(day)),
      other.clock.refresh(other.store).then(() => other.dueWork.run()),
    ])

    const counts = await one.store.all(clockStates)
    expect(counts.filter((count) => 'offset' in count)).toEqual(Array.from({ length: 80 }, () => ({ offset: 1 })))
    expect(await one.store.count(dueJobs, 'due')).toBe(0)
  })

  test('is done by a process that learns that another one, now gone, has moved the clock', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()])
    await moveClock(other, (clock) => clock.freeze())
    await one.store.transact((transaction) => {
      transaction.put(dueJobs, 'job', { kind: 'note', dueAt: start + 5, about: 0 })
      transaction.put(clockStates, 'clock', { frozenAt: start + day })
    })

    expect(await other.clock.refresh(other.store)).toBe(true)
    await other.dueWork.run()
    expect(other.done).toEqual([start + 5])
    expect(await other.clock.refresh(other.store)).toBe(false)
  })
})
