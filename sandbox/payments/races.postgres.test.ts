import { afterAll, beforeAll } from 'vitest'
import { collections } from '../collections.js'
import { openStore } from '../store/open-store.js'
import { describePostgres, openDatabase, type TestDatabase } from '../testing/postgres-database.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { describePaymentRaces } from './testing/payment-races.js'

describePostgres('two banks on one PostgreSQL', () => {
  let database: TestDatabase
  let banks: [TestBank, TestBank]

  beforeAll(async () => {
    database = await openDatabase()
    const open = async () => openTestBank({ store: await openStore(database.url, collections) })
    banks = [await open(), await open()]
  })

  afterAll(async () => {
    await Promise.all(banks.map((bank) => bank.close()))
    await database.drop()
  })

  describePaymentRaces(() => banks)
})
