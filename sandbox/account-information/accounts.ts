/**
 * The two account reads. Source document, "Account resource"; fields FACTS 7.2, permissions FACTS 5.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import { type Account, schemePrefixes, type Version } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { rendered } from '../http/answer.js'
import { problem } from '../http/api-error.js'
import { accountConsentOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import { maskPan } from './masking.js'
import { RenderedRows, ShownPages } from './paging/pages.js'
import { queryOf } from './query.js'
import { namedAccount, nameOf, type View, viewOf, visibleAccounts } from './visibility.js'

export type LinksStyle = 'as-observed' | 'object'

export function accountHandlers(
  linksStyle: LinksStyle,
): Readonly<Record<'getAccounts' | 'getAccount', OperationHandler>> {
  const rows = new RenderedRows(toAccountPayload)
  const pages = new ShownPages<FixtureAccount>('Account')

  /** `null` in 0.0.1 and a plain string in 1.0.0, as the source document observed them, or the declared object. */
  const links = (version: Version, self: string) => {
    if (linksStyle === 'object') return { Self: self }
    return version === '0.0.1' ? null : self
  }

  const answer = (exchange: Exchange, accounts: readonly FixtureAccount[], self: string) => {
    const view = viewOf(exchange, 'ReadAccountsDetail')
    return rendered(
      pages.page({
        view: nameOf(view),
        rows: accounts,
        render: (index) => rows.of(view)(accounts[index] as FixtureAccount, undefined),
        frame: self,
        links: () => links(view.version, self),
        meta: () => ({ TotalPages: 1 }),
      }),
    )
  }

  return {
    getAccounts: {
      // there is one page (decision 0010): a later page must not repeat it
      checkFields: (exchange) => ((queryOf(exchange).page ?? '1') === '1' ? [] : [problem('pageUnknown')]),
      handle: (exchange) => {
        const accounts = visibleAccounts(accountConsentOf(exchange), exchange.tenant)
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
