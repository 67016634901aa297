import { collections } from './collections.js'
import { openPostgresStore } from './store/postgres/postgres-store.js'
import { describeEndedRecords } from './testing/ended-records.js'
import { describePostgres, openDatabase, type TestDatabase } from './testing/postgres-database.js'

describePostgres('on a server', () => {
  let database: TestDatabase
  describeEndedRecords(
    'PostgreSQL',
    async () => {
      database = await openDatabase()
      return openPostgresStore(database.url, collections)
    },
    () => database.drop(),
  )
})
