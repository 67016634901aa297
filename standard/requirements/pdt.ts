import { allPayments, extended } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** PDT: payment details. */
export const pdt = {
  'PDT-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, GET /domestic-payments/{DomesticPaymentId}/payment-details',
    text: 'GET /domestic-payments/{DomesticPaymentId}/payment-details returns the payment details of a domestic payment.',
    operations: ['getDomesticPaymentDetails'],
  },
  'PDT-REQ-020': {
    place:
      'Endpoints: operation list, version 1.0.0, GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/payment-details',
    text: 'GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/payment-details returns the payment details of a future dated payment.',
    operations: ['getDomesticFutureDatedPaymentDetails'],
  },
  'PDT-REQ-030': {
    place:
      'Endpoints: operation list, version 1.0.0, GET /international-payments/{InternationalPaymentId}/payment-details',
    text: 'GET /international-payments/{InternationalPaymentId}/payment-details returns the payment details of an international payment.',
    operations: ['getInternationalPaymentDetails'],
  },
  'PDT-REQ-040': {
    place: 'FACTS 8: operation table',
    text: 'The payment details of the other families are offered under payment-details below the payment.',
    strength: 'may',
    operations: extended.getDetails,
  },
  'PDT-REQ-050': {
    place: 'FACTS 8.7: PaymentStatus',
    text: 'Data.PaymentStatus is an array that may be empty.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-060': {
    place: 'FACTS 8.7: PaymentStatus',
    text: 'PaymentStatus lists the oldest entry first.',
    basis: 'inferred',
    strength: 'should',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-070': {
    place: 'FACTS 8.7: PaymentTransactionId',
    text: 'PaymentTransactionId is required and has 1 to 210 characters.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-080': {
    place: 'FACTS 8.7: Status',
    text: 'Status of an entry is required and is one of the 20 listed detail statuses.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-090': {
    place: 'FACTS 8.7: StatusUpdateDateTime',
    text: 'StatusUpdateDateTime of an entry is required and is a date-time.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-100': {
    place: 'FACTS 8.7: StatusDetail.LocalInstrument',
    text: 'LocalInstrument is optional in StatusDetail.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-110': {
    place: 'FACTS 8.7: StatusDetail.Status',
    text: 'Status is required in StatusDetail and has 1 to 128 characters.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-120': {
    place: 'FACTS 8.7: StatusDetail.StatusReason',
    text: 'StatusReason is optional in StatusDetail and is one of the 7 listed reasons.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-130': {
    place: 'FACTS 8.7: StatusDetail.StatusReasonDescription',
    text: 'StatusReasonDescription is optional in StatusDetail and has 1 to 256 characters.',
    operations: allPayments.getDetails,
  },
  'PDT-REQ-140': {
    place: 'FACTS 8.7: Payment details',
    text: 'The details of a domestic payment date each status by when the payment reached it.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticPaymentDetails'],
  },
} satisfies LedgerRows<'PDT'>
