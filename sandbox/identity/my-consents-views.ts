/**
 * From a PSU and their consents to the pages that show them.
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
} from '#authorize-ui/pages.js'
import type { Psu } from '#fixtures/types.js'
import { type ConsentRecord, expiresAt, isExpired, pickedOf } from '../account-information/consent.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { bankName, styleHrefOf } from './error-pages.js'
import { accountView, instant } from './page-views.js'
import type { LoggedIn } from './psu-sessions.js'

/** Consents on a page of the list. */
export const consentsPerPage = 20

export interface MyConsentsSurroundings {
  readonly tenant: Tenant
  readonly directory: TenantStore
  /** Path of the bank, without a slash at its end. Links are paths: a PSU may come by any name the bank has. */
  readonly basePath: string
}

/** The page someone asks for, and what its forms and links need. */
export interface Visit {
  readonly locale: Locale
  /** The language asked for in the address: links keep it. */
  readonly lang: Locale | undefined
  readonly csrf: string
}

export const myConsentsPath = '/my-consents'

/** Address of a page of the PSU's, in the language asked for. */
export function hrefOf(basePath: string, lang: Locale | undefined, path = '', query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({ ...query, ...(lang && { lang }) }).toString()
  return basePath + myConsentsPath + path + (parameters && `?${parameters}`)
}

export type ConsentPage = 'accounts' | 'revoke'

export const pathOfConsent = (consentId: string, page: ConsentPage) => `/${encodeURIComponent(consentId)}/${page}`

export function frameOf(basePath: string, { locale, lang, csrf }: Visit, path = '', query?: Record<string, string>) {
  return {
    locale,
    action: hrefOf(basePath, lang, path),
    csrf,
    styleHref: styleHrefOf(basePath),
    bankName,
    otherLocaleHref: hrefOf(basePath, locale === 'ar' ? 'en' : 'ar', path, query),
  }
}

export interface ListRequest {
  /** From 1. */
  readonly page: number
  /** Id of a consent that was just changed. */
  readonly changed: string | undefined
}

/** The list of the PSU's consents. */
export async function renderList(
  surroundings: MyConsentsSurroundings,
  visit: Visit,
  { psu, expiresAt: loggedOutAt }: LoggedIn,
  consents: readonly ConsentRecord[],
  { page: asked, changed }: ListRequest,
): Promise<string> {
  const { basePath } = surroundings
  const page = Math.max(1, Math.min(asked, Math.ceil(consents.length / consentsPerPage)))
  const start = (page - 1) * consentsPerPage
  const shown = consents.slice(start, start + consentsPerPage)
  const view = (consent: ConsentRecord) => consentView(surroundings, visit, psu, consent)
  const justChanged = consents.find(({ consentId }) => consentId === changed)
  const pageHref = (number: number) => hrefOf(basePath, visit.lang, '', number > 1 ? { page: String(number) } : {})
  return renderMyConsentsPage({
    ...frameOf(basePath, visit, '', page > 1 ? { page: String(page) } : {}),
    psuName: psu.name,
    loggedOutAt,
    consents: await Promise.all(shown.map(view)),
    ...(justChanged && { changed: await view(justChanged) }),
    ...(page > 1 && { newerHref: pageHref(page - 1) }),
    ...(consents.length > start + consentsPerPage && { olderHref: pageHref(page + 1) }),
  })
}

async function consentView(
  surroundings: MyConsentsSurroundings,
  { lang }: Visit,
  psu: Psu,
  consent: ConsentRecord,
): Promise<MyConsentView> {
  const { tenant, basePath } = surroundings
  const state = stateOf(consent, tenant.clock.now())
  const href = (page: ConsentPage) => hrefOf(basePath, lang, pathOfConsent(consent.consentId, page))
  return {
    tppName: await tppNameOf(surroundings, consent),
    state,
    permissions: consent.permissions,
    accounts: pickedOf(psu.accountIds, consent.accountIds ?? []).map((each) => accountView(tenant, each, undefined)),
    createdAt: consent.createdAt,
    changedAt: Math.max(consent.statusUpdatedAt, consent.accountsChangedAt ?? 0),
    expiresAt: expiresAt(consent),
    transactionFrom: instant(consent.transactionFromDateTime),
    transactionTo: instant(consent.transactionToDateTime),
    ...(state === 'active' && { hrefs: { accounts: href('accounts'), revoke: href('revoke') } }),
  }
}

function stateOf(consent: ConsentRecord, now: number): ConsentState {
  if (consent.status !== 'Authorised') return 'revoked'
  return isExpired(consent, now) ? 'expired' : 'active'
}

/** The page on which a consent that can be changed is changed. */
export async function renderConsentPage(
  surroundings: MyConsentsSurroundings,
  visit: Visit,
  psu: Psu,
  consent: ConsentRecord,
  page: ConsentPage,
  problem?: 'no-account',
): Promise<string> {
  const { tenant, basePath } = surroundings
  const path = pathOfConsent(consent.consentId, page)
  const picked = problem ? [] : consent.accountIds
  const accounts = psu.accountIds.map((accountId) => accountView(tenant, accountId, picked))
  const view = {
    ...frameOf(basePath, visit, path),
    tppName: await tppNameOf(surroundings, consent),
    backHref: hrefOf(basePath, visit.lang),
  }
  if (page === 'revoke') return renderRevokePage({ ...view, accounts: accounts.filter(({ selected }) => selected) })
  const revokeHref = hrefOf(basePath, visit.lang, pathOfConsent(consent.consentId, 'revoke'))
  return renderChangeAccountsPage({ ...view, accounts, revokeHref, ...(problem && { problem }) })
}

async function tppNameOf({ directory }: MyConsentsSurroundings, { tppId }: ConsentRecord): Promise<string> {
  const tpp = await directory.get('tpps', tppId)
  return tpp?.name ?? tppId
}
