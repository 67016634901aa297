/**
 * The states in which pages about payments look different.
 *
 * @module
 */
import type { FileItemsView, Locale, PaymentCodeView, PaymentFacts, PaymentView } from '../pages.js'
import { frame, hostileNames, paymentView } from './sample-views.js'

const hostile = hostileNames.join(' ')
const { payment, accounts } = paymentView('en')

const { payee, reference: _, description: __, ...withoutPayee } = payment
const { executionAt: ___, ...withoutDay } = payment

/** A file of seven payments, of which two are shown. */
const fileOf = (names: readonly string[]): PaymentFacts => ({
  ...withoutPayee,
  file: {
    initiator: 'Payroll Office',
    count: 7,
    allHref: '/authorise/uid/payments',
    first: names.map((name, index) => ({
      name,
      identification: payee?.identification ?? '',
      amount: { minor: 10_250 + index, currency: 'BHD' },
    })),
  },
})

export const filePayment = fileOf([payee?.name ?? '', 'Gulf Parts Demo'])

/** Payments 51 to 100 of a file of 120. */
export const fileItemsView = (locale: Locale): FileItemsView => ({
  ...frame(locale),
  count: 120,
  from: 51,
  items: Array.from({ length: 50 }, (_, index) => ({
    name: payee?.name ?? '',
    identification: payee?.identification ?? '',
    amount: { minor: 10_250 + index, currency: 'BHD' },
    reference: `R-${index}`,
    description: 'Salary of January',
  })),
  previousHref: '/authorise/uid/payments',
  nextHref: '/authorise/uid/payments?page=3',
  backHref: '/authorise/uid/accounts',
})

export const fileItemsStates: Readonly<Record<string, Partial<FileItemsView>>> = {
  plain: {},
  'one page': {
    count: 1,
    from: 1,
    items: [{ name: 'P', identification: 'BH06PEER77000000412268', amount: { minor: 1, currency: 'BHD' } }],
    previousHref: undefined,
    nextHref: undefined,
  },
  hostile: {
    tppName: hostile,
    items: hostileNames.map((name) => ({
      name,
      identification: name,
      amount: { minor: 9_007_199_254_740_991, currency: 'BHD' },
      reference: name,
      description: name,
    })),
  },
}

/** A standing order with three amounts. */
export const orderPayment: PaymentFacts = {
  ...withoutDay,
  description: undefined,
  order: {
    frequency: 'IntrvlMnthDay:01:-02',
    firstAt: Date.UTC(2030, 0, 20),
    recurringAt: Date.UTC(2030, 1, 27),
    payments: '12',
    recurring: { minor: 20_000, currency: 'BHD' },
    final: { minor: 5_500, currency: 'BHD' },
  },
}

/** A payment abroad at a rate that is quoted, paid for in dinars. */
export const paymentAbroad: PaymentFacts = {
  ...payment,
  payee: { name: 'Gulf Parts Demo', identification: 'KW29SAMP0000000000007788990011' },
  amount: { minor: 300_000, currency: 'BHD' },
  abroad: {
    sent: { minor: 239_876, currency: 'KWD' },
    rate: {
      unitCurrency: 'KWD',
      otherCurrency: 'BHD',
      rate: 1.25065,
      type: 'Actual',
      expiresAt: Date.UTC(2030, 0, 15, 7),
    },
    bearer: 'Shared',
  },
  fee: { minor: 3_500, currency: 'BHD' },
  total: { minor: 303_500, currency: 'BHD' },
}

const hostilePayment: PaymentFacts = {
  ...payment,
  payee: { name: hostile, identification: hostile },
  amount: { minor: 9_007_199_254_740_991, currency: 'BHD' },
  total: { minor: 9_007_199_254_740_991, currency: 'BHD' },
  reference: hostile,
  description: hostile,
}

const [first, second] = accounts as [(typeof accounts)[number], (typeof accounts)[number]]

export const paymentStates = {
  plain: {},
  'no-account': { accounts: accounts.map((each) => ({ ...each, selected: false })) },
  'account given': { isGiven: true, accounts: [first] },
  'too little on the account given': { isGiven: true, accounts: [second] },
  'no fee, in yen': {
    payment: {
      payee: payment.payee,
      amount: { minor: 1500, currency: 'JPY' },
      total: { minor: 1500, currency: 'JPY' },
    },
  },
  'nothing to pay from': { accounts: [] },
  'abroad, quoted': { payment: paymentAbroad },
  'abroad, agreed': {
    payment: {
      ...paymentAbroad,
      abroad: {
        sent: { minor: 9_007_199_254_740_991, currency: 'JPY' },
        rate: { unitCurrency: 'BHD', otherCurrency: 'JPY', rate: 401.523, type: 'Agreed', contract: hostile },
        bearer: 'BorneByCreditor',
      },
    },
    accounts: accounts.map((each) => ({ ...each, taken: { minor: 31_250, currency: 'USD' } })),
  },
  'abroad, indicative': {
    payment: {
      ...paymentAbroad,
      abroad: {
        sent: { minor: 239_876, currency: 'KWD' },
        rate: { unitCurrency: 'KWD', otherCurrency: 'BHD', rate: 1.25065, type: 'Indicative' },
        bearer: 'BorneByDebtor',
      },
    },
  },
  'a file': { payment: filePayment, isGiven: true, accounts: [first] },
  'a file, hostile': { payment: fileOf([hostile, hostile]) },
  'a standing order': { payment: orderPayment },
  'a standing order without an end': {
    payment: { ...withoutDay, order: { frequency: 'WkInMnthDay:02:01', firstAt: Date.UTC(2030, 0, 20) } },
  },
  hostile: {
    tppName: hostile,
    psuName: hostile,
    payment: hostilePayment,
    accounts: hostileNames.map((name, index) => ({ ...second, accountId: `acc-${index}`, name, isEnough: index > 3 })),
  },
} satisfies Readonly<Record<string, Partial<PaymentView>>>

export const paymentCodeStates = {
  plain: {},
  'account given': { changeHref: undefined },
  'too little': { account: second },
  'wrong-code': { attemptsLeft: 2 },
  locked: { waitMinutes: 1 },
  missing: {},
  hostile: { tppName: hostile, psuName: hostile, payment: hostilePayment, account: { ...second, name: hostile } },
} satisfies Readonly<Record<string, Partial<PaymentCodeView>>>
