/**
 * What is read of a domestic payment.
 *
 * @module
 */
import { givenConsentId } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import { pay, readPayment, submissionBody } from './payment-calls.js'
import { createdPaymentId, final } from './payment-flow.js'

const both = ['0.0.1', '1.0.0'] as const

export const paymentsRead = [
  {
    id: 'DPY-040',
    title: 'reads a payment at once, as it was submitted',
    operation: 'getDomesticPayment',
    given: 'ownApprovedPayment',
    versions: both,
    ref: 'Source document, payment initiation capabilities; amzn/selling-partner-api-docs #459',
    steps: [pay(), readPayment(createdPaymentId(0))],
    expect: [
      { status: 200, proves: ['DPY-REQ-020', 'PMT-REQ-070', 'AUT-REQ-290', 'VER-REQ-170', 'VER-REQ-340'] },
      { body: { 'Data.DomesticPaymentId': createdPaymentId(0) }, proves: 'DPY-REQ-030' },
      { body: { 'Data.ConsentId': givenConsentId }, proves: 'PMT-REQ-560' },
      { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 }, proves: 'PMT-REQ-610' },
      { matches: 'sameValue', with: { path: 'Data.DomesticPaymentId', as: 0 }, proves: 'FMT-REQ-280' },
      { matches: 'sameValue', with: { path: 'Data.CreationDateTime', as: 0 }, proves: 'PMT-REQ-570' },
      { matches: 'paymentAmounts', proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
    ],
  },
  {
    id: 'DPY-041',
    title: 'moves a payment along its states until it is settled, and no further',
    operation: 'getDomesticPayment',
    given: 'ownApprovedPayment',
    versions: both,
    ref: 'docs/facts.md section 11: immediate payment',
    steps: [
      pay(),
      readPayment(createdPaymentId(0), { poll: { path: 'Data.Status', until: final } }),
      readPayment(createdPaymentId(0)),
    ],
    expect: [
      { matches: 'statesJoined', with: { machine: 'immediatePayment' }, proves: ['PMT-REQ-900', 'PMT-REQ-590'] },
      { body: { 'Data.Status': 'AcceptedCreditSettlementCompleted' }, step: 1, proves: 'DPY-REQ-040' },
      { matches: 'sameValue', with: { path: 'Data.Status', as: 1 }, proves: 'PMT-REQ-910' },
      {
        matches: 'laterThan',
        with: { path: 'Data.StatusUpdateDateTime', than: 'Data.CreationDateTime' },
        step: 1,
        proves: 'PMT-REQ-580',
      },
    ],
  },
  {
    id: 'DPY-042',
    title: 'answers 400 to the id of a payment that does not exist',
    operation: 'getDomesticPayment',
    given: 'submittedPayment',
    versions: both,
    ref: 'docs/facts.md section 3.3: Resource.NotFound',
    steps: [readPayment({ from: 'fresh', name: 'unknown' }), readPayment(givenConsentId), readPayment('x'.repeat(129))],
    expect: [0, 1, 2].flatMap((step) => unknownId('ERR-REQ-450', step)) as unknown as Case['expect'],
  },
  {
    id: 'DPY-043',
    title: 'does not show a payment to another TPP, nor to the token of a consent',
    operation: 'getDomesticPayment',
    given: 'submittedPayment',
    versions: both,
    ref: 'docs/facts.md sections 3.3 and 4.1',
    steps: [
      readPayment(undefined, { token: 'public-other' }),
      readPayment(undefined, { token: 'consent', deviates: ['token'] }),
      readPayment(),
    ],
    expect: [
      { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      { status: [401, 403], step: 1, proves: 'AUT-REQ-260' },
      { status: 200, proves: 'DPY-REQ-020' },
    ],
  },
  {
    id: 'DPY-044',
    title: 'takes no payment of one version under the other',
    operation: 'createDomesticPayment',
    given: 'ownApprovedPayment',
    versions: both,
    ref: 'docs/facts.md section 13',
    steps: [
      pay(submissionBody(), { base: '0.0.1', deviates: ['Data.Initiation', 'base'] }),
      pay(submissionBody(), { base: '1.0.0', deviates: ['Data.Initiation', 'base'] }),
    ],
    expect: [{ matches: 'servedInOwnVersion', proves: 'VER-REQ-250' }],
  },
  {
    id: 'DPY-045',
    title: 'serves the path of a payment with and without a slash at its end',
    operation: 'getDomesticPayment',
    given: 'submittedPayment',
    versions: both,
    ref: 'Source document, operation lists; docs/facts.md section 1',
    steps: [
      readPayment(undefined, { path: '/domestic-payments/{DomesticPaymentId}/' }),
      readPayment(undefined, { path: '/domestic-payments/{DomesticPaymentId}' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'VER-REQ-300' },
      { matches: 'sameValue', with: { path: 'Data.DomesticPaymentId', as: 0 }, proves: 'VER-REQ-320' },
    ],
  },
] as const satisfies readonly Case[]
