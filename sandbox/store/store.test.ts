import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLowdbStore } from './lowdb/lowdb-store.js'
import { MemoryStore } from './memory-store.js'
import { testCollections } from './testing/collections.js'
import type { Engine } from './testing/engine.js'
import { describeStores } from './testing/store.contract.js'

const memory: Engine = {
  name: 'memory',
  isDurable: false,
  prepare: async () => ({ open: async () => new MemoryStore(), remove: async () => undefined }),
}

const lowdb: Engine = {
  name: 'lowdb',
  isDurable: true,
  prepare: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ob-store-'))
    return {
      open: () => openLowdbStore(folder, testCollections),
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  },
}

// PostgreSQL runs the same contract in postgres/store.postgres.test.ts, which needs a server.
describeStores([memory, lowdb])
