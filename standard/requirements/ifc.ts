import { internationalFutureDated } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** IFC: international future dated consents. */
export const ifc = {
  'IFC-REQ-010': {
    place: 'FACTS 8: operation table',
    text: 'POST /international-future-dated-payment-consents creates an international future dated payment consent.',
    operations: ['createInternationalFutureDatedPaymentConsent'],
  },
  'IFC-REQ-020': {
    place: 'FACTS 8: operation table',
    text: 'GET /international-future-dated-payment-consents/{ConsentId}/ returns the international future dated payment consent.',
    operations: ['getInternationalFutureDatedPaymentConsent'],
  },
  'IFC-REQ-030': {
    place: 'FACTS 8.3: RequestedExecutionDateTime',
    text: 'RequestedExecutionDateTime of an international future dated payment is required and lies in the future.',
    operations: internationalFutureDated.posts,
  },
} satisfies LedgerRows<'IFC'>
