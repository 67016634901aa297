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
  const { areas, operations, given, ask, consentBody, pay, submit, submissionBody, readPayment, createdPaymentId } =
    calls
  return [
    {
      id: `${areas.payments}-009`,
      title: 'shows where the money can be sent back to, where the consent asks for it',
      operation: operations.create,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 6: Refund',
      steps: [
        ask(consentBody({}, { ReadRefundAccount: 'Yes' })),
        approve(),
        exchangeCode,
        submit(),
        readPayment(createdPaymentId(3)),
      ],
      expect: [
        { present: ['Data.Refund.Account.Identification'], step: 3, proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
        { present: ['Data.Refund.Account.Identification'], proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
      ],
    },
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
    {
      id: `${areas.payments}-013`,
      title: 'takes a payment without any optional header',
      operation: operations.create,
      given: given.ownApproved,
      versions: both,
      ref: 'Source document, "Common header parameters"; RFC 9110 section 12.5.1',
      steps: [
        pay(submissionBody(), {
          headers: { 'x-fapi-interaction-id': null, 'x-customer-user-agent': null, accept: null },
          deviates: ['x-fapi-interaction-id', 'accept'],
        }),
      ],
      expect: [{ status: 201, proves: ['HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260'] }],
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
