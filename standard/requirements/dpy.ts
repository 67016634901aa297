import { domestic } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** DPY: domestic payments. */
export const dpy = {
  'DPY-REQ-010': {
    place: 'Endpoints: operation lists, POST /domestic-payments',
    text: 'A domestic payment is handed in through POST /domestic-payments.',
    operations: ['createDomesticPayment'],
  },
  'DPY-REQ-020': {
    place: 'Endpoints: operation lists, GET /domestic-payments/{DomesticPaymentId}/',
    text: 'GET /domestic-payments/{DomesticPaymentId}/ returns the domestic payment.',
    operations: ['getDomesticPayment'],
  },
  'DPY-REQ-030': {
    place: 'FACTS 8.1: families',
    text: 'DomesticPaymentId is the required identifier in a domestic payment response.',
    operations: domestic.payments,
  },
  'DPY-REQ-040': {
    place: 'FACTS 8.2: rails',
    text: 'An NRT payment settles within seconds at any hour.',
    basis: 'inferred',
    strength: 'should',
    versions: ['1.0.0'],
    operations: domestic.payments,
    note: 'Sandbox behaviour; never judged on a real bank.',
  },
  'DPY-REQ-050': {
    place: 'FACTS 8.2: rails',
    text: 'A DNS payment remains AcceptedSettlementInProcess until a settlement cycle takes it up.',
    basis: 'inferred',
    strength: 'should',
    versions: ['1.0.0'],
    operations: domestic.payments,
    note: 'Sandbox behaviour; never judged on a real bank.',
  },
  'DPY-REQ-060': {
    place: 'FACTS 8.2: rails',
    text: 'A BIL payment reaches its outcome at once.',
    basis: 'inferred',
    strength: 'should',
    versions: ['1.0.0'],
    operations: domestic.payments,
    note: 'Sandbox behaviour; never judged on a real bank.',
  },
  'DPY-REQ-070': {
    place: 'FACTS 7.3, 7.4 and 8.2: balances, transactions, payments',
    text: 'A payment is a debit of the account that pays, of its amount and charges, and moves the balances by as much.',
    basis: 'inferred',
    operations: ['createDomesticPayment', 'createInternationalPayment'],
    note: 'The sources describe accounts and payments apart.',
  },
  'DPY-REQ-080': {
    place: 'FACTS 8: insufficient funds',
    text: 'A payment that is rejected leaves balances and transactions as they were.',
    basis: 'inferred',
    operations: ['createDomesticPayment'],
  },
  'DPY-REQ-090': {
    place: 'FACTS 7.3, 7.4 and 8.2: balances, transactions, payments',
    text: 'A payment to an account at the same bank is a credit of that account, of its amount.',
    basis: 'inferred',
    operations: ['createDomesticPayment'],
  },
  'DPY-REQ-100': {
    place: 'FACTS 7.4: Status',
    text: 'The transaction of a payment keeps its TransactionId when it turns from Pending into Booked.',
    basis: 'inferred',
    strength: 'should',
    operations: ['getDomesticPayment'],
  },
} satisfies LedgerRows<'DPY'>
