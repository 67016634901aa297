import { collections } from '../collections.js'
import { openPostgresStore } from '../store/postgres/postgres-store.js'
import { describeEndedGrants } from '../testing/ended-grants.js'
import { describePostgres, openDatabase, type TestDatabase } from '../testing/postgres-database.js'

let database: TestDatabase

describePostgres('a grant that has ended', () => {
  describeEndedGrants(
    'PostgreSQL',
    async () => {
      database = await openDatabase()
      return openPostgresStore(database.url, collections)
    },
    () => database.drop(),
  )
})
