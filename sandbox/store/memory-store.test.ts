import { expect, test } from 'vitest'
import type { Change } from './draft.js'
import { MemoryStore } from './memory-store.js'
import { NotDurable } from './store.js'
import { numbers } from './testing/collections.js'

/** A journal whose appends end when, and as, the test says. */
function journalByHand() {
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const store = new MemoryStore()
  const append = (_changes: readonly Change[]) =>
    new Promise<void>((resolve, reject) => void waiting.push({ resolve, reject }))
  store.keepIn({ journal: { append }, close: async () => undefined })
  const tenant = store.tenant('main')
  const put = (id: string, number: number) => tenant.transact((transaction) => transaction.put(numbers, id, { number }))
  const numberOf = async (id: string) => (await tenant.get(numbers, id))?.number
  const nextTick = () => new Promise((resolve) => setImmediate(resolve))
  const fail = () => {
    store.undoPending()
    for (const { reject } of waiting.splice(0)) reject(new Error('disk full'))
  }
  return { tenant, put, numberOf, nextTick, fail, succeed: () => waiting.splice(0).map(({ resolve }) => resolve()) }
}

test('resolves a transaction when the journal has written it, not before', async () => {
  const { put, nextTick, succeed } = journalByHand()
  let isDone = false
  const done = put('a', 1).then(() => {
    isDone = true
  })
  await nextTick()

  expect(isDone).toBe(false)
  succeed()
  await done
})

test('undoes every transaction the journal has not written, newest first', async () => {
  const { put, numberOf, nextTick, succeed, fail } = journalByHand()
  const kept = put('a', 1)
  await nextTick()
  succeed()
  await kept
  const lost = [put('a', 2), put('a', 3), put('b', 4)].map((each) => each.catch((error: unknown) => error))
  await nextTick()
  fail()

  expect(await Promise.all(lost)).toEqual([expect.any(NotDurable), expect.any(NotDurable), expect.any(NotDurable)])
  expect([await numberOf('a'), await numberOf('b')]).toEqual([1, undefined])
})

test('goes on after a failure', async () => {
  const { put, numberOf, nextTick, succeed, fail } = journalByHand()
  const lost = put('a', 1).catch(() => 'lost')
  await nextTick()
  fail()
  await lost
  const kept = put('a', 2)
  await nextTick()
  succeed()
  await kept

  expect(await numberOf('a')).toBe(2)
})

test('refuses a transaction that began before another was undone', async () => {
  const { tenant, put, numberOf, nextTick, fail } = journalByHand()
  const lost = put('a', 1).catch(() => 'lost')
  await nextTick()
  let resume = () => {}
  const begun = tenant.transact(async (transaction) => {
    const before = await transaction.get(numbers, 'a')
    await new Promise<void>((resolve) => {
      resume = resolve
    })
    transaction.put(numbers, 'b', { number: (before?.number ?? 0) + 1 })
  })
  await nextTick()
  fail()
  resume()

  await expect(begun).rejects.toThrow(NotDurable)
  expect(await lost).toBe('lost')
  expect(await numberOf('b')).toBeUndefined()
})
