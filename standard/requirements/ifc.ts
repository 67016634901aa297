import type { Requirement } from '../requirements.js'

/** IFC: international future dated consents. */
export const ifc = [
  {
    id: 'IFC-REQ-010',
    place: 'FACTS 8: operation table',
    text: 'POST /international-future-dated-payment-consents creates an international future dated payment consent.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalFutureDatedPaymentConsent'],
    testable: true,
  },
  {
    id: 'IFC-REQ-020',
    place: 'FACTS 8: operation table',
    text: 'GET /international-future-dated-payment-consents/{ConsentId}/ returns the international future dated payment consent.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['getInternationalFutureDatedPaymentConsent'],
    testable: true,
  },
  {
    id: 'IFC-REQ-030',
    place: 'FACTS 8.3: RequestedExecutionDateTime',
    text: 'RequestedExecutionDateTime of an international future dated payment is required and lies in the future.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalFutureDatedPaymentConsent', 'createInternationalFutureDatedPayment'],
    testable: true,
  },
] as const satisfies readonly Requirement[]
