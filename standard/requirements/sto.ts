import { standingOrderReads } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** STO: standing orders, reading. */
export const sto = {
  'STO-REQ-010': {
    place: 'Endpoints: operation list, version 1.0.0, GET /accounts/{AccountId}/standing-orders',
    text: 'GET /accounts/{AccountId}/standing-orders returns the standing orders of the account that the path names.',
    operations: ['getAccountStandingOrders'],
  },
  'STO-REQ-020': {
    place: 'Endpoints: operation list, version 1.0.0, GET /standing-orders; behaviour of the read endpoints',
    text: 'GET /standing-orders returns the standing orders of the authorised accounts linked to the consent, of all of them and of no other.',
    operations: ['getStandingOrders'],
  },
  'STO-REQ-030': {
    place: 'FACTS 5: permissions',
    text: 'Standing order reads need ReadStandingOrdersBasic or ReadStandingOrdersDetail and are answered 403 without both.',
    operations: standingOrderReads,
  },
  'STO-REQ-040': {
    place: 'FACTS 5: Basic',
    text: 'CreditorAgent and CreditorAccount are absent when only ReadStandingOrdersBasic was granted.',
    operations: standingOrderReads,
  },
  'STO-REQ-050': {
    place: 'FACTS 7.6: AccountId',
    text: 'AccountId of a standing order is required and has 1 to 40 characters.',
    operations: standingOrderReads,
  },
  'STO-REQ-060': {
    place: 'FACTS 7.6: StandingOrderId',
    text: 'StandingOrderId is optional and has 1 to 40 characters.',
    operations: standingOrderReads,
  },
  'STO-REQ-070': {
    place: 'FACTS 7.6: Frequency',
    text: 'Frequency of a standing order is required and has one of the published frequency forms or the literal NotKnown.',
    operations: standingOrderReads,
  },
  'STO-REQ-080': {
    place: 'FACTS 7.6: Reference',
    text: 'Reference of a standing order is optional and has 1 to 35 characters.',
    operations: standingOrderReads,
  },
  'STO-REQ-090': {
    place: 'FACTS 7.6: FirstPaymentDateTime',
    text: 'FirstPaymentDateTime of a standing order is optional and is a date-time.',
    operations: standingOrderReads,
  },
  'STO-REQ-100': {
    place: 'FACTS 7.6: NextPaymentDateTime',
    text: 'NextPaymentDateTime of a standing order is optional and is a date-time.',
    operations: standingOrderReads,
  },
  'STO-REQ-110': {
    place: 'FACTS 7.6: LastPaymentDateTime',
    text: 'LastPaymentDateTime of a standing order is optional and is a date-time.',
    operations: standingOrderReads,
  },
  'STO-REQ-120': {
    place: 'FACTS 7.6: FinalPaymentDateTime',
    text: 'FinalPaymentDateTime of a standing order is optional and is a date-time.',
    operations: standingOrderReads,
  },
  'STO-REQ-130': {
    place: 'FACTS 7.6: NumberOfPayments',
    text: 'NumberOfPayments of a standing order is optional and is a string of 1 to 35 characters.',
    operations: standingOrderReads,
  },
  'STO-REQ-140': {
    place: 'FACTS 7.6: StandingOrderStatusCode',
    text: 'StandingOrderStatusCode is optional and is Active or Inactive.',
    operations: standingOrderReads,
  },
  'STO-REQ-150': {
    place: 'FACTS 7.6: FirstPaymentAmount',
    text: 'FirstPaymentAmount of a standing order is optional and is an amount object.',
    operations: standingOrderReads,
  },
  'STO-REQ-160': {
    place: 'FACTS 7.6: NextPaymentAmount',
    text: 'NextPaymentAmount of a standing order is optional and is an amount object.',
    operations: standingOrderReads,
  },
  'STO-REQ-170': {
    place: 'FACTS 7.6: LastPaymentAmount',
    text: 'LastPaymentAmount of a standing order is optional and is an amount object.',
    operations: standingOrderReads,
  },
  'STO-REQ-180': {
    place: 'FACTS 7.6: FinalPaymentAmount',
    text: 'FinalPaymentAmount of a standing order is optional and is an amount object.',
    operations: standingOrderReads,
  },
  'STO-REQ-190': {
    place: 'FACTS 7.6: CreditorAgent',
    text: 'CreditorAgent of a standing order is optional with the Detail permission and is an agent object.',
    operations: standingOrderReads,
  },
  'STO-REQ-200': {
    place: 'FACTS 7.6: CreditorAccount',
    text: 'CreditorAccount of a standing order is required with the Detail permission and is an account object.',
    operations: standingOrderReads,
  },
} satisfies LedgerRows<'STO'>
