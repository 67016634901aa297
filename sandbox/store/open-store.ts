/**
 * From the name of a store to the store.
 *
 * @module
 */
import { MemoryStore } from './memory-store.js'
import type { Store } from './store.js'
import { isPostgresUrl } from './store-name.js'

/** `memory`, `lowdb:DIR`, or the URL of a PostgreSQL database. */
export async function openStore(name: string): Promise<Store> {
  if (name === 'memory') return new MemoryStore()
  if (isPostgresUrl(name)) {
    const { openPostgresStore } = await import('./postgres/postgres-store.js')
    return openPostgresStore(name)
  }
  const { openLowdbStore } = await import('./lowdb/lowdb-store.js')
  return openLowdbStore(name.slice('lowdb:'.length))
}
