/**
 * Domestic payments with what is optional: the account that pays, the refund account, headers, rails, too little money.
 *
 * @module
 */
import { createdConsentId, exchangeCode } from './calls.js'
import type { Case, Value } from './case.js'
import {
  askToPay,
  debtorAccount,
  initiation,
  pay,
  paymentConsentBody,
  readPayment,
  risk,
  submissionBody,
} from './payment-calls.js'
import { approve, asked, beyond, createdPaymentId, late, submit } from './payment-flow.js'

const both = ['0.0.1', '1.0.0'] as const

export const submissionsWithOptions = [
  {
    id: 'DPY-008',
    title: 'takes a payment from the account that the TPP named',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: both,
    needs: ['payments.debtor'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [
      askToPay(paymentConsentBody({ DebtorAccount: debtorAccount })),
      { authorise: 'approve', scope: 'payments', consentId: createdConsentId(0) },
      exchangeCode,
      submit({ Data: { Initiation: initiation({ DebtorAccount: debtorAccount }) }, Risk: risk }),
    ],
    expect: [
      { status: 201, proves: 'DPC-REQ-110' },
      { matches: 'asSent', with: { request: 3, path: 'Data.Initiation' }, proves: 'PMT-REQ-610' },
    ],
  },
  {
    id: 'DPY-009',
    title: 'shows where the money can be sent back to, where the consent asks for it',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 6: Refund',
    steps: [
      askToPay(paymentConsentBody({}, { ReadRefundAccount: 'Yes' })),
      approve(),
      exchangeCode,
      submit(asked),
      readPayment(createdPaymentId(3)),
    ],
    expect: [
      { present: ['Data.Refund.Account.Identification'], step: 3, proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
      { present: ['Data.Refund.Account.Identification'], proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
    ],
  },
  {
    id: 'DPY-010',
    title: 'shows no refund account where the consent does not ask for it',
    operation: 'getDomesticPayment',
    given: 'submittedPayment',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 6: Refund',
    steps: [readPayment()],
    expect: [
      { status: 200, proves: 'PMT-REQ-620' },
      { absent: ['Data.Refund'], proves: 'PMT-REQ-620' },
    ],
  },
  {
    id: 'DPY-011',
    title: 'rejects a payment that the money does not cover',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: both,
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds',
    steps: [
      askToPay(beyond),
      approve(),
      exchangeCode,
      submit(beyond),
      readPayment(createdPaymentId(3), { poll: { path: 'Data.Status', until: ['Rejected'] } }),
    ],
    expect: [
      { status: 201, step: 3, proves: 'PMT-REQ-820' },
      { body: { 'Data.Status': 'Rejected' }, proves: ['PMT-REQ-820', 'PMT-REQ-910'] },
    ],
  },
  {
    id: 'DPY-012',
    title: 'takes a payment with every optional header',
    operation: 'createDomesticPayment',
    given: 'ownApprovedPayment',
    versions: both,
    ref: 'Source document, "Common header parameters" and "Versioning"',
    steps: [
      pay(submissionBody(), {
        headers: {
          'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
          'x-fapi-customer-ip-address': '2001:db8::17',
          'x-customer-user-agent': '()<>@,;:\\"/[]?={} 100% free text',
        },
      }),
    ],
    expect: [{ status: 201, proves: ['HDR-REQ-030', 'HDR-REQ-050', 'HDR-REQ-240', 'VER-REQ-040', 'VER-REQ-050'] }],
  },
  {
    id: 'DPY-013',
    title: 'takes a payment without any optional header',
    operation: 'createDomesticPayment',
    given: 'ownApprovedPayment',
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
  {
    id: 'DPY-014',
    title: 'keeps a deferred payment in process until it is settled',
    operation: 'getDomesticPayment',
    given: 'nothing',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.2: rails',
    steps: [
      askToPay(late as unknown as Value),
      approve(),
      exchangeCode,
      submit(late),
      readPayment(createdPaymentId(3)),
    ],
    expect: [
      { body: { 'Data.Status': 'AcceptedSettlementInProcess' }, step: 3, proves: 'DPY-REQ-050' },
      { body: { 'Data.Status': 'AcceptedSettlementInProcess' }, proves: 'DPY-REQ-050' },
    ],
  },
] as const satisfies readonly Case[]
