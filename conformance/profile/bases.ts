/**
 * Under which base URL a bank has an operation: its version's, or that of the operation's family.
 *
 * @module
 */
import { type OperationId, operation, type Version, versions } from '#standard/index.js'
import type { ApiFamily, Profile } from './profile.js'

export type Bases = Pick<Profile, 'versions' | 'families'>

/** The family of an operation, of those that may have a base URL of their own; account information has the version's. */
function familyOf(id: OperationId): ApiFamily | undefined {
  const { path, scopes } = operation(id)
  if (path.startsWith('/event')) return 'events'
  if (path.startsWith('/sharing-product-details')) return 'products'
  return scopes.includes('payments') && !scopes.includes('accounts') ? 'payments' : undefined
}

/** Without a trailing slash; `undefined` for a version that the bank does not claim. */
export function baseOf({ versions: bases, families }: Bases, version: Version, id: OperationId): string | undefined {
  const family = familyOf(id)
  const own = family && families?.[version]?.[family]
  return own ?? bases[version]
}

/** Every base URL that there is, with its version. */
export function allBases({ versions: bases, families }: Bases): { readonly version: Version; readonly base: string }[] {
  return versions.flatMap((version) => {
    const own = [bases[version], ...Object.values(families?.[version] ?? {})]
    return [...new Set(own.filter((base) => base !== undefined))].map((base) => ({ version, base }))
  })
}
