/**
 * What a store promises about documents that end.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import type { PurgeQuery, Store } from '../store.js'
import { passes, tickets } from './collections.js'
import type { StoreUnderTest } from './store.contract.js'

/** Tickets that end at these instants, each with its instant as id; `undefined` for one that does not end. */
const putTickets = (store: Store, ends: readonly (number | undefined)[], tenantId = 'main') =>
  store.tenant(tenantId).transact((transaction) => {
    for (const endsAt of ends) {
      transaction.put(tickets, `t${endsAt}`, { holder: 'layla', ...(endsAt !== undefined && { endsAt }) })
    }
  })

const endsIn = async (store: Store, tenantId = 'main') =>
  (await store.tenant(tenantId).all(tickets)).map(({ endsAt }) => endsAt).sort()

const purge = (store: Store, query: PurgeQuery) => store.tenant('main').purge(tickets, query)

export function describePurges(subject: StoreUnderTest): void {
  describe('documents that have ended', () => {
    test('are deleted up to an instant, with what they were found by', async () => {
      const store = subject.store()
      await putTickets(store, [10, 20, 30, undefined])
      await putTickets(store, [10], 'other')

      expect(await purge(store, { to: 20, limit: 100 })).toEqual({ deleted: 2, last: 20 })

      expect(await endsIn(store)).toEqual([30, undefined])
      expect(await store.tenant('main').get(tickets, 't10')).toBeUndefined()
      expect(await store.tenant('main').find(tickets, 'holder', 'layla')).toHaveLength(2)
      expect(await endsIn(store, 'other')).toEqual([10])
      expect(await purge(store, { to: 20, limit: 100 })).toEqual({ deleted: 0, last: undefined })
    })

    test('are deleted a number at a time, the first to end first, and on from the last', async () => {
      const store = subject.store()
      await putTickets(store, [50, 10, 40, 20, 30])

      expect(await purge(store, { to: 100, limit: 2 })).toEqual({ deleted: 2, last: 20 })
      expect(await endsIn(store)).toEqual([30, 40, 50])
      expect(await purge(store, { from: 40, to: 100, limit: 2 })).toEqual({ deleted: 2, last: 50 })
      expect(await endsIn(store)).toEqual([30])
    })

    test('end each by the clock of its own', async () => {
      const store = subject.store().tenant('directory')
      await store.transact((transaction) => {
        for (const holder of ['one', 'two']) transaction.put(passes, holder, { holder, endsAt: 10 })
      })

      expect((await store.purge(passes, { clock: 'one', to: 10, limit: 100 })).deleted).toBe(1)

      expect(await store.all(passes)).toEqual([{ holder: 'two', endsAt: 10 }])
    })

    test('stay where their end was put off, and can be put again once they are gone', async () => {
      const store = subject.store()
      await putTickets(store, [10, 20])
      await store.tenant('main').transact((each) => each.put(tickets, 't10', { holder: 'omar', endsAt: 90 }))
      expect((await purge(store, { to: 50, limit: 100 })).deleted).toBe(1)
      await putTickets(store, [20])

      expect(await endsIn(store)).toEqual([20, 90])
    })

    test('are deleted once each by several that delete at the same time', async () => {
      const stores = [subject.store(), await subject.another(), await subject.another()]
      const ends = Array.from({ length: 300 }, (_, index) => index)
      await putTickets(subject.store(), [...ends, 5000])

      let deleted = 0
      for (let round = 0; round < 100 && deleted < ends.length; round += 1) {
        const purged = await Promise.all(stores.map((store) => purge(store, { to: 1000, limit: 20 })))
        deleted += purged.reduce((sum, each) => sum + each.deleted, 0)
      }

      expect(deleted).toBe(ends.length)
      expect(await endsIn(subject.store())).toEqual([5000])
    })

    test('stay deleted when the store is given back its space and opened again', async () => {
      await putTickets(subject.store(), [10, 20, 30])
      await purge(subject.store(), { to: 20, limit: 100 })
      await subject.store().compact()

      expect(await endsIn(subject.store())).toEqual([30])
      if (!subject.engine.isDurable) return
      const again = await subject.reopen()
      expect(await endsIn(again)).toEqual([30])
      expect((await purge(again, { to: 30, limit: 100 })).deleted).toBe(1)
      expect(await endsIn(await subject.reopen())).toEqual([])
    })
  })
}
