/**
 * What every engine promises, as tests. `describeStores` is all that an engine's test file calls.
 *
 * @module
 */
import { afterEach, beforeEach, describe } from 'vitest'
import type { Store } from '../store.js'
import { describeAnswers } from './answers.contract.js'
import type { Engine, TestDatabase } from './engine.js'
import { describeIsolation } from './isolation.contract.js'
import { describeNested } from './nested.contract.js'
import { describePurges } from './purge.contract.js'

/** The engine of a test and its store, empty before each test. */
export interface StoreUnderTest {
  readonly engine: Engine
  /** The store of this test. */
  store(): Store
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>
  /** A second store on the same documents, as another process would open; the same store where the engine is not shared. */
  another(): Promise<Store>
}

export function describeStores(engines: readonly Engine[]): void {
  describe.each(engines)('the store in $name', (engine) => {
    const opened: Store[] = []
    let database: TestDatabase

    const open = async () => {
      const store = await database.open()
      opened.push(store)
      return store
    }

    const subject: StoreUnderTest = {
      engine,
      store: () => opened[0] as Store,
      reopen: async () => {
        await Promise.all(opened.splice(0).map((store) => store.close()))
        return open()
      },
      another: async () => (subject.store().isShared ? open() : subject.store()),
    }

    beforeEach(async () => {
      database = await engine.prepare()
      await open()
    })

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
      await database.remove()
    })

    describeAnswers(subject)
    describeIsolation(subject)
    describeNested(subject)
    describePurges(subject)
  })
}
