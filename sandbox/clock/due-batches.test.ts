import { expect, test } from 'vitest'
import { MemoryStore } from '../store/memory-store.js'
import { NotDurable, type Transaction } from '../store/store.js'
import { dueJobs, runDueWork } from './due-work.js'
import { clockStates } from './tenant-clock.js'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A store that counts its writes, and fails the one that it is told to. */
function openCounting() {
  const writes = { count: 0, failing: -1 }
  const store = new MemoryStore()
  const append = async () => {
    writes.count += 1
    if (writes.count !== writes.failing) return
    store.undoPending()
    throw new Error('the disk is full')
  }
  store.keepIn({ journal: { append }, close: async () => undefined })
  const tenant = store.tenant('main')
  const put = (count: number, kindOf: (index: number) => string = () => 'count') =>
    tenant.transact((transaction) => {
      for (const index of times(count)) {
        transaction.put(dueJobs, `job ${index}`, { kind: kindOf(index), dueAt: index, about: index })
      }
    })
  /** How often each job was done, as the store has it. */
  const counted = async (count: number) => {
    const states = await Promise.all(times(count).map((index) => tenant.get(clockStates, `done ${index}`)))
    return states.map((state) => (state && 'offset' in state ? state.offset : 0))
  }
  return { tenant, writes, put, counted }
}

const count = async ({ about }: { about: unknown }, transaction: Transaction) => {
  const before = await transaction.get(clockStates, `done ${about}`)
  transaction.put(clockStates, `done ${about}`, { offset: (before && 'offset' in before ? before.offset : 0) + 1 })
}

test('many jobs are few transactions', async () => {
  const { tenant, writes, put, counted } = openCounting()
  await put(300)
  writes.count = 0

  expect(await runDueWork(tenant, 300, { count })).toBe(300)
  expect(writes.count).toBeLessThanOrEqual(6)
  expect(await counted(300)).toEqual(times(300).map(() => 1))
})

test('of the jobs of one transaction, those that fail are put off, and the others are done with it', async () => {
  const { tenant, writes, put, counted } = openCounting()
  await put(50, (index) => (index % 10 === 3 ? 'failing' : 'count'))
  writes.count = 0
  const failing = async (job: { about: unknown }, transaction: Transaction) => {
    await count(job, transaction)
    throw new Error('the worker is ill')
  }
  const reported: unknown[] = []

  expect(await runDueWork(tenant, 50, { count, failing }, ({ about }) => reported.push(about))).toBe(45)
  expect([reported, writes.count]).toEqual([[3, 13, 23, 33, 43], 1])
  expect(await counted(50)).toEqual(times(50).map((index) => (index % 10 === 3 ? 0 : 1)))
  expect(await tenant.count(dueJobs, 'due')).toBe(5)
  expect((await tenant.get(dueJobs, 'job 3'))?.failed).toEqual({ times: 1, retryAt: 50 + 60_000 })
  expect(await runDueWork(tenant, 60_050, { count, failing: count })).toBe(5)
  expect(await counted(50)).toEqual(times(50).map(() => 1))
})

test('a transaction that is not durable is as if it had not been: its jobs are still due, and done once', async () => {
  const { tenant, writes, put, counted } = openCounting()
  await put(200)
  writes.failing = writes.count + 2

  await expect(runDueWork(tenant, 200, { count })).rejects.toThrow(NotDurable)
  const left = await tenant.count(dueJobs, 'due')
  expect(left).toBeGreaterThan(0)
  expect(await counted(200)).toEqual(times(200).map((index) => (index < 200 - left ? 1 : 0)))
  await runDueWork(tenant, 200, { count })
  expect(await counted(200)).toEqual(times(200).map(() => 1))
})

test('a pass that is told to stop keeps what it has done, and leaves the rest', async () => {
  const { tenant, put, counted } = openCounting()
  await put(20)
  let asked = 0

  await runDueWork(tenant, 20, { count }, undefined, () => {
    asked += 1
    return asked > 8
  })
  const done = (await counted(20)).filter((each) => each === 1).length
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(20)
  expect(await tenant.count(dueJobs, 'due')).toBe(20 - done)
})
