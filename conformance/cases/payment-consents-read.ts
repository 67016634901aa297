/**
 * How a payment consent is read.
 *
 * @module
 */
import { createdConsentId, givenConsentId } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { everyRisk, unchanged } from './payment-full-request.js'

const both = ['0.0.1', '1.0.0'] as const

export const paymentConsentsRead: FamilyCases = ({
  areas,
  operations,
  given,
  rows,
  paths,
  everyField,
  ask,
  consentBody,
  readConsent,
}) => [
  {
    id: `${areas.consents}-040`,
    title: 'reads a payment consent as it was created',
    operation: operations.getConsent,
    given: 'nothing',
    versions: both,
    ref: 'Source document, payment initiation capabilities; docs/facts.md section 8.1',
    steps: [ask(consentBody(everyField, {}, everyRisk)), readConsent(createdConsentId(0))],
    expect: [
      {
        status: 200,
        proves: [
          rows.consentRead,
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
    id: `${areas.consents}-041`,
    title: 'answers 400 to the id of a payment consent that does not exist',
    operation: operations.getConsent,
    given: 'nothing',
    versions: both,
    ref: 'docs/facts.md section 3.3: Resource.NotFound',
    steps: [
      readConsent({ from: 'fresh', name: 'unknown' }),
      readConsent('x'.repeat(129)),
      readConsent('../accounts'),
      readConsent('❄'),
    ],
    expect: [0, 1, 2, 3].flatMap((step) => unknownId('ERR-REQ-450', step)) as unknown as Case['expect'],
  },
  {
    id: `${areas.consents}-042`,
    title: 'does not show a payment consent to another TPP',
    operation: operations.getConsent,
    given: given.pending,
    versions: both,
    ref: 'docs/facts.md section 3.3: resource of another TPP; OpenBankProject/OBP-API #2881',
    steps: [readConsent(givenConsentId, { token: 'public-other' }), readConsent()],
    expect: [
      { status: [400, 403, 404], step: 0, proves: 'ERR-REQ-560' },
      { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      { status: 200, step: 1, proves: rows.consentRead },
    ],
  },
  {
    id: `${areas.consents}-043`,
    title: 'does not read a consent for account access as one for a payment',
    operation: operations.getConsent,
    given: 'pendingConsent',
    versions: both,
    ref: 'docs/facts.md section 3.3; wso2/financial-services-accelerator #524',
    steps: [readConsent()],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: `${areas.consents}-044`,
    title: 'does not read a payment consent of one version under the other',
    operation: operations.getConsent,
    given: given.pending,
    versions: both,
    ref: 'docs/facts.md section 13',
    steps: [readConsent(givenConsentId, { base: '0.0.1' }), readConsent(givenConsentId, { base: '1.0.0' })],
    expect: [{ matches: 'servedInOwnVersion', proves: 'VER-REQ-250' }],
  },
  {
    id: `${areas.consents}-046`,
    title: 'serves the path of a payment consent with and without a slash at its end',
    operation: operations.getConsent,
    given: given.pending,
    versions: both,
    ref: 'Source document, operation lists; docs/facts.md section 1',
    steps: [readConsent(undefined, { path: `${paths.consent}/` }), readConsent(undefined, { path: paths.consent })],
    expect: [
      { status: 200, step: 0, proves: 'VER-REQ-300' },
      { matches: 'sameData', with: { as: 0 }, proves: 'VER-REQ-320' },
    ],
  },
]
