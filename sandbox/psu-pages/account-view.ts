/**
 * Accounts as the pages of their PSU show them.
 *
 * @module
 */
import type { AccountChoice } from '#authorize-ui/pages.js'
import type { AccountIdentifier } from '#fixtures/types.js'
import type { Tenant } from '../tenants/tenant.js'

/** An account as shown to its PSU, ticked if it was picked. */
export function accountView(
  { bank }: Pick<Tenant, 'bank'>,
  accountId: string,
  picked: readonly string[] | undefined,
): AccountChoice {
  const account = bank.accounts.get(accountId)
  if (!account) throw new Error(`account ${accountId} of a PSU is not in the bank`)
  const [first] = account.identifiers
  return {
    accountId,
    name: account.nickname,
    maskedIdentification: first ? maskedIdentification(first) : '',
    currency: account.currency,
    kind: account.accountSubType,
    selected: picked?.includes(accountId) ?? false,
  }
}

/** An identifier as the PSU's pages show it: the last four characters. */
export function maskedIdentification({ identification }: AccountIdentifier): string {
  return `•••• ${identification.slice(-4)}`
}
