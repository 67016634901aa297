/**
 * What is read of a payment.
 *
 * @module
 */
import { givenConsentId } from './calls.js'
import type { Case } from './case.js'
import { unknownId } from './expect.js'
import type { FamilyCases } from './family-cases.js'
import { progressOf } from './payment-progress.js'

const both = ['0.0.1', '1.0.0'] as const

export const paymentsRead: FamilyCases = (calls) => {
  const { areas, operations, family, given, rows, paths, idPath, pay, readPayment, submissionBody } = calls
  const { machine, reached, reachedRows, ends, joinedRows, staysRows } = progressOf(family)
  return [
    {
      id: `${areas.payments}-041`,
      title: 'moves a payment along its states until it goes no further',
      operation: operations.get,
      given: given.submitted,
      versions: both,
      ref: 'docs/facts.md section 11',
      steps: [readPayment(undefined, { poll: { path: 'Data.Status', until: ends } }), readPayment()],
      expect: [
        {
          matches: 'statesJoined',
          with: { machine, first: { from: 'given', name: 'paymentStatus' } },
          proves: joinedRows,
        },
        { status: 200, step: 0, proves: rows.paymentRead },
        { matches: 'valueIsOneOf', with: { path: 'Data.Status', values: reached }, step: 0, proves: reachedRows },
        { matches: 'sameValue', with: { path: 'Data.Status', as: 0 }, proves: staysRows },
        {
          matches: 'laterThan',
          with: { path: 'Data.StatusUpdateDateTime', than: 'Data.CreationDateTime' },
          step: 0,
          // one that is on its way for days need not have moved yet
          proves: machine === 'immediatePayment' && family.currency !== undefined ? 'PMT-REQ-580' : [],
        },
      ],
    },
    {
      id: `${areas.payments}-042`,
      title: 'answers 400 to the id of a payment that does not exist',
      operation: operations.get,
      given: given.submitted,
      versions: both,
      ref: 'docs/facts.md section 3.3: Resource.NotFound',
      steps: [
        readPayment({ from: 'fresh', name: 'unknown' }),
        readPayment(givenConsentId),
        readPayment('x'.repeat(129)),
      ],
      expect: [0, 1, 2].flatMap((step) => unknownId('ERR-REQ-450', step)) as unknown as Case['expect'],
    },
    {
      id: `${areas.payments}-043`,
      title: 'does not show a payment to another TPP, nor to the token of a consent',
      operation: operations.get,
      given: given.submitted,
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
        { status: 200, proves: rows.paymentRead },
      ],
    },
    {
      id: `${areas.payments}-044`,
      title: 'takes no payment of one version under the other',
      operation: operations.create,
      given: given.ownApproved,
      versions: family.versions.length > 1 ? both : [],
      ref: 'docs/facts.md section 13',
      steps: [
        pay(submissionBody(), { base: '0.0.1', deviates: ['Data.Initiation', 'base'] }),
        pay(submissionBody(), { base: '1.0.0', deviates: ['Data.Initiation', 'base'] }),
      ],
      expect: [{ matches: 'servedInOwnVersion', proves: 'VER-REQ-250' }],
    },
    {
      id: `${areas.payments}-045`,
      title: 'serves the path of a payment with and without a slash at its end',
      operation: operations.get,
      given: given.submitted,
      versions: both,
      ref: 'Source document, operation lists; docs/facts.md section 1',
      steps: [readPayment(undefined, { path: `${paths.payment}/` }), readPayment(undefined, { path: paths.payment })],
      expect: [
        { status: 200, step: 0, proves: 'VER-REQ-300' },
        { matches: 'sameValue', with: { path: idPath, as: 0 }, proves: 'VER-REQ-320' },
      ],
    },
  ]
}
