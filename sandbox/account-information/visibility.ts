/**
 * What a consent makes visible: which accounts, and which of their fields. FACTS 5.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import type { Permission, Version } from '#standard/index.js'
import type { AccountConsent } from '../consents/consent.js'
import { refusal } from '../http/api-error.js'
import { accountConsentOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Tenant } from '../tenants/tenant.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** The accounts of a PSU that a consent covers, in the PSU's order. Account ids. */
    visibleAccounts(consent: AccountConsent, own: readonly string[]): readonly string[]
    /** Whether the fields that this permission adds are shown. */
    showsDetail(consent: AccountConsent, permission: Permission): boolean
    /** Whether card numbers are shown in full. */
    showsPan(consent: AccountConsent): boolean
  }
}

export const accountRules = {
  visibleAccounts: ({ accountIds = [] }: AccountConsent, own: readonly string[]) =>
    own.filter((accountId) => accountIds.includes(accountId)),
  showsDetail: ({ permissions }: AccountConsent, permission: Permission) => permissions.includes(permission),
  showsPan: ({ permissions }: AccountConsent) => permissions.includes('ReadPAN'),
}

/** The steps of every read of one account: find it, and check that the PSU picked it. */
export const namedAccount: Pick<OperationHandler, 'find' | 'checkOwnership'> = {
  find: ({ tenant, request }) => tenant.bank.accounts.get((request.params as { AccountId: string }).AccountId),
  checkOwnership: (exchange) => {
    const { accountId } = exchange.resource as FixtureAccount
    if (!visibleIds(accountConsentOf(exchange), exchange.tenant).includes(accountId))
      throw refusal('accountNotSelected')
  },
}

/**
 * The two reads of account data: of one account, and of all that the PSU picked.
 *
 * @param checkFields problems of the query
 * @param answer makes the answer for the accounts
 */
export function readsOfAccounts(
  checkFields: NonNullable<OperationHandler['checkFields']>,
  answer: (exchange: Exchange, accounts: readonly FixtureAccount[]) => ReturnType<OperationHandler['handle']>,
): { readonly ofOne: OperationHandler; readonly ofAll: OperationHandler } {
  return {
    ofOne: {
      ...namedAccount,
      checkFields,
      handle: (exchange) => answer(exchange, [exchange.resource as FixtureAccount]),
    },
    ofAll: {
      checkFields,
      handle: (exchange) => answer(exchange, visibleAccounts(accountConsentOf(exchange), exchange.tenant)),
    },
  }
}

/** The accounts the PSU picked, in the PSU's order. */
export function visibleAccounts(consent: AccountConsent, tenant: Tenant): FixtureAccount[] {
  return visibleIds(consent, tenant)
    .map((accountId) => tenant.bank.accounts.get(accountId))
    .filter((account) => account !== undefined)
}

function visibleIds(consent: AccountConsent, { psus, rules }: Tenant): readonly string[] {
  return rules.visibleAccounts(consent, psus.byId.get(consent.psuId ?? '')?.accountIds ?? [])
}

export interface View {
  readonly version: Version
  /** Whether the fields of the Detail permission are shown. */
  readonly detail: boolean
  /** Whether card numbers are shown in full. */
  readonly pan: boolean
}

/** A key for a view. */
export const nameOf = ({ version, detail, pan }: View): string => `${version} ${detail} ${pan}`

/** @param detail the permission that adds the fields of Detail */
export function viewOf(exchange: Exchange, detail: Permission): View {
  const { tenant, version } = exchange
  const consent = accountConsentOf(exchange)
  return {
    version,
    detail: tenant.rules.showsDetail(consent, detail),
    pan: tenant.rules.showsPan(consent),
  }
}
