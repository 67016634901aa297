import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collections } from './collections.js'
import { openLowdbStore } from './store/lowdb/lowdb-store.js'
import { MemoryStore } from './store/memory-store.js'
import { describeEndedRecords, oidcModels, unlistedCollections } from './testing/ended-records.js'

/** Models of the library that are not stored here: TPPs have a collection of their own, ID tokens are only signed. */
const notStored = ['BaseModel', 'BaseToken', 'Client', 'IdToken']

test('every collection of the bank has a kind of record that ends, or is listed as kept', () => {
  expect(unlistedCollections()).toEqual([])
})

test('every model that the library stores is a kind of record that ends', async () => {
  const path: string = 'oidc-provider/lib/models/index.js'
  const models = Object.keys((await import(path)) as object).map((name) => name.replace(/^get/, ''))

  expect(models.filter((name) => !notStored.includes(name)).sort()).toEqual([...oidcModels])
})

describeEndedRecords(
  'memory',
  async () => new MemoryStore(),
  async () => undefined,
)

const folders: string[] = []
describeEndedRecords(
  'lowdb',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ob-ended-'))
    folders.push(folder)
    return openLowdbStore(folder, collections)
  },
  async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  },
)
