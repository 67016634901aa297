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
} satisfies LedgerRows<'DPY'>
