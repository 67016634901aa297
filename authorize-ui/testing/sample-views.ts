/**
 * Views of invented people, for the tests of the pages and for looking at them.
 *
 * @module
 */
import { permissions } from '#standard/index.js'
import {
  type AccountChoice,
  type CodeView,
  type ConsentView,
  type ErrorView,
  type Locale,
  type LoginView,
  type PageFrame,
  renderCodePage,
  renderConsentPage,
  renderErrorPage,
  renderLoginPage,
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
