import { cancellationConsents } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FDX: cancellation consents. */
export const fdx = {
  'FDX-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, POST /domestic-future-dated-payment-cancellation-consents',
    text: 'POST /domestic-future-dated-payment-cancellation-consents creates a cancellation consent.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-020': {
    place:
      'Endpoints: operation list, version 1.0.0, GET /domestic-future-dated-payment-cancellation-consents/{ConsentId}/',
    text: 'GET /domestic-future-dated-payment-cancellation-consents/{ConsentId}/ returns the cancellation consent.',
    operations: ['getDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-030': {
    place: 'What the service does: payment initiation capabilities',
    text: 'A future dated payment can be cancelled.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent', 'patchDomesticFutureDatedPayment'],
  },
  'FDX-REQ-040': {
    place: 'FACTS 8.8: Permission',
    text: 'Data.Permission of a cancellation consent is required and is Update.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-050': {
    place: 'FACTS 8.8: Permission',
    text: 'Data.Permission of a cancellation consent may be Create.',
    strength: 'may',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent'],
    conflictsWith: 'FDX-REQ-040',
    note: 'From an OpenAPI-derived sample; both values are accepted and Update is emitted.',
  },
  'FDX-REQ-060': {
    place: 'FACTS 8.8: DomesticFutureDatedPaymentId',
    text: 'Data.DomesticFutureDatedPaymentId is required in a cancellation consent.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-070': {
    place: 'FACTS 8.8: ExpectedExecutionDateTime',
    text: 'Data.ExpectedExecutionDateTime of a cancellation consent is optional and is a date-time.',
    operations: cancellationConsents,
  },
  'FDX-REQ-080': {
    place: 'FACTS 8.8: ExpectedSettlementDateTime',
    text: 'Data.ExpectedSettlementDateTime of a cancellation consent is optional and is a date-time.',
    operations: cancellationConsents,
  },
  'FDX-REQ-090': {
    place: 'FACTS 8.8: Risk',
    text: 'A cancellation consent has no Risk.',
    operations: cancellationConsents,
  },
  'FDX-REQ-100': {
    place: 'FACTS 8.8: response',
    text: 'ConsentId is required in a cancellation consent response.',
    operations: cancellationConsents,
  },
  'FDX-REQ-110': {
    place: 'FACTS 8.8: response',
    text: 'A cancellation consent response repeats the fields of its request.',
    operations: cancellationConsents,
  },
  'FDX-REQ-120': {
    place: 'FACTS 8.8: response',
    text: 'Charges of a cancellation consent is an optional array.',
    operations: cancellationConsents,
  },
  'FDX-REQ-130': {
    place: 'FACTS 8.8: response; 15.7',
    text: 'Status, CreationDateTime and StatusUpdateDateTime may accompany a cancellation consent.',
    basis: 'inferred',
    strength: 'may',
    operations: cancellationConsents,
    note: 'Returned by the sandbox; a suite never demands them.',
  },
  'FDX-REQ-140': {
    place: 'FACTS 11: cancellation consent',
    text: "The customer's decision at the bank makes a cancellation consent Authorised or Rejected.",
    basis: 'inferred',
    actor: 'psu-page',
    operations: ['getDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-150': {
    place: 'FACTS 11: cancellation consent',
    text: 'Applying the PATCH makes a cancellation consent Consumed.',
    basis: 'inferred',
    operations: ['getDomesticFutureDatedPaymentCancellationConsent', 'patchDomesticFutureDatedPayment'],
  },
  'FDX-REQ-160': {
    place: 'FACTS 8.8: same PISP',
    text: 'A PISP can cancel the payments that it started itself and no others.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent'],
  },
  'FDX-REQ-170': {
    place: 'FACTS 8.8: time limit',
    text: 'Cancellation is open until 48 hours before the execution date.',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent', 'patchDomesticFutureDatedPayment'],
    note: 'Configurable at the bank.',
  },
  'FDX-REQ-180': {
    place: 'FACTS 8.8: time limit',
    text: 'A cancellation after that limit is answered 400 with Rules.AfterCutOffDateTime.',
    basis: 'inferred',
    operations: ['createDomesticFutureDatedPaymentCancellationConsent', 'patchDomesticFutureDatedPayment'],
  },
} satisfies LedgerRows<'FDX'>
