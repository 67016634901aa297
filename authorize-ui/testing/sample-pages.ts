/**
 * Every state of every page, for the tests that look at all of them. A state that a view knows and that has no row here
 * does not compile.
 *
 * @module
 */
import { messagesIn } from '../locales/messages.js'
import {
  type AccountChoice,
  type ChangeAccountsView,
  type ConsentState,
  type ConsentView,
  type ErrorView,
  type Locale,
  type LoginView,
  type MyConsentsView,
  type MyLogInView,
  type RevokeView,
  renderCancellationPage,
  renderChangeAccountsPage,
  renderCodePage,
  renderConsentPage,
  renderErrorPage,
  renderFileItemsPage,
  renderLoginPage,
  renderMyConsentsPage,
  renderMyLogInPage,
  renderPaymentPage,
  renderRevokePage,
  renderWithdrawPage,
  type SharingCodeView,
} from '../pages.js'
import { fileItemsStates, fileItemsView, paymentCodeStates, paymentStates } from './payment-states.js'
import {
  accounts,
  cancellationCodeView,
  cancellationView,
  changeAccountsView,
  codeView,
  consentView,
  errorView,
  frame,
  hostileNames,
  loginView,
  myConsentsView,
  myPayments,
  paymentCodeView,
  paymentView,
  revokeView,
  withdrawView,
} from './sample-views.js'

/** What differs in each state: a row for each problem that the view knows, and others that look different. */
type States<View extends { readonly problem?: string | undefined }> = Readonly<
  Record<'plain' | NonNullable<View['problem']>, Partial<View>> & Record<string, Partial<View>>
>

const hostile = hostileNames.join(' ')
const unticked = accounts.map((account) => ({ ...account, selected: false }))
const ticked = accounts.map((account) => ({ ...account, selected: true }))

/** As many accounts as somebody may have, with short names, long ones and none. */
const manyAccounts: readonly AccountChoice[] = Array.from({ length: 27 }, (_, index) => ({
  ...(accounts[index % accounts.length] as AccountChoice),
  accountId: `acc-${index}`,
  ...(index % 3 === 2
    ? {}
    : { name: `${accounts[index % 2]?.name} ${index + 1}${index % 7 ? '' : ' of a long name'.repeat(6)}` }),
  selected: true,
}))

const hostileAccounts = hostileNames.map(
  (name, index): AccountChoice => ({
    accountId: `acc-${index}`,
    name,
    maskedIdentification: name,
    currency: 'BHD',
    kind: 'EWallet',
    selected: true,
  }),
)

/** Who can log in at a sandbox. */
const testPeople = [
  { username: 'layla', password: 'layla-pass', otp: '123456', name: 'Layla Haddad' },
  {
    username: 'a-long-username-of-a-test-customer',
    password: 'a-long-password-of-theirs',
    otp: '654321',
    name: 'ليلى حداد',
  },
]

const login: States<LoginView> = {
  plain: {},
  'wrong-credentials': { username: 'maryam' },
  locked: { username: 'maryam', waitMinutes: 7 },
  missing: {},
  'test people': { testPeople },
  hostile: { tppName: hostile, username: hostile, problem: 'missing' },
}

const consent: States<ConsentView> = {
  plain: {},
  'no-account': { accounts: unticked },
  'open-ended': { expiresAt: undefined, transactionFrom: undefined, transactionTo: undefined },
  'all ticked': { accounts: ticked },
  'many accounts': { accounts: manyAccounts },
  'nothing to share': { accounts: [] },
  hostile: { tppName: hostile, psuName: hostile, accounts: hostileAccounts },
}

const code: States<SharingCodeView> = {
  plain: {},
  'wrong-code': { attemptsLeft: 2 },
  locked: { waitMinutes: 1 },
  missing: {},
  'open-ended': { expiresAt: undefined, permissions: ['ReadAccountsBasic'] },
  'many accounts': { accounts: manyAccounts },
  hostile: { tppName: hostile, psuName: hostile, accounts: hostileAccounts },
}

const myLogIn: States<MyLogInView> = {
  plain: {},
  missing: {},
  'wrong-credentials': { username: 'maryam' },
  'wrong-code': { step: 'code', attemptsLeft: 2 },
  locked: { waitMinutes: 10 },
  'logged-out': {},
  code: { step: 'code' },
}

const changeAccounts: States<ChangeAccountsView> = {
  plain: {},
  'no-account': { accounts: unticked },
  'many accounts': { accounts: manyAccounts },
  hostile: { tppName: hostile, accounts: hostileAccounts },
}

const returnTo = { href: '/authorise/1', tppName: 'Budget Buddy W.L.L.' }

