import { setImmediate as nextIteration } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MemoryStore } from '../store/memory-store.js'
import type { TenantStore } from '../store/store.js'
import { passes, tickets } from '../store/testing/collections.js'
import { alteredStore } from '../testing/altered-store.js'
import { Purge } from './purge.js'
import { moveClock, TenantClock } from './tenant-clock.js'

const started: Purge[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((purge) => purge.stop()))
  vi.useRealTimers()
})

/** A tenant with a stopped clock. */
function openTenant(replace: (part: TenantStore) => Partial<TenantStore> = () => ({})) {
  const store = alteredStore(new MemoryStore(), replace)
  const clock = new TenantClock({ now: () => 0 }, { frozenAt: 0 })
  const reports: string[] = []
  const purge = new Purge({
    store,
    tenantId: 'main',
    directoryId: 'directory',
    clock,
    collections: [tickets, passes],
    report: (line, cause) => void reports.push(`${line}: ${(cause as Error).message}`),
  })
  started.push(purge)
  const part = store.tenant('main')
  const put = (...ends: number[]) =>
    part.transact((transaction) => {
      for (const [index, endsAt] of ends.entries()) {
        transaction.put(tickets, `${endsAt}-${index}`, { holder: 'layla', endsAt })
      }
    })
  const ends = async () => (await part.all(tickets)).map(({ endsAt }) => endsAt)
  return {
    store: part,
    directory: store.tenant('directory'),
    clock,
    purge,
    dueWork: { run: async () => {} },
    reports,
    put,
    ends,
  }
}

describe('a purge', () => {
  test("deletes what has ended by the tenant's clock, its own and what the directory has of it", async () => {
    const { clock, purge, directory, put, ends } = openTenant()
    await put(10, 11)
    await directory.transact((transaction) => {
      for (const holder of ['main', 'other']) transaction.put(passes, holder, { holder, endsAt: 10 })
    })
    clock.restore({ frozenAt: 10 })
    await purge.run()

    expect(await ends()).toEqual([11])
    expect(await directory.all(passes)).toEqual([{ holder: 'other', endsAt: 10 }])
  })

  test('lets others run between its batches', async () => {
    const { purge, put, ends } = openTenant()
    await put(...Array.from({ length: 3000 }, () => 0))
    const seen = new Set<number>()
    const running = purge.run()
    for (let turn = 0; turn < 100; turn += 1) {
      seen.add((await ends()).length)
      await nextIteration()
    }
    await running

    expect([...seen].filter((left) => left > 0 && left < 3000).length).toBeGreaterThanOrEqual(3)
    expect(await ends()).toEqual([])
  })

  test('comes before the clock goes back, so that nothing that has ended comes back', async () => {
    const tenant = openTenant()
    await tenant.put(10, 30)
    tenant.clock.restore({ frozenAt: 20 })
    await tenant.store.transact((each) => each.put(tickets, 'later', { holder: 'omar', endsAt: 15 }))
    await moveClock(tenant, (clock) => clock.set(5))

    expect(tenant.clock.now()).toBe(5)
    expect(await tenant.ends()).toEqual([30])
  })

  test('follows each move of the clock, before the move is done', async () => {
    const tenant = openTenant()
    await tenant.put(10, 30)
    await moveClock(tenant, (clock) => clock.advance(10))

    expect(await tenant.ends()).toEqual([30])
  })

  test('begins at start, with what ended while the bank was down', async () => {
    const { purge, put, ends } = openTenant()
    await put(0)
    purge.start()

    await vi.waitFor(async () => expect(await ends()).toEqual([]))
  })

  test('goes on every half minute, and no more once it was stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { clock, purge, put, ends } = openTenant()
    purge.start()
    await put(10)
    clock.restore({ frozenAt: 10 })
    await vi.advanceTimersByTimeAsync(29_999)
    const before = await ends()
    await vi.advanceTimersByTimeAsync(1)
    const after = await ends()
    await purge.stop()
    await put(10)
    await vi.advanceTimersByTimeAsync(120_000)
    await purge.run()

    expect(before).toEqual([10])
    expect(after).toEqual([])
    expect(await ends()).toEqual([10])
  })

  test('reports a failure and deletes the next time what was left', async () => {
    let isAway = true
    const { purge, reports, put, ends } = openTenant((part) => ({
      purge: (...all) => (isAway ? Promise.reject(new Error('the store is away')) : part.purge(...all)),
    }))
    await put(0)
    await purge.run()
    const before = await ends()
    isAway = false
    await purge.run()

    expect(reports).toEqual(['what has ended could not be deleted: the store is away'])
    expect(before).toEqual([0])
    expect(await ends()).toEqual([])
  })

  test('forgets what is kept in memory alone', async () => {
    const { clock, purge } = openTenant()
    const forgotten: number[] = []
    purge.alsoFrom({ size: 3, forget: (now) => void forgotten.push(now) })
    clock.restore({ frozenAt: 7 })
    await purge.run()

    expect(forgotten).toEqual([7])
    expect(purge.cached).toBe(3)
  })
})
