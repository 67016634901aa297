import { describePostgres, openDatabase } from '#sandbox/testing/postgres-database.js'
import { testTellingKills } from './crash/telling-kills.js'

describePostgres('two banks on PostgreSQL that are killed while they notify', () => {
  testTellingKills(async () => {
    const { url, drop } = await openDatabase()
    return { name: url, isShared: true, remove: drop }
  })
})
