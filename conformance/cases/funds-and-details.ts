/**
 * The check of funds before a domestic payment, and the states it has had.
 *
 * @module
 */

import { createdConsentId, exchangeCode } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import { askToPay, confirmFunds, pay, readDetails, readPayment } from './payment-calls.js'
import { approve, beyond, createdPaymentId, final, submit } from './payment-flow.js'

const funds = 'Data.FundsAvailableResult.FundsAvailable'

export const fundsAndDetails = [
  {
    id: 'FND-001',
    title: 'says that the money is there, as of now',
    operation: 'getDomesticPaymentConsentFundsConfirmation',
    given: 'approvedPayment',
    versions: ['1.0.0'],
    ref: 'Source document, payment flow 5; docs/facts.md section 8.6',
    steps: [confirmFunds()],
    expect: [
      { status: 200, proves: ['FND-REQ-010', 'AUT-REQ-290', 'FND-REQ-070', 'HDR-REQ-170'] },
      { body: { [funds]: true }, proves: 'FND-REQ-090' },
      {
        matches: 'nearDateHeader',
        with: { path: 'Data.FundsAvailableResult.FundsAvailableDateTime', minutes: 5 },
        proves: 'FND-REQ-080',
      },
    ],
  },
  {
    id: 'FND-002',
    title: 'says that the money is not there',
    operation: 'getDomesticPaymentConsentFundsConfirmation',
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds',
    steps: [askToPay(beyond), approve(), exchangeCode, confirmFunds(createdConsentId(0), { token: 'latest' })],
    expect: [{ body: { [funds]: false }, proves: 'FND-REQ-140' }],
  },
  {
    id: 'FND-003',
    title: 'checks funds with the token of the consent alone',
    operation: 'getDomesticPaymentConsentFundsConfirmation',
    given: 'approvedPayment',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.6: token',
    steps: [
      confirmFunds(undefined, { token: 'public-payments', deviates: ['token'] }),
      askToPay(),
      confirmFunds(createdConsentId(1), { deviates: ['token'] }),
      confirmFunds({ from: 'fresh', name: 'unknown' }),
    ],
    expect: [
      { status: 403, step: 0, proves: ['FND-REQ-120', 'AUT-REQ-280', 'ERR-REQ-030'] },
      { status: [400, 403], step: 2, proves: 'FND-REQ-120' },
      ...unknownId('ERR-REQ-450', 3),
    ],
  },
  {
    id: 'FND-004',
    title: 'checks no funds for a consent that is used up',
    operation: 'getDomesticPaymentConsentFundsConfirmation',
    given: 'submittedPayment',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.6: status',
    steps: [confirmFunds()],
    expect: [
      { status: 400, proves: 'FND-REQ-110' },
      { errorCode: 'Resource.InvalidConsentStatus', proves: 'FND-REQ-110' },
    ],
  },
  {
    id: 'PDT-001',
    title: 'lists the states that a payment has had, the oldest first',
    operation: 'getDomesticPaymentDetails',
    given: 'ownApprovedPayment',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 8.7',
    steps: [
      pay(),
      readPayment(createdPaymentId(0), { poll: { path: 'Data.Status', until: final } }),
      readDetails(createdPaymentId(0)),
    ],
    expect: [
      { status: 200, proves: ['PDT-REQ-010', 'AUT-REQ-290'] },
      { present: ['Data.PaymentStatus[].PaymentTransactionId'], proves: ['PDT-REQ-050', 'PDT-REQ-070'] },
      { matches: 'oldestFirst', with: { path: 'Data.PaymentStatus[].StatusUpdateDateTime' }, proves: 'PDT-REQ-060' },
    ],
  },
  {
    id: 'PDT-002',
    title: 'says why a payment was rejected',
    operation: 'getDomesticPaymentDetails',
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8.7: StatusDetail',
    steps: [
      askToPay(beyond),
      approve(),
      exchangeCode,
      submit(beyond),
      readPayment(createdPaymentId(3), { poll: { path: 'Data.Status', until: ['Rejected'] } }),
      readDetails(createdPaymentId(3)),
    ],
    expect: [
      { status: 200, proves: 'PDT-REQ-010' },
      {
        matches: 'hasReason',
        proves: ['PDT-REQ-100', 'PDT-REQ-110', 'PDT-REQ-120', 'PDT-REQ-130', 'PDT-REQ-080', 'PDT-REQ-090'],
      },
    ],
  },
  {
    id: 'PDT-003',
    title: 'does not show the details of a payment to another TPP, nor of one that there is not',
    operation: 'getDomesticPaymentDetails',
    given: 'submittedPayment',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 3.3 and 8.7',
    steps: [
      readDetails(undefined, { token: 'public-other' }),
      readDetails({ from: 'fresh', name: 'unknown' }),
      readDetails(undefined, { token: 'consent', deviates: ['token'] }),
      readDetails(),
    ],
    expect: [
      { status: 403, step: 0, proves: 'ERR-REQ-030' },
      ...unknownId('ERR-REQ-450', 1),
      { status: [401, 403], step: 2, proves: 'AUT-REQ-260' },
      { status: 200, proves: 'PDT-REQ-010' },
    ],
  },
] as const satisfies readonly Case[]
