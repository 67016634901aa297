import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLowdbStore } from '../store/lowdb/lowdb-store.js'
import { MemoryStore } from '../store/memory-store.js'
import type { Store, TenantStore } from '../store/store.js'
import { type DueJob, dueJobs, type Workers } from './due-work.js'
import { Scheduler } from './scheduler.js'
import { clockStates, moveClock, TenantClock } from './tenant-clock.js'

const minute = 60_000
const day = 86_400_000

const opened: Scheduler[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.splice(0).map((scheduler) => scheduler.stop()))
})

/** A tenant whose system clock is the virtual one, with a worker that notes what it did, and one that is ill. */
function openTenant(store: TenantStore = new MemoryStore().tenant('main'), more: Workers = {}, isShared = false) {
  const done: [about: unknown, at: number][] = []
  const reports: string[] = []
  const clock = new TenantClock({ now: () => Date.now() })
  const isIll = { now: true }
  const workers: Workers = {
    note: ({ about }, _, now) => void done.push([about, now]),
    ill: ({ about }, _, now) => {
      if (isIll.now) throw new Error('the worker is ill')
      done.push([about, now])
    },
    ...more,
  }
  const report = (line: string, cause: unknown) => void reports.push(`${line}: ${(cause as Error).message}`)
  const dueWork = new Scheduler({ store, clock, workers, isShared, report })
  opened.push(dueWork)
  const purge = { run: async () => undefined }
  const put = (id: string, dueAt: number, kind = 'note') =>
    store.transact((transaction) => transaction.put(dueJobs, id, { kind, dueAt, about: id }))
  const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)
  return { store, clock, dueWork, purge, done, reports, isIll, put, pass }
}

