/**
 * Renders the pages of a PSU's consents.
 *
 * @module
 */

import {
  type ConsentState,
  type Locale,
  type MyConsentView,
  renderChangeAccountsPage,
  renderMyConsentsPage,
  renderRevokePage,
  renderWithdrawPage,
} from '#authorize-ui/pages.js'
import type { Psu } from '#fixtures/types.js'
import {
  type AccountConsent,
  accountIdsOf,
  type ConsentRecord,
  isAccountConsent,
  isExpired,
  isPaymentConsent,
  pickedOf,
} from '../consents/consent.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { tppRecords } from '../identity/tpps.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { accountView } from './account-view.js'
import { askedOf } from './authorise-views.js'
import { bankName, styleHrefOf } from './error-pages.js'
import { renderFileItems } from './file-items-views.js'
import { myPaymentView } from './my-payments-views.js'
import { paymentOf } from './payment-views.js'
import type { LoggedIn } from './sessions.js'

/** Consents per page of the list. */
export const consentsPerPage = 20

/** The bank whose pages are rendered. */
export interface MyConsentsBank {
  readonly tenant: Tenant
  readonly directory: TenantStore
  /** Path of the bank, without a trailing slash. Links are paths, as the bank may be reached by several host names. */
  readonly basePath: string
}

/** What the forms and links of a requested page need. */
export interface Visit {
  readonly locale: Locale
  readonly csrf: string
}

export const myConsentsPath = '/my-consents'

/** Address of one of these pages. */
export function hrefOf(basePath: string, path = '', query: Record<string, string> = {}) {
  const parameters = new URLSearchParams(query).toString()
  return basePath + myConsentsPath + path + (parameters && `?${parameters}`)
}

export type ConsentPage = 'accounts' | 'revoke'

export const pathOfConsent = (consentId: string, page: ConsentPage | 'payments') =>
  `/${encodeURIComponent(consentId)}/${page}`

export function frameOf(basePath: string, { locale, csrf }: Visit, path = '', query?: Record<string, string>) {
  return {
    locale,
    action: hrefOf(basePath, path),
    csrf,
    styleHref: styleHrefOf(basePath),
    bankName,
    otherLocaleHref: hrefOf(basePath, path, { ...query, lang: locale === 'ar' ? 'en' : 'ar' }),
  }
}

export interface ListRequest {
  /** Counted from 1. */
  readonly page: number
  /** Id of the consent that was just changed. */
  readonly changed: string | undefined
}

/** The list of the PSU's consents. */
export async function renderList(
  bank: MyConsentsBank,
  visit: Visit,
  { psu, expiresAt: loggedOutAt }: LoggedIn,
  consents: readonly ConsentRecord[],
  { page: asked, changed }: ListRequest,
): Promise<string> {
  const { basePath } = bank
  const page = Math.max(1, Math.min(asked, Math.ceil(consents.length / consentsPerPage)))
  const start = (page - 1) * consentsPerPage
  const shown = consents.slice(start, start + consentsPerPage)
  const view = (consent: ConsentRecord) => consentView(bank, psu, consent)
  const justChanged = consents.find(({ consentId }) => consentId === changed)
  const pageHref = (number: number) => hrefOf(basePath, '', number > 1 ? { page: String(number) } : {})
  return renderMyConsentsPage({
    ...frameOf(basePath, visit, '', page > 1 ? { page: String(page) } : {}),
    psuName: psu.name,
    loggedOutAt,
    consents: (await Promise.all(shown.map(view))).filter((each) => each !== undefined),
    changed: justChanged && (await view(justChanged)),
    ...(page > 1 && { newerHref: pageHref(page - 1) }),
    ...(consents.length > start + consentsPerPage && { olderHref: pageHref(page + 1) }),
  })
}

async function consentView(bank: MyConsentsBank, psu: Psu, consent: ConsentRecord): Promise<MyConsentView | undefined> {
  const { tenant, basePath } = bank
  const href = (page: Parameters<typeof pathOfConsent>[1]) => hrefOf(basePath, pathOfConsent(consent.consentId, page))
  const tppName = await tppNameOf(bank, consent)
  if (!isAccountConsent(consent)) {
    return myPaymentView(tenant, consent, tppName, { withdraw: href('revoke'), payments: href('payments') })
  }
  const state = stateOf(consent, tenant.clock.now())
  return {
    tppName,
    state,
    ...askedOf(consent),
    accounts: pickedOf(psu.accountIds, accountIdsOf(consent)).map((each) => accountView(tenant, each, undefined)),
    createdAt: consent.createdAt,
    changedAt: Math.max(consent.statusUpdatedAt, consent.accountsChangedAt ?? 0),
    ...(state === 'active' && { hrefs: { accounts: href('accounts'), revoke: href('revoke') } }),
  }
}

function stateOf(consent: AccountConsent, now: number): ConsentState {
  if (consent.status !== 'Authorised') return 'revoked'
  return isExpired(consent, now) ? 'expired' : 'active'
}

/** The page on which a PSU changes a consent. */
export async function renderConsentPage(
  bank: MyConsentsBank,
  visit: Visit,
  psu: Psu,
  consent: ConsentRecord,
  page: ConsentPage,
  ticked: readonly string[] = accountIdsOf(consent),
  problem?: 'no-account',
): Promise<string> {
  const { tenant, basePath } = bank
  const path = pathOfConsent(consent.consentId, page)
  const accounts = psu.accountIds.map((accountId) => accountView(tenant, accountId, ticked))
  const view = {
    ...frameOf(basePath, visit, path),
    tppName: await tppNameOf(bank, consent),
    backHref: hrefOf(basePath),
  }
  const payment = await paymentOf(tenant, consent)
  if (payment) {
    return renderWithdrawPage({ ...view, kind: isPaymentConsent(consent) ? 'payment' : 'cancellation', payment })
  }
  if (page === 'revoke') return renderRevokePage({ ...view, accounts: accounts.filter(({ selected }) => selected) })
  const revokeHref = hrefOf(basePath, pathOfConsent(consent.consentId, 'revoke'))
  return renderChangeAccountsPage({ ...view, accounts, revokeHref, ...(problem && { problem }) })
}

/** A page of the payments of a file that the PSU has decided on. @param page from 1 on, as the address says it */
export async function renderPaymentsOfFile(
  bank: MyConsentsBank,
  { locale }: Visit,
  consent: ConsentRecord,
  file: UploadedFile,
  page: unknown,
): Promise<string> {
  const { tenant, basePath } = bank
  const path = pathOfConsent(consent.consentId, 'payments')
  return renderFileItems({
    file,
    page,
    tenant,
    tppName: await tppNameOf(bank, consent),
    publicUrl: basePath,
    locale,
    hrefOf: (number) => hrefOf(basePath, path, number > 1 ? { page: String(number) } : {}),
    backHref: hrefOf(basePath),
    isDecided: true,
  })
}

async function tppNameOf({ directory }: MyConsentsBank, { tppId }: ConsentRecord): Promise<string> {
  const tpp = await directory.get(tppRecords, tppId)
  return tpp?.name ?? tppId
}
