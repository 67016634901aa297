import { internationalStandingOrder } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** ISO: international standing orders. */
export const iso = {
  'ISO-REQ-010': {
    place: 'FACTS 8: operation table',
    text: 'POST /international-standing-order-consents creates an international standing order consent.',
    operations: ['createInternationalStandingOrderConsent'],
  },
  'ISO-REQ-020': {
    place: 'FACTS 8: operation table',
    text: 'GET /international-standing-order-consents/{ConsentId}/ returns the international standing order consent.',
    operations: ['getInternationalStandingOrderConsent'],
  },
  'ISO-REQ-030': {
    place: 'FACTS 8: operation table',
    text: 'POST /international-standing-orders submits an international standing order.',
    operations: ['createInternationalStandingOrder'],
  },
  'ISO-REQ-040': {
    place: 'FACTS 8: operation table',
    text: 'GET /international-standing-orders/{InternationalStandingOrderPaymentId}/ returns the international standing order.',
    operations: ['getInternationalStandingOrder'],
  },
  'ISO-REQ-050': {
    place: 'FACTS 8.1: families',
    text: 'InternationalStandingOrderId is the required identifier in an international standing order response.',
    operations: internationalStandingOrder.payments,
    note: 'The framework prints the path parameter with Payment in its name.',
  },
  'ISO-REQ-060': {
    place: 'FACTS 8.4: InstructedAmount',
    text: 'InstructedAmount of an international standing order is required and is an amount object.',
    operations: internationalStandingOrder.posts,
  },
  'ISO-REQ-070': {
    place: 'FACTS 8.4: domestic amounts',
    text: 'An international standing order has no first, recurring or final payment amounts.',
    operations: internationalStandingOrder.posts,
  },
  'ISO-REQ-080': {
    place: 'FACTS 6: Fx, response; 8.3',
    text: 'ExchangeRateInformation of an answer about an international standing order is optional, and has the shape it has for other payments abroad.',
    basis: 'inferred',
    strength: 'should',
    operations: internationalStandingOrder.consentsAndPayments,
    note: 'Each payment is made at the rate of its day; no source says that an order shows one.',
  },
} satisfies LedgerRows<'ISO'>
