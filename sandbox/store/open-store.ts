/**
 * Opens a store by its name.
 *
 * @module
 */
import type { AnyCollection } from './collection.js'
import { MemoryStore } from './memory-store.js'
import type { Store } from './store.js'
import { isPostgresUrl } from './store-name.js'

/**
 * Opens a store.
 *
 * @param name `memory`, `lowdb:DIR`, or the URL of a PostgreSQL database
 * @param collections every collection that it stores
 */
export async function openStore(name: string, collections: readonly AnyCollection[]): Promise<Store> {
  if (name === 'memory') return new MemoryStore()
  if (isPostgresUrl(name)) {
    const { openPostgresStore } = await import('./postgres/postgres-store.js')
    return openPostgresStore(name, collections)
  }
  const { openLowdbStore } = await import('./lowdb/lowdb-store.js')
  return openLowdbStore(name.slice('lowdb:'.length), collections)
}
