import { afterAll, beforeAll, test } from 'vitest'
import { collections } from '#sandbox/collections.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { Store } from '#sandbox/store/store.js'
import { describePostgres, openDatabase, type TestDatabase } from '#sandbox/testing/postgres-database.js'
import { describeRaces } from '../races.js'
import { expectOneOfTwo, startSpending } from '../spends.js'

describePostgres('three banks on one PostgreSQL', () => {
  let database: TestDatabase
  let stores: [Store, ...Store[]]
  let banks: [Sandbox, ...Sandbox[]]

  beforeAll(async () => {
    database = await openDatabase()
    const open = () => openStore(database.url, collections)
    stores = [await open(), await open(), await open()]
    const start = () => startSandbox({ store: database.url })
    banks = [await start(), await start(), await start()]
  })

  afterAll(async () => {
    await Promise.all([...stores, ...banks].map((each) => each.close()))
    await database.drop()
  })

  describeRaces({ stores: () => stores, banks: () => banks })

  test('two payments at once of 60 % of what an account has, by two processes: one is posted', async () => {
    const [one, other] = await Promise.all([startSpending(database.url), startSpending(database.url)])
    try {
      await expectOneOfTwo([one.spend, other.spend], stores[0])
    } finally {
      await Promise.all([one.end(), other.end()])
    }
  })
})
