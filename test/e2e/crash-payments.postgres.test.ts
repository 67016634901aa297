import { describePostgres, openDatabase } from '#sandbox/testing/postgres-database.js'
import { testPayingKills } from './crash/paying-kills.js'

describePostgres('a bank on PostgreSQL that is killed while another one pays', () => {
  testPayingKills(async () => {
    const { url, drop } = await openDatabase()
    return { name: url, isShared: true, remove: drop }
  })
})
