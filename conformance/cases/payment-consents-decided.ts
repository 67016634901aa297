/**
 * What the decision of a PSU makes of a domestic payment consent.
 *
 * @module
 */

import { createdConsentId, givenConsentId } from './calls.js'
import type { Case } from './case.js'
import { consentIs } from './expect.js'
import { askToPay, debtorAccount, paymentConsentBody, readPaymentConsent } from './payment-calls.js'
import { unchanged } from './payment-full-request.js'

const both = ['0.0.1', '1.0.0'] as const

export const paymentConsentsDecided = [
  {
    id: 'DPC-050',
    title: 'makes a consent Authorised when the PSU approves the payment',
    operation: 'getDomesticPaymentConsent',
    given: 'approvedPayment',
    versions: both,
    ref: 'docs/facts.md section 11: payment consent',
    steps: [readPaymentConsent()],
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
    id: 'DPC-051',
    title: 'makes a consent Rejected when the PSU rejects the payment, for good',
    operation: 'getDomesticPaymentConsent',
    given: 'pendingPayment',
    versions: both,
    ref: 'docs/facts.md section 11: payment consent',
    steps: [
      { authorise: 'reject', scope: 'payments', consentId: givenConsentId },
      readPaymentConsent(),
      { authorise: 'approve', scope: 'payments', consentId: givenConsentId },
      readPaymentConsent(),
    ],
    expect: [
      { redirect: 'error', error: 'access_denied', step: 0, proves: 'PMT-REQ-850' },
      consentIs('Rejected', 'PMT-REQ-850', 1),
      { noCode: true, step: 2, proves: 'PMT-REQ-880' },
      consentIs('Rejected', 'PMT-REQ-880', 3),
    ],
  },
  {
    id: 'DPC-052',
    title: 'makes a consent Rejected when the account that pays is not one of the PSU who logs in',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    needs: ['payments.debtor', 'psu.other'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [
      askToPay(paymentConsentBody({ DebtorAccount: debtorAccount })),
      { authorise: 'approve', scope: 'payments', psu: 'other', consentId: createdConsentId(0) },
      readPaymentConsent(createdConsentId(0)),
    ],
    expect: [
      { noCode: true, step: 1, proves: ['PMT-REQ-750', 'AUT-REQ-160'] },
      consentIs('Rejected', ['PMT-REQ-750', 'PMT-REQ-730', 'PMT-REQ-870']),
    ],
  },
  {
    id: 'DPC-053',
    title: 'lets the PSU approve a payment from the account that the TPP names',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    needs: ['payments.debtor'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [
      askToPay(paymentConsentBody({ DebtorAccount: debtorAccount })),
      { authorise: 'approve', scope: 'payments', consentId: createdConsentId(0) },
      readPaymentConsent(createdConsentId(0)),
    ],
    expect: [
      { redirect: 'code', step: 1, proves: ['AUT-REQ-560', 'AUT-REQ-120', 'AUT-REQ-130'] },
      consentIs('Authorised', 'PMT-REQ-850'),
      { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 }, proves: [...unchanged, 'PMT-REQ-710'] },
    ],
  },
  {
    id: 'DPC-054',
    title: 'lets the PSU approve a payment that the money does not cover',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds',
    steps: [
      askToPay(
        paymentConsentBody({
          InstructedAmount: { Amount: { from: 'payments', name: 'beyondFunds' }, Currency: 'BHD' },
        }),
      ),
      { authorise: 'approve', scope: 'payments', consentId: createdConsentId(0) },
      readPaymentConsent(createdConsentId(0)),
    ],
    expect: [{ redirect: 'code', step: 1, proves: 'PMT-REQ-810' }, consentIs('Authorised', 'PMT-REQ-810')],
  },
] as const satisfies readonly Case[]