/** What is known with each kind of error. */
const errors: Readonly<Record<ErrorView['kind'], Partial<ErrorView>>> = {
  expired: { returnTo },
  'already-decided': { returnTo, outcome: 'approved', backHref: '/authorise/1' },
  'unknown-request': {},
  'bad-request': { detail: 'scope is missing', returnTo },
  'other-browser': { returnTo },
  'wrong-address': {
    detail: 'redirect_uri is not registered',
    addresses: {
      sent: 'https://tpp.example/back',
      registered: ['https://tpp.example/callback', `https://tpp.example/${'a-long-path/'.repeat(12)}`],
    },
    returnTo,
  },
  locked: { returnTo, waitMinutes: 10 },
  'debtor-account': { returnTo },
  'consent-of-other-psu': { returnTo },
  unexpected: { reference: '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e' },
  'unknown-consent': { backHref: '/authorise/1' },
  'consent-revoked': { backHref: '/authorise/1' },
  'consent-expired': { backHref: '/authorise/1' },
  'consent-rejected': { backHref: '/authorise/1' },
  'consent-lapsed': { backHref: '/authorise/1' },
  'consent-used': { backHref: '/authorise/1' },
  'stale-form': { againHref: '/authorise/1', returnTo },
  failed: { reference: '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e', backHref: '/authorise/1' },
}

const outcomes = Object.keys(messagesIn('en').error.outcomes) as NonNullable<ErrorView['outcome']>[]

const consentStates = ['active', 'expired', 'revoked'] as const satisfies readonly ConsentState[]

/** Every page in every state that looks different, by name. */
export function samplePages(locale: Locale): Readonly<Record<string, string>> {
  const pages: Record<string, string> = {}
  /** Each state of one page; the name of a problem is its state. */
  function add<View extends { readonly problem?: string | undefined }>(
    page: string,
    view: View,
    states: States<View>,
    render: (view: View) => string,
  ): void {
    const problems = new Set(['missing', 'wrong-credentials', 'wrong-code', 'locked', 'no-account', 'logged-out'])
    for (const [name, change] of Object.entries(states)) {
      const state = { ...view, ...(problems.has(name) && { problem: name }), ...change }
      pages[name === 'plain' ? page : `${page}, ${name}`] = render(state)
    }
  }
  add('login', loginView(locale), login, renderLoginPage)
  add('consent', consentView(locale), consent, renderConsentPage)
  add('code', codeView(locale), code, renderCodePage)
  pages['login, payment'] = renderLoginPage({ ...loginView(locale), purpose: 'payment' })
  add('payment', paymentView(locale), paymentStates, renderPaymentPage)
  add('payment code', paymentCodeView(locale), paymentCodeStates, renderCodePage)
  pages['cancellation code'] = renderCodePage(cancellationCodeView(locale))
  pages.withdraw = renderWithdrawPage(withdrawView(locale))
  for (const [name, change] of Object.entries(fileItemsStates)) {
    pages[`payments of a file, ${name}`] = renderFileItemsPage({ ...fileItemsView(locale), ...change })
  }
  pages.cancellation = renderCancellationPage(cancellationView(locale))
  add('my log-in', { ...frame(locale), step: 'login' } as MyLogInView, myLogIn, renderMyLogInPage)
  add('change accounts', changeAccountsView(locale), changeAccounts, renderChangeAccountsPage)
  const revoke: Readonly<Record<string, Partial<RevokeView>>> = {
    revoke: {},
    'revoke, many accounts': { accounts: manyAccounts },
    'revoke, hostile': { tppName: hostile },
  }
  for (const [name, change] of Object.entries(revoke))
    pages[name] = renderRevokePage({ ...revokeView(locale), ...change })
  for (const [name, change] of Object.entries(listStates(locale))) {
    pages[name] = renderMyConsentsPage({ ...myConsentsView(locale), ...change })
  }
  const { detail: _detail, reference: _reference, ...bare } = errorView(locale)
  const otherLocaleHref = '?lang=ar'
  for (const [kind, known] of Object.entries(errors)) {
    pages[`error, ${kind}`] = renderErrorPage({ ...bare, otherLocaleHref, kind: kind as ErrorView['kind'], ...known })
  }
  for (const outcome of outcomes) {
    pages[`error, already-decided, ${outcome}`] = renderErrorPage({
      ...bare,
      kind: 'already-decided',
      outcome,
      returnTo,
    })
  }
  pages['error, hostile'] = renderErrorPage({
    ...bare,
    detail: hostile,
    reference: hostile,
    addresses: { sent: hostile, registered: hostileNames },
    returnTo: { href: '/authorise/1', tppName: hostile },
  })
  return pages
}

function listStates(locale: Locale): Readonly<Record<string, Partial<MyConsentsView>>> {
  const { consents } = myConsentsView(locale)
  const [first] = consents
  const states = consentStates.map((state): [string, Partial<MyConsentsView>] => [
    `my consents, ${state}`,
    { consents: consents.filter((each) => each.state === state) },
  ])
  return {
    'my consents': {},
    ...Object.fromEntries(states),
    'my consents, payments': { consents: myPayments },
    'my consents, payment withdrawn': {
      changed: { kind: 'payment', tppName: first?.tppName ?? '', state: 'revoked' },
      consents: myPayments.slice(0, 1),
    },
    'my consents, none': { consents: [] },
    'my consents, many accounts': { consents: consents.map((each) => ({ ...each, accounts: manyAccounts })) },
    'my consents, changed': {
      changed: { tppName: first?.tppName ?? '', state: 'active' },
      newerHref: '/authorise/1?page=1',
      olderHref: '/authorise/1?page=3',
    },
    'my consents, hostile': {
      psuName: hostile,
      consents: consents.map((each) => ({ ...each, tppName: hostile, accounts: hostileAccounts })),
      changed: { tppName: hostile, state: 'revoked' },
    },
  }
}
