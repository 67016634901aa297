/**
 * From the name of a store to the store.
 *
 * @module
 */
import { MemoryStore } from './memory-store.js'
import type { Store } from './store.js'

/** `memory`, or `lowdb:DIR`. */
export async function openStore(name: string): Promise<Store> {
  if (name === 'memory') return new MemoryStore()
  const { openLowdbStore } = await import('./lowdb/lowdb-store.js')
  return openLowdbStore(name.slice('lowdb:'.length))
}
