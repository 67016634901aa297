import type { Requirement } from '../requirements.js'

/** IPY: international payments. */
export const ipy = [
  {
    id: 'IPY-REQ-010',
    place: 'Endpoints: operation list, version 1.0.0, POST /international-payments',
    text: 'POST /international-payments submits an international payment.',
    basis: 'stated',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalPayment'],
    testable: true,
  },
  {
    id: 'IPY-REQ-020',
    place: 'Endpoints: operation list, version 1.0.0, GET /international-payments/{InternationalPaymentId}/',
    text: 'GET /international-payments/{InternationalPaymentId}/ returns the international payment.',
    basis: 'stated',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['getInternationalPayment'],
    testable: true,
  },
  {
    id: 'IPY-REQ-030',
    place: 'FACTS 8.1: families',
    text: 'InternationalPaymentId is the required identifier in an international payment response.',
    basis: 'framework',
    strength: 'must',
    versions: ['1.0.0'],
    actor: 'bank',
    operations: ['createInternationalPayment', 'getInternationalPayment'],
    testable: true,
  },
] as const satisfies readonly Requirement[]
