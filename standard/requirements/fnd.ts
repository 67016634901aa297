import { allPayments } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FND: funds confirmation. */
export const fnd = {
  'FND-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, GET /domestic-payment-consents/{ConsentId}/funds-confirmation',
    text: 'GET /domestic-payment-consents/{ConsentId}/funds-confirmation checks funds for a domestic payment.',
    operations: ['getDomesticPaymentConsentFundsConfirmation'],
  },
  'FND-REQ-020': {
    place:
      'Endpoints: operation list, version 1.0.0, GET /international-payment-consents/{ConsentId}/funds-confirmation',
    text: 'GET /international-payment-consents/{ConsentId}/funds-confirmation checks funds for an international payment.',
    operations: ['getInternationalPaymentConsentFundsConfirmation'],
  },
  'FND-REQ-030': {
    place: 'Endpoints: other payment-related paths',
    text: 'GET /international-future-dated-payment-consents/{ConsentId}/funds-confirmation checks funds for an international future dated payment.',
    operations: ['getInternationalFutureDatedPaymentConsentFundsConfirmation'],
    note: 'Only where the bank claims the family.',
  },
  'FND-REQ-040': {
    place: 'What the service does: payment flow 5',
    text: 'The funds check is a step that the PISP may skip.',
    strength: 'may',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-050': {
    place: 'What the service does: payment flow 5',
    text: 'One description variant offers the funds check for payments in general.',
    strength: 'may',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-060': {
    place: 'What the service does: payment flow 5',
    text: 'Another description variant limits the funds check to international future dated payments.',
    strength: 'may',
    operations: allPayments.confirmFunds,
    whyNot: 'the operation list contradicts this variant by listing the check for domestic and international payments',
    conflictsWith: 'FND-REQ-050',
  },
  'FND-REQ-070': {
    place: 'FACTS 8: operation table; 14',
    text: 'Funds confirmation exists for domestic, international and international future dated payments and for no other family.',
    operations: allPayments.confirmFunds,
    conflictsWith: 'FND-REQ-050',
  },
  'FND-REQ-080': {
    place: 'FACTS 8.6: FundsAvailableDateTime',
    text: 'FundsAvailableResult.FundsAvailableDateTime is required and is a date-time.',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-090': {
    place: 'FACTS 8.6: FundsAvailable',
    text: 'FundsAvailableResult.FundsAvailable is a required boolean.',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-100': {
    place: 'FACTS 8.6: FundsAvailableResult',
    text: 'FundsAvailableResult may be absent while no debit account is known.',
    strength: 'may',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-110': {
    place: 'FACTS 8.6: status',
    text: 'A funds check on a consent that is not Authorised is answered 400 with Resource.InvalidConsentStatus.',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-120': {
    place: 'FACTS 8.6: token',
    text: 'A funds check needs the consent access token.',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-130': {
    place: 'FACTS 8.6: amount tested',
    text: 'The funds check covers InstructedAmount together with the charges that fall to the debtor.',
    basis: 'inferred',
    strength: 'should',
    operations: allPayments.confirmFunds,
  },
  'FND-REQ-140': {
    place: 'FACTS 8: insufficient funds',
    text: 'FundsAvailable is false when the funds do not cover the payment.',
    basis: 'inferred',
    operations: allPayments.confirmFunds,
  },
} satisfies LedgerRows<'FND'>
