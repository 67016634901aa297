/**
 * Payments with what is optional: the refund account, headers, rails; and with too little money.
 *
 * @module
 */
import { createdConsentId, exchangeCode } from './calls.js'
import { consentIs } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { approve, type PaymentCalls } from './payment-calls.js'
import { beyondFunds, deferred } from './payment-parts.js'

const both = ['0.0.1', '1.0.0'] as const

export const submissionsWithOptions: FamilyCases = (calls) => [
  ...ofEveryFamily(calls),
  ...(calls.family.paymentStates === 'immediatePayment' ? madeAtOnce(calls) : []),
]

const ofEveryFamily: FamilyCases = (calls) => {
  const { areas, operations, given, readPayment } = calls
  return [
    {
      id: `${areas.payments}-010`,
      title: 'shows no refund account where the consent does not ask for it',
      operation: operations.get,
      given: given.submitted,
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 6: Refund',
      steps: [readPayment()],
      expect: [
        { status: 200, proves: 'PMT-REQ-620' },
        { absent: ['Data.Refund'], proves: 'PMT-REQ-620' },
      ],
    },
  ]
}

/** Rails and rejections that show while a run lasts. */
const madeAtOnce = (calls: PaymentCalls): ReturnType<FamilyCases> => {
  const {
    areas,
    operations,
    ask,
    consentBody,
    initiation,
    paying,
    readConsent,
    submit,
    readPayment,
    createdPaymentId,
  } = calls
  return [
    {
      id: `${areas.payments}-011`,
      title: 'lets the PSU approve a payment that the money does not cover, and rejects it then',
      operation: operations.create,
      given: 'nothing',
      versions: both,
      needs: ['payments.beyondFunds'],
      ref: 'docs/facts.md section 8: insufficient funds',
      steps: [
        ask(consentBody(paying(beyondFunds))),
        approve(),
        readConsent(createdConsentId(0)),
        exchangeCode,
        submit(initiation(paying(beyondFunds))),
        readPayment(createdPaymentId(4), { poll: { path: 'Data.Status', until: ['Rejected'] } }),
      ],
      expect: [
        { redirect: 'code', step: 1, proves: 'PMT-REQ-810' },
        consentIs('Authorised', 'PMT-REQ-810', 2),
        { status: 201, step: 4, proves: 'PMT-REQ-820' },
        { body: { 'Data.Status': 'Rejected' }, proves: ['PMT-REQ-820', 'PMT-REQ-910'] },
      ],
    },
    {
      id: `${areas.payments}-014`,
      title: 'keeps a deferred payment in process until it is settled',
      operation: operations.get,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.2: rails',
      steps: [
        ask(consentBody({ LocalInstrument: deferred })),
        approve(),
        exchangeCode,
        submit(initiation({ LocalInstrument: deferred })),
        readPayment(createdPaymentId(3)),
      ],
      expect: [
        { body: { 'Data.Status': 'AcceptedSettlementInProcess' }, step: 3, proves: 'DPY-REQ-050' },
        { body: { 'Data.Status': 'AcceptedSettlementInProcess' }, proves: 'DPY-REQ-050' },
      ],
    },
  ]
}
