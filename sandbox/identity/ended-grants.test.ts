import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collections } from '../collections.js'
import { openLowdbStore } from '../store/lowdb/lowdb-store.js'
import { MemoryStore } from '../store/memory-store.js'
import { describeEndedGrants } from '../testing/ended-grants.js'

let folder: string

describeEndedGrants(
  'memory',
  async () => new MemoryStore(),
  async () => {},
)
describeEndedGrants(
  'a folder of lowdb',
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'ended-grants-'))
    return openLowdbStore(join(folder, 'store'), collections)
  },
  () => rm(folder, { recursive: true, force: true }),
)
