/**
 * Views of invented people, for the tests of the pages and for looking at them.
 *
 * @module
 */
import { permissions } from '#standard/index.js'
import {
  type AccountChoice,
  type ChangeAccountsView,
  type CodeView,
  type ConsentView,
  type ErrorView,
  type Locale,
  type LoginView,
  type MyConsentsView,
  type MyLogInView,
  type PageFrame,
  type RevokeView,
  renderChangeAccountsPage,
  renderCodePage,
  renderConsentPage,
  renderErrorPage,
  renderLoginPage,
  renderMyConsentsPage,
  renderMyLogInPage,
  renderRevokePage,
} from '../pages.js'

export const frame = (locale: Locale): PageFrame => ({
  locale,
  action: '/authorise/1',
  csrf: 'token-of-this-form',
  styleHref: '/page.css',
  tppName: 'Budget Buddy W.L.L.',
  bankName: 'Pearl Bank',
  otherLocaleHref: `/authorise/1?locale=${locale === 'en' ? 'ar' : 'en'}`,
})

export const accounts: readonly AccountChoice[] = [
  {
    accountId: 'acc-1',
    name: 'Household',
    maskedIdentification: 'BH•• •••• •••• •••• ••12 34',
    currency: 'BHD',
    kind: 'CurrentAccount',
    selected: true,
  },
  {
    accountId: 'acc-2',
    name: 'ادخار العائلة',
    maskedIdentification: 'BH•• •••• •••• •••• ••56 78',
    currency: 'USD',
    kind: 'Savings',
    selected: false,
  },
  {
    accountId: 'acc-3',
    maskedIdentification: '•••• •••• •••• 9012',
    currency: 'BHD',
    kind: 'CreditCard',
    selected: false,
  },
]

/** Every permission, a period and an end. */
export const consentView = (locale: Locale): ConsentView => ({
  ...frame(locale),
  psuName: 'Maryam Al Khalifa',
  permissions,
  expiresAt: Date.UTC(2030, 0, 15, 9),
  transactionFrom: Date.UTC(2029, 0, 14, 22),
  transactionTo: Date.UTC(2030, 0, 15, 9),
  accounts,
})

export const loginView = (locale: Locale): LoginView => frame(locale)

export const codeView = (locale: Locale): CodeView => ({
  ...frame(locale),
  accounts: accounts.filter((account) => account.selected || account.name === undefined),
})

export const errorView = (locale: Locale): ErrorView => ({
  locale,
  styleHref: '/page.css',
  bankName: 'Pearl Bank',
  kind: 'bad-request',
  detail: 'redirect_uri is not registered: https://tpp.example/back',
  reference: '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e',
})

/** One consent of each state. */
export const myConsentsView = (locale: Locale): MyConsentsView => {
  const { permissions: _all, ...asked } = consentView(locale)
  const consent = {
    ...asked,
    accounts: accounts.slice(1),
    createdAt: Date.UTC(2029, 5, 1),
    changedAt: Date.UTC(2029, 6, 2),
  }
  const hrefs = { accounts: '/authorise/1/accounts', revoke: '/authorise/1/revoke' }
  return {
    ...frame(locale),
    psuName: 'Maryam Al Khalifa',
    loggedOutAt: Date.UTC(2030, 0, 15, 9),
    consents: [
      { ...consent, state: 'active', permissions, hrefs },
      { ...consent, state: 'expired', permissions: ['ReadAccountsBasic', 'ReadBalances'] },
      { ...consent, state: 'revoked', permissions: ['ReadAccountsBasic'], expiresAt: undefined },
    ],
  }
}

export const changeAccountsView = (locale: Locale): ChangeAccountsView => ({
  ...frame(locale),
  accounts,
  revokeHref: '/authorise/1/revoke',
  backHref: '/authorise/1',
})

export const revokeView = (locale: Locale): RevokeView => ({
  ...frame(locale),
  accounts: accounts.slice(1),
  backHref: '/authorise/1',
})

