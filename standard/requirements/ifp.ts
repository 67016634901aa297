import type { Requirement } from '../requirements.js'

/** IFP: international future dated payments. */
export const ifp = [
  {
    id: 'IFP-REQ-010',
    place: 'FACTS 8: operation table',
    text: 'POST /international-future-dated-payments submits an international future dated payment.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalFutureDatedPayment'],
    testable: true,
  },
  {
    id: 'IFP-REQ-020',
    place: 'FACTS 8: operation table',
    text: 'GET /international-future-dated-payments/{InternationalFutureDatedPaymentId}/ returns the international future dated payment.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['getInternationalFutureDatedPayment'],
    testable: true,
  },
  {
    id: 'IFP-REQ-030',
    place: 'FACTS 8.1: families',
    text: 'InternationalFutureDatedPaymentId is the required identifier in an international future dated payment response.',
    basis: 'inferred',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalFutureDatedPayment', 'getInternationalFutureDatedPayment'],
    testable: true,
    note: 'Name formed after the pattern of the other families.',
  },
] as const satisfies readonly Requirement[]
