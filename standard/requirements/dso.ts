import { domesticStandingOrder, standingOrders } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** DSO: domestic standing orders. */
export const dso = {
  'DSO-REQ-010': {
    place: 'FACTS 8: operation table',
    text: 'POST /domestic-standing-order-consents creates a domestic standing order consent.',
    operations: ['createDomesticStandingOrderConsent'],
  },
  'DSO-REQ-020': {
    place: 'FACTS 8: operation table',
    text: 'GET /domestic-standing-order-consents/{ConsentId}/ returns the domestic standing order consent.',
    operations: ['getDomesticStandingOrderConsent'],
  },
  'DSO-REQ-030': {
    place: 'FACTS 8: operation table',
    text: 'POST /domestic-standing-orders submits a domestic standing order.',
    operations: ['createDomesticStandingOrder'],
  },
  'DSO-REQ-040': {
    place: 'FACTS 8: operation table',
    text: 'GET /domestic-standing-orders/{DomesticStandingOrderId}/ returns the domestic standing order.',
    operations: ['getDomesticStandingOrder'],
  },
  'DSO-REQ-050': {
    place: 'FACTS 8.1: families',
    text: 'DomesticStandingOrderId is the required identifier in a domestic standing order response.',
    operations: domesticStandingOrder.payments,
  },
  'DSO-REQ-060': {
    place: 'FACTS 8.4: Frequency; 12.2',
    text: 'Frequency is required and has one of the seven published forms, NotKnown excluded.',
    operations: standingOrders.posts,
    note: 'Pattern: StandingOrderFrequency in the patterns file.',
  },
  'DSO-REQ-070': {
    place: 'FACTS 12.2',
    text: 'A malformed frequency is answered 400 with Field.Invalid.',
    operations: standingOrders.createConsent,
  },
  'DSO-REQ-080': {
    place: 'FACTS 8.4: Reference',
    text: 'Reference of a standing order request is optional and has 1 to 35 characters.',
    operations: standingOrders.posts,
  },
  'DSO-REQ-090': {
    place: 'FACTS 8.4: NumberOfPayments',
    text: 'NumberOfPayments is optional and is a string of 1 to 35 characters.',
    operations: standingOrders.posts,
  },
  'DSO-REQ-100': {
    place: 'FACTS 8.4: NumberOfPayments',
    text: 'NumberOfPayments together with FinalPaymentDateTime is answered 400 with Field.Unexpected.',
    operations: standingOrders.createConsent,
  },
  'DSO-REQ-110': {
    place: 'FACTS 8.4: NumberOfPayments',
    text: 'A standing order with neither NumberOfPayments nor FinalPaymentDateTime is open ended and accepted.',
    operations: standingOrders.createConsent,
  },
  'DSO-REQ-120': {
    place: 'FACTS 8.4: FirstPaymentDateTime',
    text: 'FirstPaymentDateTime is required and lies in the future.',
    operations: standingOrders.posts,
  },
  'DSO-REQ-130': {
    place: 'FACTS 8.4: FirstPaymentDateTime',
    text: 'A bank may refuse a first payment more than a year ahead.',
    strength: 'may',
    operations: standingOrders.createConsent,
  },
  'DSO-REQ-140': {
    place: 'FACTS 8.4: RecurringPaymentDateTime',
    text: 'RecurringPaymentDateTime is optional and is given only when it differs from the first date.',
    operations: domesticStandingOrder.posts,
  },
  'DSO-REQ-150': {
    place: 'FACTS 8.4: FinalPaymentDateTime',
    text: 'FinalPaymentDateTime is optional and lies at least one day after the first payment.',
    operations: standingOrders.posts,
  },
  'DSO-REQ-160': {
    place: 'FACTS 8.4: FirstPaymentAmount',
    text: 'FirstPaymentAmount is required and is an amount object.',
    operations: domesticStandingOrder.posts,
  },
  'DSO-REQ-170': {
    place: 'FACTS 8.4: RecurringPaymentAmount',
    text: 'RecurringPaymentAmount is optional and is an amount object.',
    operations: domesticStandingOrder.posts,
  },
  'DSO-REQ-180': {
    place: 'FACTS 8.4: FinalPaymentAmount',
    text: 'FinalPaymentAmount is optional and is an amount object.',
    operations: domesticStandingOrder.posts,
  },
  'DSO-REQ-190': {
    place: 'FACTS 8.4: DebtorAccount',
    text: 'DebtorAccount of a standing order request is optional and is an account object.',
    operations: standingOrders.posts,
  },
  'DSO-REQ-200': {
    place: 'FACTS 8.4: CreditorAccount',
    text: 'CreditorAccount of a domestic standing order request is required and is an account object.',
    operations: domesticStandingOrder.posts,
  },
  'DSO-REQ-210': {
    place: 'FACTS 7.6 and 8.4: standing orders',
    text: 'A standing order that the bank has taken is among the standing orders of the account that pays.',
    basis: 'inferred',
    strength: 'should',
    operations: standingOrders.create,
    note: 'Two operations show the same orders; no source says so.',
  },
  'DSO-REQ-220': {
    place: 'FACTS 8.7: payment details',
    text: 'The payment details of a standing order gain an entry when a payment of it is made.',
    basis: 'inferred',
    strength: 'should',
    operations: standingOrders.getDetails,
  },
  'DSO-REQ-230': {
    place: 'FACTS 7.6: NextPaymentDateTime',
    text: 'The next payment date of a standing order moves on when a payment of it is made.',
    basis: 'inferred',
    strength: 'should',
    operations: standingOrders.create,
  },
  'DSO-REQ-240': {
    place: 'FACTS 7.4 and 8.4: transactions, standing orders',
    text: 'Each payment of a standing order is a debit of the account that pays, of its amount and charges.',
    basis: 'inferred',
    operations: standingOrders.create,
    note: 'The sources describe accounts and payments apart.',
  },
} satisfies LedgerRows<'DSO'>
