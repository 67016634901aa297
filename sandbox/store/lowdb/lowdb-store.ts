/**
 * Keeps everything in memory and, before a transaction resolves, in a JSON file a person can open.
 *
 * The whole file is written at each commit, to a temporary file that is then renamed; commits that come while a write is
 * under way share the next one.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Low } from 'lowdb'
import { JSONFilePreset } from 'lowdb/node'
import { MemoryStore } from '../memory-store.js'
import type { CollectionName, Store } from '../store.js'

type Documents = Record<string, Record<string, Record<string, unknown>>>

/** One file under `directory`, which is made when it is not there. Refuses a file that is not JSON, naming it. */
export async function openLowdbStore(directory: string): Promise<Store> {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'bank.json')
  const db = await read(file)
  let next: Promise<void> | undefined
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    next = undefined
    db.data = store.snapshot()
    return db.write()
  }
  const store: MemoryStore = new MemoryStore(() => {
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        writing = write()
        return writing
      })
    return next
  })
  for (const [tenantId, collections] of Object.entries(db.data)) {
    for (const [collection, documents] of Object.entries(collections)) {
      for (const [id, document] of Object.entries(documents)) {
        store.apply({ tenantId, collection: collection as CollectionName, id, document })
      }
    }
  }
  return store
}

async function read(file: string): Promise<Low<Documents>> {
  try {
    return await JSONFilePreset<Documents>(file, {})
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is not JSON: ${error.message}`, { cause: error })
    throw error
  }
}
