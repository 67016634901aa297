/**
 * How a domestic payment consent is read.
 *
 * @module
 */
import { createdConsentId, givenConsentId } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import { askToPay, paymentConsentBody, readPaymentConsent } from './payment-calls.js'
import { everyField, everyRisk, unchanged } from './payment-full-request.js'

const both = ['0.0.1', '1.0.0'] as const

export const paymentConsentsRead = [
  {
    id: 'DPC-040',
    title: 'reads a payment consent as it was created',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    ref: 'Source document, payment initiation capabilities; docs/facts.md section 8.1',
    steps: [askToPay(paymentConsentBody(everyField, {}, everyRisk)), readPaymentConsent(createdConsentId(0))],
    expect: [
      {
        status: 200,
        proves: [
          'DPC-REQ-020',
          'PMT-REQ-060',
          'AUT-REQ-250',
          'AUT-REQ-290',
          'VER-REQ-340',
          'HDR-REQ-170',
          'VER-REQ-170',
        ],
      },
      { matches: 'sameData', with: { as: 0 }, proves: [...unchanged, 'PMT-REQ-710'] },
      { matches: 'asSent', with: { request: 0, path: 'Risk' }, proves: 'PMT-REQ-410' },
      { matches: 'paymentAmounts', proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
    ],
  },
  {
    id: 'DPC-041',
    title: 'answers 400 to the id of a payment consent that does not exist',
    operation: 'getDomesticPaymentConsent',
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 3.3: Resource.NotFound',
    steps: [
      readPaymentConsent({ from: 'fresh', name: 'unknown' }),
      readPaymentConsent('x'.repeat(129)),
      readPaymentConsent('../accounts'),
      readPaymentConsent('❄'),
    ],
    expect: [0, 1, 2, 3].flatMap((step) => unknownId('ERR-REQ-450', step)) as unknown as Case['expect'],
  },
  {
    id: 'DPC-042',
    title: 'does not show a payment consent to another TPP',
    operation: 'getDomesticPaymentConsent',
    given: 'pendingPayment',
    versions: both,
    ref: 'docs/facts.md section 3.3: resource of another TPP; OpenBankProject/OBP-API #2881',
    steps: [readPaymentConsent(givenConsentId, { token: 'public-other' }), readPaymentConsent()],
    expect: [
      { status: [400, 403, 404], step: 0, proves: 'ERR-REQ-560' },
      { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      { status: 200, step: 1, proves: 'DPC-REQ-020' },
    ],
  },
  {
    id: 'DPC-043',
    title: 'does not read a consent for account access as one for a payment',
    operation: 'getDomesticPaymentConsent',
    given: 'pendingConsent',
    versions: both,
    ref: 'docs/facts.md section 3.3; wso2/financial-services-accelerator #524',
    steps: [readPaymentConsent()],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: 'DPC-044',
    title: 'does not read a payment consent of one version under the other',
    operation: 'getDomesticPaymentConsent',
    given: 'pendingPayment',
    versions: both,
    ref: 'docs/facts.md section 13',
    steps: [
      readPaymentConsent(givenConsentId, { base: '0.0.1' }),
      readPaymentConsent(givenConsentId, { base: '1.0.0' }),
    ],
    expect: [{ matches: 'servedInOwnVersion', proves: 'VER-REQ-250' }],
  },
  {
    id: 'DPC-046',
    title: 'serves the path of a payment consent with and without a slash at its end',
    operation: 'getDomesticPaymentConsent',
    given: 'pendingPayment',
    versions: both,
    ref: 'Source document, operation lists; docs/facts.md section 1',
    steps: [
      readPaymentConsent(undefined, { path: '/domestic-payment-consents/{ConsentId}/' }),
      readPaymentConsent(undefined, { path: '/domestic-payment-consents/{ConsentId}' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'VER-REQ-300' },
      { matches: 'sameData', with: { as: 0 }, proves: 'VER-REQ-320' },
    ],
  },
] as const satisfies readonly Case[]
