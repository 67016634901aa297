import { futureDated } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FDP: future dated payments. */
export const fdp = {
  'FDP-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, POST /domestic-future-dated-payments',
    text: 'POST /domestic-future-dated-payments submits a future dated payment.',
    operations: ['createDomesticFutureDatedPayment'],
  },
  'FDP-REQ-020': {
    place:
      'Endpoints: operation list, version 1.0.0, GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/',
    text: 'GET /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/ returns the future dated payment.',
    operations: ['getDomesticFutureDatedPayment'],
  },
  'FDP-REQ-030': {
    place:
      'Endpoints: operation list, version 1.0.0, PATCH /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/',
    text: 'PATCH /domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/ updates or cancels the payment.',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-040': {
    place: 'FACTS 8.1: families',
    text: 'DomesticFutureDatedPaymentId is the required identifier in a future dated payment response.',
    operations: [futureDated.payments, 'patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-050': {
    place: 'FACTS 8.8: PATCH',
    text: 'Data.ConsentId of the PATCH is required and names the cancellation consent.',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-060': {
    place: 'FACTS 8.8: PATCH',
    text: 'Data.Status of the PATCH is required and is PendingCancellationRequest, AcceptedCancellationRequest or RejectedCancellationRequest.',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-070': {
    place: 'FACTS 8.8: PATCH',
    text: 'The PATCH answers 200 with the payment resource.',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-080': {
    place: 'FACTS 8.8: PATCH; 15.5',
    text: 'PendingCancellationRequest or AcceptedCancellationRequest turns the payment into Cancelled.',
    basis: 'inferred',
    operations: ['getDomesticFutureDatedPayment', 'patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-090': {
    place: 'FACTS 8.8: PATCH',
    text: 'Payment details then show PendingCancellationRequest, AcceptedCancellationRequest and Cancelled in this order.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticFutureDatedPaymentDetails', 'patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-100': {
    place: 'FACTS 8.8: PATCH',
    text: 'RejectedCancellationRequest leaves the payment as it is.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticFutureDatedPayment', 'patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-110': {
    place: 'FACTS 8.8: PATCH',
    text: 'RejectedCancellationRequest makes the cancellation consent Rejected.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticFutureDatedPaymentCancellationConsent', 'patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-120': {
    place: 'FACTS 8.8: errors',
    text: 'A PATCH with a cancellation consent that is not Authorised is answered 400 with Resource.InvalidConsentStatus.',
    basis: 'inferred',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-130': {
    place: 'FACTS 8.8: errors',
    text: 'A PATCH on a payment already cancelled, failed or executed is answered 400 with Resource.InvalidConsentStatus.',
    basis: 'inferred',
    operations: ['patchDomesticFutureDatedPayment'],
    note: 'Repeating a PATCH that succeeded falls under this row.',
  },
  'FDP-REQ-140': {
    place: 'FACTS 8.8: errors',
    text: 'A PATCH with the cancellation consent of another payment is answered 400 with Resource.ConsentMismatch.',
    basis: 'inferred',
    operations: ['patchDomesticFutureDatedPayment'],
  },
  'FDP-REQ-150': {
    place: 'FACTS 15.6',
    text: 'A PATCH with any other field is answered 400 with Field.Unexpected.',
    basis: 'inferred',
    operations: ['patchDomesticFutureDatedPayment'],
    conflictsWith: 'FDP-REQ-030',
    note: 'The document also says update; no source shows what else could be patched.',
  },
  'FDP-REQ-160': {
    place: 'FACTS 8.2: rails',
    text: 'The account that pays is debited on the day of execution with the amount and the charges, and not before.',
    basis: 'inferred',
    operations: ['createDomesticFutureDatedPayment', 'createInternationalFutureDatedPayment'],
  },
  'FDP-REQ-170': {
    place: 'FACTS 8: insufficient funds',
    text: 'A payment that the money does not cover on its day is Rejected, and leaves balances and transactions as they were.',
    basis: 'inferred',
    operations: ['createDomesticFutureDatedPayment', 'createInternationalFutureDatedPayment'],
  },
} satisfies LedgerRows<'FDP'>
