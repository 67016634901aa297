/**
 * What every engine promises, as tests. `describeStores` is all that an engine's test file calls.
 *
 * @module
 */
import { afterEach, beforeEach, describe } from 'vitest'
import type { Store } from '../store.js'
import { describeAnswers } from './answers.contract.js'
import type { Engine, Ground } from './engine.js'
import { describeIsolation } from './isolation.contract.js'

/** One engine under test, emptied before each test. */
export interface Bench {
  readonly engine: Engine
  /** The store of this test. */
  store(): Store
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>
  /** The same documents as another process would see them: the same store, unless the engine is shared. */
  another(): Promise<Store>
}

export function describeStores(engines: readonly Engine[]): void {
  describe.each(engines)('the store in $name', (engine) => {
    const opened: Store[] = []
    let ground: Ground

    const open = async () => {
      const store = await ground.open()
      opened.push(store)
      return store
    }

    const bench: Bench = {
      engine,
      store: () => opened[0] as Store,
      reopen: async () => {
        await Promise.all(opened.splice(0).map((store) => store.close()))
        return open()
      },
      another: async () => (bench.store().isShared ? open() : bench.store()),
    }

    beforeEach(async () => {
      ground = await engine.prepare()
      await open()
    })

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()))
      await ground.remove()
    })

    describeAnswers(bench)
    describeIsolation(bench)
  })
}
