import { expect, test } from 'vitest'
import type { Change } from './draft.js'
import { MemoryStore } from './memory-store.js'
import { NotDurable } from './store.js'

/** A journal whose appends end when, and as, the test says. */
function journalByHand() {
  const waiting: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const store: MemoryStore = new MemoryStore({
    append: (_changes: readonly Change[]) => new Promise((resolve, reject) => void waiting.push({ resolve, reject })),
    close: async () => undefined,
  })
  const tenant = store.tenant('main')
  const put = (id: string, seed: number) =>
    tenant.transact((transaction) => transaction.put('founding', id, { seed, foundedAt: 0 }))
  const seed = async (id: string) => (await tenant.get('founding', id))?.seed
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const fail = () => {
    store.undoPending()
    for (const { reject } of waiting.splice(0)) reject(new Error('disk full'))
  }
  return { tenant, put, seed, turn, fail, succeed: () => waiting.splice(0).map(({ resolve }) => resolve()) }
}

test('resolves a transaction when the journal has it, not before', async () => {
  const { put, turn, succeed } = journalByHand()
  let isDone = false
  const done = put('a', 1).then(() => {
    isDone = true
  })
  await turn()

  expect(isDone).toBe(false)
  succeed()
  await done
})

test('takes back every transaction the journal does not have, newest first', async () => {
  const { put, seed, turn, succeed, fail } = journalByHand()
  const kept = put('a', 1)
  await turn()
  succeed()
  await kept
  const lost = [put('a', 2), put('a', 3), put('b', 4)].map((each) => each.catch((error: unknown) => error))
  await turn()
  fail()

  expect(await Promise.all(lost)).toEqual([expect.any(NotDurable), expect.any(NotDurable), expect.any(NotDurable)])
  expect([await seed('a'), await seed('b')]).toEqual([1, undefined])
})

test('goes on after a failure', async () => {
  const { put, seed, turn, succeed, fail } = journalByHand()
  const lost = put('a', 1).catch(() => 'lost')
  await turn()
  fail()
  await lost
  const kept = put('a', 2)
  await turn()
  succeed()
  await kept

  expect(await seed('a')).toBe(2)
})

test('refuses a transaction that began on what was then taken back', async () => {
  const { tenant, put, seed, turn, fail } = journalByHand()
  const lost = put('a', 1).catch(() => 'lost')
  await turn()
  let goOn = () => {}
  const begun = tenant.transact(async (transaction) => {
    const before = await transaction.get('founding', 'a')
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    transaction.put('founding', 'b', { seed: (before?.seed ?? 0) + 1, foundedAt: 0 })
  })
  await turn()
  fail()
  goOn()

  await expect(begun).rejects.toThrow(NotDurable)
  expect(await lost).toBe('lost')
  expect(await seed('b')).toBeUndefined()
})
