import { international } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** IPY: international payments. */
export const ipy = {
  'IPY-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, POST /international-payments',
    text: 'POST /international-payments submits an international payment.',
    operations: ['createInternationalPayment'],
  },
  'IPY-REQ-020': {
    place: 'Endpoints: operation list, version 1.0.0, GET /international-payments/{InternationalPaymentId}/',
    text: 'GET /international-payments/{InternationalPaymentId}/ returns the international payment.',
    operations: ['getInternationalPayment'],
  },
  'IPY-REQ-030': {
    place: 'FACTS 8.1: families',
    text: 'InternationalPaymentId is the required identifier in an international payment response.',
    operations: international.payments,
  },
  'IPY-REQ-040': {
    place: 'FACTS 8.3: RateType semantics',
    text: 'A payment is made at the rate that its consent has quoted, while the quote holds.',
    basis: 'inferred',
    operations: ['createInternationalPayment'],
    note: 'The framework calls the rate firm until it expires.',
  },
  'IPY-REQ-050': {
    place: 'FACTS 7.4: CurrencyExchange; 8.3',
    text: 'The exchange that the transaction of a payment abroad shows is that of the payment: its currencies, its amount, the rate that it was made at, and the contract of an agreed one.',
    basis: 'inferred',
    operations: ['createInternationalPayment', 'createInternationalFutureDatedPayment'],
    note: 'CurrencyExchange is optional.',
  },
  'IPY-REQ-060': {
    place: 'FACTS 7.4 and 8.3: transactions, payments',
    text: 'A payment abroad to an account at the same bank is a credit of that account, of what was sent at the rate of the payment.',
    basis: 'inferred',
    operations: ['createInternationalPayment'],
    note: 'An account in another currency is credited at the rate that its transaction shows.',
  },
} satisfies LedgerRows<'IPY'>
