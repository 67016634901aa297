/**
 * What can be wrong with the PSU and the accounts that a call of the control API names.
 *
 * @module
 */
import { problem, type Reason } from '../http/api-error.js'
import type { Tenant } from '../tenants/tenant.js'

/**
 * Problems of the PSU, and of accounts that are not theirs.
 *
 * @param username the PSU
 * @param accounts ids of several accounts
 * @param account id of a single one
 */
export function psuProblems(
  { psus }: Tenant,
  username: string,
  accounts: readonly string[] = [],
  account?: string,
): Reason[] {
  const psu = psus.byUsername.get(username)
  if (!psu) return [problem('psuUnknown', { username })]
  const own = new Set(psu.accountIds)
  const named = accounts.map((accountId, index) => ({ accountId, path: `accounts[${index}]` }))
  const all = account === undefined ? named : [...named, { accountId: account, path: 'account' }]
  return all.flatMap(({ accountId, path }) =>
    own.has(accountId) ? [] : [problem('accountOfOtherPsu', { accountId, username, path })],
  )
}
