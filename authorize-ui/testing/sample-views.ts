/**
 * Views of invented people, for the tests of the pages and for looking at them.
 *
 * @module
 */
import { permissions } from '#standard/index.js'
import type {
  AccountChoice,
  CancellationCodeView,
  CancellationView,
  ChangeAccountsView,
  ConsentView,
  ErrorView,
  Locale,
  LoginView,
  MyConsentsView,
  MyPaymentView,
  PageFrame,
  PaymentCodeView,
  PaymentView,
  RevokeView,
  SharedView,
  SharingCodeView,
  WithdrawView,
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

export const codeView = (locale: Locale): SharingCodeView => ({
  ...consentView(locale),
  purpose: undefined,
  problem: undefined,
  changeHref: '/authorise/1/accounts',
  accounts: accounts.filter((account) => account.selected || account.name === undefined),
})

const payment = {
  payee: { name: 'Peer Demo Trading W.L.L.', identification: 'BH06PEER77000000412268' },
  amount: { minor: 1_025_500, currency: 'BHD' },
  fee: { minor: 100, currency: 'BHD' },
  total: { minor: 1_025_600, currency: 'BHD' },
  executionAt: Date.UTC(2030, 0, 16, 5),
  reference: 'INV-77',
  description: 'Rent of January',
}

const payingAccounts: PaymentView['accounts'] = accounts.map((account, index) => ({
  ...account,
  currency: 'BHD',
  available: { minor: index === 0 ? 2_316_390 : 84_250, currency: 'BHD' },
  isEnough: index === 0,
}))

/** A payment whose account is chosen here. */
export const paymentView = (locale: Locale): PaymentView => ({
  ...frame(locale),
  psuName: 'Maryam Al Khalifa',
  payment,
  accounts: payingAccounts,
  isGiven: false,
})

export const paymentCodeView = (locale: Locale): PaymentCodeView => ({
  ...paymentView(locale),
  problem: undefined,
  purpose: 'payment',
  account: payingAccounts[0] as (typeof payingAccounts)[number],
  changeHref: '/authorise/1/accounts',
})

/** A future dated payment that is to be stopped. */
export const cancellationView = (locale: Locale): CancellationView => ({
  ...frame(locale),
  psuName: 'Maryam Al Khalifa',
  payment,
  account: accounts[0],
})

export const cancellationCodeView = (locale: Locale): CancellationCodeView => ({
  ...cancellationView(locale),
  purpose: 'cancellation',
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
export const myConsentsView = (locale: Locale): MyConsentsView & { consents: readonly SharedView[] } => {
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

/** A payment of each state. */
export const myPayments: readonly MyPaymentView[] = (
  ['active', 'revoked', 'used', 'waiting', 'on-its-way', 'paid', 'failed', 'stopped', 'running', 'ended'] as const
).map((state) => ({
  kind: state === 'used' ? 'cancellation' : 'payment',
  tppName: 'Budget Buddy W.L.L.',
  state,
  payment,
  account: accounts[0],
  createdAt: Date.UTC(2029, 5, 1),
  changedAt: Date.UTC(2029, 6, 2),
  ...(state === 'active' && { withdrawHref: '/authorise/1/revoke' }),
}))

export const withdrawView = (locale: Locale): WithdrawView => ({
  ...frame(locale),
  kind: 'payment',
  payment,
  backHref: '/authorise/1',
})

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