describe('does what is due', () => {
  test('at start, oldest first, each at its own instant', async () => {
    const { dueWork, done, put } = openTenant()
    await put('c', 3)
    await put('a', 1)
    await put('later', 10 * minute)
    await put('b', 2)
    await vi.advanceTimersByTimeAsync(0)
    vi.setSystemTime(5)
    await dueWork.run()

    expect(done).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
  })

  test('with a turn for requests between two jobs, however many are due', async () => {
    const { dueWork, done, put } = openTenant()
    for (let at = 1; at <= 200; at += 1) await put(`job ${at}`, at)
    vi.setSystemTime(minute)
    const doneBefore: number[] = []
    const run = dueWork.run()
    while (done.length < 200) {
      await new Promise((resolve) => setImmediate(resolve))
      doneBefore.push(done.length)
    }
    await run

    const most = Math.max(...doneBefore.map((count, turn) => count - (doneBefore[turn - 1] ?? 0)))
    expect(most).toBeLessThanOrEqual(2)
  })

  test.each([
    ['set', (clock: TenantClock) => clock.set(day)],
    ['moved on', (clock: TenantClock) => clock.advance(day)],
    ['resumed where it stood', (clock: TenantClock) => clock.resume()],
  ])('before the call answers by which a frozen clock is %s', async (_, move) => {
    const tenant = openTenant()
    await moveClock(tenant, (clock) => clock.freeze())
    await tenant.store.transact((transaction) => transaction.put(clockStates, 'clock', { frozenAt: day }))
    await tenant.put('a', day)
    await moveClock(tenant, move)

    expect(tenant.done).toEqual([['a', day]])
  })

  test('when it falls due while the clock runs, whether it was put before the start or after, and the next one earlier', async () => {
    const { dueWork, done, put, pass } = openTenant()
    await put('before', 5 * minute)
    await dueWork.run()
    await put('after', 20 * minute)
    await put('earlier', 3 * minute)
    await pass(3 * minute - 1)

    expect(done).toEqual([])
    await pass(1)
    expect(done).toEqual([['earlier', 3 * minute]])
    await pass(17 * minute)
    expect(done.map(([about]) => about)).toEqual(['earlier', 'before', 'after'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('after so many days that a timer cannot wait for them at once', async () => {
    const { done, put, pass } = openTenant()
    await put('far', 40 * day)
    await pass(40 * day)

    expect(done).toEqual([['far', 40 * day]])
  })

  test('not by itself while the clock is frozen, and without a timer', async () => {
    const tenant = openTenant()
    await tenant.put('a', 5 * minute)
    await moveClock(tenant, (clock) => clock.freeze())

    expect(vi.getTimerCount()).toBe(0)
    await tenant.put('b', 6 * minute)
    await tenant.pass(day)
    expect([tenant.done, vi.getTimerCount()]).toEqual([[], 0])
    await moveClock(tenant, (clock) => clock.resume())
    await tenant.pass(5 * minute)
    expect(tenant.done).toEqual([['a', 5 * minute]])
  })

  test('at once when it is added late, even while the clock is frozen', async () => {
    const tenant = openTenant()
    await moveClock(tenant, (clock) => clock.set(day))
    await moveClock(tenant, (clock) => clock.freeze())
    await tenant.put('late', minute)
    await tenant.pass(0)

    expect(tenant.done).toEqual([['late', minute]])
  })
})

test('a year forward does 1,000 jobs and all that come of them, each at its own date', async () => {
  const order: number[] = []
  const tenant = openTenant(undefined, {
    monthly: ({ about }, transaction, now) => {
      order.push(now)
      const times = about as number
      if (times === 12) return
      transaction.put(dueJobs, `monthly ${times}`, { kind: 'monthly', dueAt: now + 30 * day, about: times + 1 })
    },
    other: (_, __, now) => void order.push(now),
  })
  await tenant.store.transact((transaction) => {
    transaction.put(dueJobs, 'monthly', { kind: 'monthly', dueAt: 30 * day, about: 1 })
    for (let index = 0; index < 1000; index += 1) {
      const dueAt = ((index * 7919) % 1000) * (day / 4)
      transaction.put(dueJobs, `job ${index}`, { kind: 'other', dueAt, about: null })
    }
  })
  await moveClock(tenant, (clock) => clock.advance(365 * day))

  expect(order).toHaveLength(1012)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order.filter((at) => at > 250 * day)).toEqual([270, 300, 330, 360].map((days) => days * day))
  expect(await tenant.store.count(dueJobs, 'due')).toBe(0)
})

describe('a job that goes wrong', () => {
  test('stays, is reported once, holds up no other, and is tried again after pauses that grow', async () => {
    const { dueWork, done, reports, put, pass, store, isIll } = openTenant()
    await put('ill', 0, 'ill')
    await put('well', 0)
    await dueWork.run()
    const tries = async () => (await store.get(dueJobs, 'ill'))?.failed?.times

    expect(done).toEqual([['well', 0]])
    expect(reports).toEqual(['due work of kind ill went wrong: the worker is ill'])
    const seen: unknown[] = []
    for (const minutes of [1, 2, 4, 8]) {
      await pass(minutes * minute - 1)
      seen.push(await tries())
      await pass(1)
    }
    expect(seen).toEqual([1, 2, 3, 4])
    isIll.now = false
    await pass(16 * minute)
    expect([done.at(-1), await tries(), reports.length]).toEqual([['ill', 31 * minute], undefined, 1])
  })

  test('is tried once in a pass, however far the clock goes', async () => {
    const tenant = openTenant()
    await tenant.put('ill', 1, 'ill')
    for (const _ of [1, 2, 3]) await moveClock(tenant, (clock) => clock.advance(365 * day))

    expect((await tenant.store.get(dueJobs, 'ill'))?.failed).toEqual({ times: 3, retryAt: 3 * 365 * day + 4 * minute })
  })

  test('leaves nothing of what its worker began', async () => {
    const { store, dueWork, put } = openTenant(undefined, {
      half: (_, transaction) => {
        transaction.put(clockStates, 'half', { offset: 1 })
        throw new Error('in the middle')
      },
    })
    await put('half', 0, 'half')
    await dueWork.run()

    expect(await store.get(clockStates, 'half')).toBeUndefined()
  })

  test('may be of an unknown kind: it is reported, and kept for a process that knows the kind', async () => {
    const { store, dueWork, reports, put } = openTenant()
    await put('new', 0, 'ofAnotherVersion')
    await put('odd', 0, 'toString')
    await dueWork.run()

    expect(reports).toHaveLength(2)
    expect(reports[0]).toContain('nobody does due work of kind ofAnotherVersion')
    const later = openTenant(store, { ofAnotherVersion: () => void later.done.push(['new', 0]) })
    await moveClock(later, (clock) => clock.advance(2 * minute))
    expect(later.done).toEqual([['new', 0]])
  })

  test('may put itself at its own instant again and again: a pass comes to an end', { timeout: 60_000 }, async () => {
    let runs = 0
    const { dueWork, put, pass } = openTenant(undefined, {
      restless: (job, transaction) => {
        runs += 1
        transaction.put(dueJobs, job.about as string, job)
      },
    })
    await put('restless', 0, 'restless')
    await dueWork.run()
    const first = runs
    await dueWork.stop()
    await pass(day)

    expect([first, runs]).toEqual([100_000, 100_000])
  })
})

describe('closing', () => {
  test('waits for the job in hand and leaves the next ones due', async () => {
    let finish = () => {}
    const { dueWork, store, put } = openTenant(undefined, {
      long: () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    await put('long', 0, 'long')
    await put('next', 1)
    vi.setSystemTime(5)
    const running = dueWork.run()
    await vi.waitFor(() => expect(finish.name).not.toBe('finish'))
    const stopped = dueWork.stop()
    finish()
    await Promise.all([running, stopped])

    expect(await store.all(dueJobs)).toMatchObject([{ about: 'next' }])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('and opening again does what fell due in the meantime, once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ob-due-'))
    const open = () => openLowdbStore(folder, [dueJobs, clockStates])
    let store: Store = await open()
    const before = openTenant(store.tenant('main'))
    await before.put('meanwhile', 10 * minute)
    await before.dueWork.stop()
    await store.close()
    vi.setSystemTime(day)
    for (const expected of [[['meanwhile', 10 * minute]], []]) {
      store = await open()
      const after = openTenant(store.tenant('main'))
      await after.dueWork.run()
      await after.dueWork.stop()
      await store.close()
      expect(after.done).toEqual(expected)
    }
    expect(before.done).toEqual([])
    rmSync(folder, { recursive: true })
  })
})

test('on a shared store, looks for what others have put, and is out of reach without an end to it', async () => {
  const store = new MemoryStore().tenant('main')
  let isAway = false
  const range: TenantStore['range'] = (...asked) => {
    if (isAway) throw new Error('the database is away')
    return store.range(...asked)
  }
  const { dueWork, done, reports, pass } = openTenant({ ...store, range, watch: () => undefined }, {}, true)
  await dueWork.run()
  const job: DueJob = { kind: 'note', dueAt: 10_000, about: 'of another' }
  await store.transact((transaction) => transaction.put(dueJobs, 'other', job))
  isAway = true
  await pass(40_000)

  expect(done).toEqual([])
  expect(reports.at(-1)).toContain('the database is away')
  isAway = false
  await pass(30_000)
  expect(done).toEqual([['of another', 10_000]])
})
