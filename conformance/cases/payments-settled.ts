/**
 * Domestic payments over the deferred rail, as the bank's clock goes on: settled in their cycle, and late ones.
 *
 * @module
 */
import { exchangeCode, listAccounts } from './calls.js'
import type { Call, Case, Ref, Step, Value } from './case.js'
import {
  askToPay,
  createdPaymentId,
  final,
  initiation,
  paymentConsentBody,
  readDetails,
  readPayment,
  submit,
} from './domestic-calls.js'
import { approve } from './payment-calls.js'
import { deferred, risk } from './payment-parts.js'

const [minute, day] = [60_000, 86_400_000] as const

/** The transactions of the last days, of every account of the consent of the starting point. */
export const recentTransactions: Call = {
  call: 'getTransactions',
  query: { fromBookingDateTime: { from: 'clock', offsetMillis: -10 * day, form: 'noZone' } },
  pages: 'all',
}

/** A payment with a reference of its own, by which its rows can be told from others. */
export function referenced(members: Readonly<Record<string, Value>> = {}) {
  const reference: Value = { Reference: { from: 'fresh', name: 'reference', length: 35 } }
  return { Data: { Initiation: initiation({ RemittanceInformation: reference, ...members }) }, Risk: risk }
}

const order = referenced({ LocalInstrument: deferred })

const namedBy = (step: number, name: string): { readonly to: Ref } => ({
  to: { from: 'step', step, path: `Data.${name}` },
})

/**
 * To a minute before and after the settlement that the submission expects. A bank that names none may be closed for days: two weeks are
 * enough.
 */
const settlement = namedBy(4, 'ExpectedSettlementDateTime')
const beforeSettlement: Step = { advance: settlement, beyond: -minute, otherwise: 0 }
const afterSettlement: Step = { advance: settlement, beyond: minute, otherwise: 14 * day + minute }

const paid: Case['steps'] = [
  recentTransactions,
  askToPay(order),
  approve(1),
  exchangeCode,
  submit(order, 1),
  recentTransactions,
  beforeSettlement,
  readPayment(createdPaymentId(4)),
  afterSettlement,
  readPayment(createdPaymentId(4), { poll: { path: 'Data.Status', until: final } }),
  // the first read with a token that has been renewed
  listAccounts(),
  recentTransactions,
]

const settled = [
  { status: 201, step: 4, proves: 'DPY-REQ-010' },
  { matches: 'statesJoined', with: { machine: 'immediatePayment' }, proves: ['PMT-REQ-900', 'PMT-REQ-590'] },
  { body: { 'Data.Status': 'AcceptedCreditSettlementCompleted' }, step: 9, proves: 'PMT-REQ-910' },
  { matches: 'sameRowBooked', with: { before: 0, pending: 5, submitted: 4 }, step: 11, proves: 'DPY-REQ-100' },
] as const satisfies readonly Case['expect'][number][]

export const paymentsSettled = [
  {
    id: 'DPY-060',
    title: 'settles a deferred payment in the cycle that it names, and not before',
    operation: 'getDomesticPayment',
    given: 'payerConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 8.2 (rails), 8.7 and 11',
    steps: [...paid, readDetails(createdPaymentId(4))] as unknown as Case['steps'],
    expect: [
      ...settled,
      { body: { 'Data.Status': 'AcceptedSettlementInProcess' }, step: 7, proves: 'DPY-REQ-050' },
      {
        matches: 'nearInstant',
        with: { path: 'Data.StatusUpdateDateTime', of: 'Data.ExpectedSettlementDateTime', as: 4, minutes: 1 },
        step: 9,
        proves: ['DPY-REQ-050', 'PMT-REQ-580'],
      },
      { matches: 'oldestFirst', with: { path: 'Data.PaymentStatus[].StatusUpdateDateTime' }, proves: 'PDT-REQ-060' },
      { matches: 'detailsHaveInstants', with: { payment: 9 }, proves: ['PDT-REQ-090', 'PDT-REQ-140'] },
    ],
  },
  {
    id: 'DPY-061',
    title: 'settles a deferred payment within two weeks',
    operation: 'getDomesticPayment',
    given: 'payerConsent',
    versions: ['0.0.1'],
    ref: 'docs/facts.md sections 8.2 (rails) and 11',
    steps: paid,
    expect: settled,
  },
  {
    id: 'DPY-062',
    title: 'moves an order after the cut-off to a later day, or refuses it for that',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8: cut-off',
    steps: [
      askToPay(order),
      { advance: namedBy(0, 'CutOffDateTime'), beyond: -5 * minute, otherwise: 0 },
      askToPay(order),
      approve(2),
      exchangeCode,
      { advance: namedBy(2, 'CutOffDateTime'), beyond: minute, otherwise: minute },
      askToPay(paymentConsentBody({ LocalInstrument: deferred })),
      submit(order, 2),
    ],
    expect: [
      { status: 201, step: 0, proves: 'DPC-REQ-030' },
      { status: [201, 400], step: 6, proves: ['PMT-REQ-800', 'ERR-REQ-480'] },
      { matches: 'lateOrder', with: { order: 2 }, step: 6, proves: ['PMT-REQ-800', 'ERR-REQ-480'] },
      { status: [201, 400], proves: ['PMT-REQ-800', 'ERR-REQ-480'] },
      { matches: 'lateOrder', with: { order: 2 }, proves: ['PMT-REQ-800', 'ERR-REQ-480'] },
    ],
  },
] as const satisfies readonly Case[]
