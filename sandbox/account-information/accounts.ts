/**
 * The two account reads. Source document, "Account resource"; fields FACTS 7.2, permissions FACTS 5.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import { type Account, schemePrefixes, type Version } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { rendered } from '../http/answer.js'
import { forbidden } from '../http/api-error.js'
import { consentOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Tenant } from '../tenants.js'
import type { ConsentRecord } from './consent.js'
import { noSuchPage } from './list-answer.js'
import { maskPan } from './masking.js'
import { joinText } from './page-body.js'
import { queryOf } from './query.js'
import { RenderedRows } from './rendered-rows.js'
import { type View, viewOf } from './view.js'

export type LinksStyle = 'as-observed' | 'object'

export function accountHandlers(
  linksStyle: LinksStyle,
): Readonly<Record<'getAccounts' | 'getAccount', OperationHandler>> {
  const rows = new RenderedRows(toAccountPayload, String)

  /** `null` in 0.0.1 and a plain string in 1.0.0, as the source document saw them, or the declared object. */
  const links = (version: Version, self: string) => {
    if (linksStyle === 'object') return { Self: self }
    return version === '0.0.1' ? null : self
  }

  const answer = (exchange: Exchange, accounts: readonly FixtureAccount[], self: string) => {
    const render = rows.of(viewOf(exchange, 'ReadAccountsDetail'))
    return rendered(joinText('Account', accounts.map(render), links(exchange.version, self), { TotalPages: 1 }))
  }

  return {
    getAccounts: {
      // there is one page (decision 0010): whoever counts further must not read it again
      checkFields: (exchange) => ((queryOf(exchange).page ?? '1') === '1' ? [] : [noSuchPage()]),
      handle: (exchange) => {
        const accounts = visibleAccounts(consentOf(exchange), exchange.tenant)
        return answer(exchange, accounts, `${exchange.baseUrl}/accounts`)
      },
    },

    getAccount: {
      ...namedAccount,
      handle: (exchange) => {
        const account = exchange.resource as FixtureAccount
        return answer(exchange, [account], `${exchange.baseUrl}/accounts/${account.accountId}`)
      },
    },
  }
}

/** The steps of every read of one account: which one the path names, and whether the PSU picked it. */
const namedAccount: Pick<OperationHandler, 'find' | 'checkOwnership'> = {
  find: ({ tenant, request }) => tenant.bank.accounts.get((request.params as { AccountId: string }).AccountId),
  checkOwnership: (exchange) => {
    if (!visibleAccounts(consentOf(exchange), exchange.tenant).includes(exchange.resource as FixtureAccount)) {
      throw forbidden('the PSU did not select the account')
    }
  },
}

/**
 * The two reads of what accounts have: of one account, and of all that the PSU picked.
 *
 * @param checkFields problems of the query
 * @param answer what is said of the accounts
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
      handle: (exchange) => answer(exchange, visibleAccounts(consentOf(exchange), exchange.tenant)),
    },
  }
}

/** The accounts the PSU picked, in the PSU's order. */
export function visibleAccounts(consent: ConsentRecord, tenant: Tenant): FixtureAccount[] {
  const psu = tenant.bank.psus.find(({ psuId }) => psuId === consent.psuId)
  const showsAll = tenant.faults.allows('all-accounts')
  const visible: FixtureAccount[] = []
  for (const accountId of psu?.accountIds ?? []) {
    const account = tenant.bank.accounts.get(accountId)
    if (account && (showsAll || consent.accountIds?.includes(accountId))) visible.push(account)
  }
  return visible
}

/** An account as a view shows it: without Detail, the identifiers and the servicer are absent. */
export function toAccountPayload(account: FixtureAccount, view: View): Account {
  const { version } = view
  const prefix = schemePrefixes[version]
  const shown = version === '0.0.1' ? account.identifiers.slice(0, 2) : account.identifiers.slice(0, 1)
  const detail = view.detail && {
    Account: shown.map(({ scheme, identification, name }) => ({
      SchemeName: prefix + scheme,
      Identification: scheme === 'PAN' && !view.pan ? maskPan(identification) : identification,
      ...(name !== undefined && { Name: name }),
    })),
    Servicer: { SchemeName: `${prefix}BICFI`, Identification: account.servicerBic },
  }
  return {
    AccountId: account.accountId,
    Status: account.status,
    StatusUpdateDateTime: toDateTime(account.statusUpdatedAt),
    Currency: account.currency,
    AccountType: account.accountType,
    AccountSubType: account.accountSubType,
    ...(account.description !== undefined && { Description: account.description }),
    ...(account.nickname !== undefined && { Nickname: account.nickname }),
    OpeningDate: toDateTime(account.openedAt),
    ...detail,
  } as Account
}
