/**
 * Stores for tests that fail or are slow.
 *
 * @module
 */
import type { Store, TenantStore } from '../store/store.js'

/** A store in which some functions of each tenant's part are replaced. */
export function alteredStore(store: Store, replace: (part: TenantStore) => Partial<TenantStore>): Store {
  return {
    isShared: store.isShared,
    compact: () => store.compact(),
    close: () => store.close(),
    tenant: (id) => {
      const part = store.tenant(id)
      return { ...part, ...replace(part) }
    },
  }
}
