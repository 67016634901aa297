/**
 * What the decision of a PSU makes of a payment consent.
 *
 * @module
 */

import { createdConsentId, exchangeCode, givenConsentId } from './calls.js'
import type { Ref } from './case.js'
import { consentIs } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { approve } from './payment-calls.js'
import { unchanged } from './payment-full-request.js'
import { beyondFunds, debtorAccount, debtorIfSaid } from './payment-parts.js'

const both = ['0.0.1', '1.0.0'] as const

/** The account that money can be sent back to, in the version that has it. */
const refund = 'Data.Refund.Account.Identification'
const askedFor: Ref = { from: 'version', of: { '1.0.0': 'Yes' } }

export const paymentConsentsDecided: FamilyCases = (calls) => [
  ...ofEveryFamily(calls),
  // of what is made at once, the rejection of the payment tries it too
  ...(calls.family.paymentStates === 'immediatePayment' ? [] : beyondTheMoney(calls)),
]

const ofEveryFamily: FamilyCases = ({
  areas,
  operations,
  given,
  initiation,
  ask,
  consentBody,
  readConsent,
  submit,
  readPayment,
  createdPaymentId,
}) => [
  {
    id: `${areas.consents}-050`,
    title: 'makes a consent Authorised when the PSU approves the payment',
    operation: operations.getConsent,
    given: given.unsubmitted,
    versions: both,
    ref: 'docs/facts.md section 11: payment consent',
    steps: [readConsent()],
    expect: [
      consentIs('Authorised', 'PMT-REQ-850'),
      {
        matches: 'laterThan',
        with: { path: 'Data.StatusUpdateDateTime', than: 'Data.CreationDateTime' },
        proves: 'PMT-REQ-390',
      },
    ],
  },
  {
    id: `${areas.consents}-051`,
    title: 'makes a consent Rejected when the PSU rejects the payment, for good',
    operation: operations.getConsent,
    given: given.pending,
    versions: both,
    ref: 'docs/facts.md section 11: payment consent',
    steps: [
      { authorise: 'reject', scope: 'payments', consentId: givenConsentId },
      readConsent(),
      { authorise: 'approve', scope: 'payments', consentId: givenConsentId },
      readConsent(),
    ],
    expect: [
      { redirect: 'error', error: 'access_denied', step: 0, proves: 'PMT-REQ-850' },
      consentIs('Rejected', 'PMT-REQ-850', 1),
      { noCode: true, step: 2, proves: 'PMT-REQ-880' },
      consentIs('Rejected', 'PMT-REQ-880', 3),
    ],
  },
  {
    id: `${areas.consents}-052`,
    title: 'makes a consent Rejected when the account that pays is not one of the PSU who logs in',
    operation: operations.getConsent,
    given: 'nothing',
    versions: both,
    needs: ['payments.debtor', 'psu.other'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [
      ask(consentBody({ DebtorAccount: debtorAccount })),
      { authorise: 'approve', scope: 'payments', psu: 'other', consentId: createdConsentId(0) },
      readConsent(createdConsentId(0)),
    ],
    expect: [
      { noCode: true, step: 1, proves: ['PMT-REQ-750', 'AUT-REQ-160'] },
      consentIs('Rejected', ['PMT-REQ-750', 'PMT-REQ-730', 'PMT-REQ-870']),
    ],
  },
  {
    id: `${areas.consents}-053`,
    title:
      'lets the PSU approve a payment from the account that the TPP names, takes it without any optional header, and shows where the money can be sent back to',
    operation: operations.getConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md sections 6: Refund, and 8: DebtorAccount; source document, "Common header parameters"; RFC 9110 section 12.5.1',
    steps: [
      ask(consentBody({ DebtorAccount: debtorIfSaid }, { ReadRefundAccount: askedFor })),
      approve(),
      readConsent(createdConsentId(0)),
      exchangeCode,
      {
        ...submit(initiation({ DebtorAccount: debtorIfSaid })),
        headers: { 'x-fapi-interaction-id': null, 'x-customer-user-agent': null, accept: null },
        deviates: ['x-fapi-interaction-id', 'accept'],
      },
      readPayment(createdPaymentId(4)),
    ],
    expect: [
      { redirect: 'code', step: 1, proves: ['AUT-REQ-560', 'AUT-REQ-120', 'AUT-REQ-130'] },
      consentIs('Authorised', 'PMT-REQ-850', 2),
      {
        matches: 'sameValue',
        with: { path: 'Data.Initiation', as: 0 },
        step: 2,
        proves: [...unchanged, 'PMT-REQ-710'],
      },
      { status: 201, step: 4, proves: ['HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260'] },
      { matches: 'takenWith', with: { path: 'Data.Initiation.DebtorAccount' }, step: 4, proves: 'DPC-REQ-110' },
      { matches: 'asSent', with: { request: 4, path: 'Data.Initiation' }, step: 4, proves: 'PMT-REQ-610' },
      { present: [refund], step: 4, proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
      { present: [refund], proves: ['PMT-REQ-620', 'PMT-REQ-630'] },
    ],
  },
]

const beyondTheMoney: FamilyCases = ({ areas, operations, ask, consentBody, paying, readConsent }) => [
  {
    id: `${areas.consents}-054`,
    title: 'lets the PSU approve a payment that the money does not cover',
    operation: operations.getConsent,
    given: 'nothing',
    versions: both,
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds',
    steps: [ask(consentBody(paying(beyondFunds))), approve(), readConsent(createdConsentId(0))],
    expect: [{ redirect: 'code', step: 1, proves: 'PMT-REQ-810' }, consentIs('Authorised', 'PMT-REQ-810')],
  },
]
