/**
 * What a profile leaves out of a family of operations that it claims, though the standard has it mandatory there.
 *
 * @module
 */
import { type OperationId, operation, operationIds, type Version, versions } from '#standard/index.js'
import type { Profile } from './profile.js'

export interface Unclaimed {
  readonly operation: OperationId
  readonly version: Version
}

/** Families that a bank offers as a whole or not at all; what is mandatory is so within its family. */
const families: readonly RegExp[] = [
  /^\/(account-access-consents|accounts|balances|transactions|beneficiaries|standing-orders)\b/,
  /^\/sharing-product-details\b/,
  /^\/event/,
]

/** Of a family of payments: consents, payments and details of one kind are one family. */
function familyOf(id: OperationId): string {
  const { path } = operation(id)
  const index = families.findIndex((family) => family.test(path))
  if (index >= 0) return String(index)
  const [, resource = ''] = path.split('/')
  return resource.replace(/(-cancellation)?(-consents|s)$/, '')
}

/** Mandatory, or `with-post`: a read that is mandatory where its resource can be created. */
function isDemanded(id: OperationId, claimed: ReadonlySet<OperationId>, version: Version): boolean {
  const { obligation, path } = operation(id)
  if (obligation === 'mandatory') return true
  if (obligation !== 'with-post') return false
  const [, resource] = path.split('/')
  return [...claimed].some((each) => {
    const { method, path: at, versions: offered } = operation(each)
    return method === 'POST' && offered.includes(version) && at.split('/')[1] === resource
  })
}

/** The operations that are missing, by version. A family of which nothing is claimed is left out, and nothing of it missing. */
export function unclaimedMandatory(profile: Pick<Profile, 'versions' | 'operations'>): readonly Unclaimed[] {
  const claimed = new Set(profile.operations)
  return versions
    .filter((version) => profile.versions[version] !== undefined)
    .flatMap((version) => {
      const offered = operationIds.filter((id) => operation(id).versions.includes(version))
      const begun = new Set(offered.filter((id) => claimed.has(id)).map(familyOf))
      return offered
        .filter((id) => !claimed.has(id) && begun.has(familyOf(id)) && isDemanded(id, claimed, version))
        .map((id) => ({ operation: id, version }))
    })
}

/** `getAccountBalances (1.0.0), getAccountTransactions (1.0.0)`. */
export const unclaimedText = (unclaimed: readonly Unclaimed[]): string =>
  unclaimed.map(({ operation: id, version }) => `${id} (${version})`).join(', ')
