import { describePostgres, openDatabase } from '../../testing/postgres-database.js'
import { testCollections } from '../testing/collections.js'
import type { Engine } from '../testing/engine.js'
import { describeStores } from '../testing/store.contract.js'
import { openPostgresStore } from './postgres-store.js'

const postgres: Engine = {
  name: 'PostgreSQL',
  isDurable: true,
  prepare: async () => {
    const { url, drop } = await openDatabase()
    return { open: () => openPostgresStore(url, testCollections), remove: drop }
  },
}

describePostgres('on a server', () => describeStores([postgres]))
