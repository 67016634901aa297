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
} satisfies LedgerRows<'IPY'>
