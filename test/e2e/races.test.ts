import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { collections } from '#sandbox/collections.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { MemoryStore } from '#sandbox/store/memory-store.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { Store } from '#sandbox/store/store.js'
import { describeRaces } from '../races.js'
import { spenderOn } from '../spending.js'
import { expectOneOfTwo } from '../spends.js'

describe('a bank on lowdb', () => {
  const folders: string[] = []
  let store: Store
  let bank: Sandbox

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ob-races-'))
    folders.push(folder)
    return folder
  }

  beforeAll(async () => {
    store = await openStore(`lowdb:${await newFolder()}`, collections)
    bank = await startSandbox({ store: `lowdb:${await newFolder()}` })
  })

  afterAll(async () => {
    await Promise.all([store.close(), bank.close()])
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  describeRaces({ stores: () => [store], banks: () => [bank] })
})

test('two payments at once of 60 % of what an account has, on a store in memory: one is posted', async () => {
  const store = new MemoryStore()
  await expectOneOfTwo([spenderOn(store)], store)
})
