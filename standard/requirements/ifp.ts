import { internationalFutureDated } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** IFP: international future dated payments. */
export const ifp = {
  'IFP-REQ-010': {
    place: 'FACTS 8: operation table',
    text: 'POST /international-future-dated-payments submits an international future dated payment.',
    operations: ['createInternationalFutureDatedPayment'],
  },
  'IFP-REQ-020': {
    place: 'FACTS 8: operation table',
    text: 'GET /international-future-dated-payments/{InternationalFutureDatedPaymentId}/ returns the international future dated payment.',
    operations: ['getInternationalFutureDatedPayment'],
  },
  'IFP-REQ-030': {
    place: 'FACTS 8.1: families',
    text: 'InternationalFutureDatedPaymentId is the required identifier in an international future dated payment response.',
    basis: 'inferred',
    operations: internationalFutureDated.payments,
    note: 'Name formed after the pattern of the other families.',
  },
} satisfies LedgerRows<'IFP'>