/** The pages of a PSU's own. */
function myPages(locale: Locale): Readonly<Record<string, string>> {
  const logIn: MyLogInView = { ...frame(locale), step: 'login' }
  const list = myConsentsView(locale)
  const hostile = hostileNames.join(' ')
  const unticked = accounts.map((account) => ({ ...account, selected: false }))

  return {
    'my log-in': renderMyLogInPage(logIn),
    'my log-in, wrong': renderMyLogInPage({ ...logIn, username: 'maryam', problem: 'wrong-credentials' }),
    'my log-in, logged out': renderMyLogInPage({ ...logIn, problem: 'logged-out' }),
    'my log-in, locked': renderMyLogInPage({ ...logIn, problem: 'locked' }),
    'my code': renderMyLogInPage({ ...logIn, step: 'code' }),
    'my code, wrong': renderMyLogInPage({ ...logIn, step: 'code', problem: 'wrong-code', attemptsLeft: 2 }),
    'my consents': renderMyConsentsPage(list),
    'my consents, none': renderMyConsentsPage({ ...list, consents: [] }),
    'my consents, changed': renderMyConsentsPage({
      ...list,
      changed: { tppName: list.consents[0]?.tppName ?? '', state: 'active' },
      newerHref: '/authorise/1?page=1',
      olderHref: '/authorise/1?page=3',
    }),
    'my consents, hostile': renderMyConsentsPage({
      ...list,
      psuName: hostile,
      consents: list.consents.map((consent) => ({ ...consent, tppName: hostile })),
      changed: { tppName: hostile, state: 'revoked' },
    }),
    'change accounts': renderChangeAccountsPage(changeAccountsView(locale)),
    'change accounts, none': renderChangeAccountsPage({
      ...changeAccountsView(locale),
      accounts: unticked,
      problem: 'no-account',
    }),
    'change accounts, hostile': renderChangeAccountsPage({ ...changeAccountsView(locale), tppName: hostile }),
    revoke: renderRevokePage(revokeView(locale)),
    'revoke, hostile': renderRevokePage({ ...revokeView(locale), tppName: hostile }),
    'error, with a way back': renderErrorPage({
      ...errorView(locale),
      kind: 'consent-revoked',
      backHref: '/authorise/1',
    }),
  }
}

/** Every page in every state that looks different, by name. */
export function samplePages(locale: Locale): Readonly<Record<string, string>> {
  const login = loginView(locale)
  const consent = consentView(locale)
  const code = codeView(locale)
  const unticked = accounts.map((account) => ({ ...account, selected: false }))
  const hostile = hostileNames.join(' ')

  return {
    login: renderLoginPage(login),
    'login, wrong': renderLoginPage({ ...login, username: 'maryam', problem: 'wrong-credentials' }),
    'login, locked': renderLoginPage({ ...login, username: 'maryam', problem: 'locked' }),
    'login, missing': renderLoginPage({ ...login, problem: 'missing' }),
    'login, hostile': renderLoginPage({ ...login, tppName: hostile, username: hostile, problem: 'missing' }),
    consent: renderConsentPage(consent),
    'consent, open-ended': renderConsentPage({
      ...consent,
      expiresAt: undefined,
      transactionFrom: undefined,
      transactionTo: undefined,
    }),
    'consent, nothing ticked': renderConsentPage({ ...consent, accounts: unticked, problem: 'no-account' }),
    'consent, nothing to share': renderConsentPage({ ...consent, accounts: [] }),
    'consent, hostile': renderConsentPage({
      ...consent,
      tppName: hostile,
      psuName: hostile,
      accounts: hostileNames.map((name, index) => ({
        accountId: `acc-${index}`,
        name,
        maskedIdentification: name,
        currency: 'BHD',
        kind: 'EWallet',
        selected: true,
      })),
    }),
    code: renderCodePage(code),
    'code, wrong': renderCodePage({ ...code, attemptsLeft: 2, problem: 'wrong-code' }),
    'code, missing': renderCodePage({ ...code, problem: 'missing' }),
    error: renderErrorPage(errorView(locale)),
    'error, hostile': renderErrorPage({ ...errorView(locale), detail: hostile, reference: hostile }),
    ...myPages(locale),
  }
}

/** Names that try to break out of the page, turn its words around, or push them off the screen. */
export const hostileNames = [
  '"><script>alert(1)</script>',
  `'><img src=x onerror=alert(1)>`,
  '</title></main><h1>Approved</h1>',
  'Trusted \u202eknaB lraeP\u202c',
  '\u2069\u2069\u202eelohw eht fo tuo\u2066',
  'M'.repeat(300),
  'شركة '.repeat(60).trim(),
  'Z\u0336\u0360\u0337\u0353'.repeat(30),
  '&lt;b&gt; javascript:alert(1)',
] as const
