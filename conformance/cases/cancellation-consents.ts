/**
 * Consents to cancel a payment: created, read, decided on by the PSU.
 *
 * @module
 */
import { createdConsentId, exchangeCode, givenConsentId, inDays } from './calls.js'
import { cancellationIs, withCancellation } from './cancellation-calls.js'
import type { Case } from './case.js'
import { refusals, unknownId } from './expect.js'
import { approve, givenPaymentId } from './payment-calls.js'

const now = ['1.0.0'] as const

const ref = 'docs/facts.md section 8.8'

const [hour, day] = [3_600_000, 86_400_000] as const

export const cancellationConsents = withCancellation(
  ({ of: { given }, operations, askBody, askToCancel, readCancellation }) => [
    {
      id: 'FDX-001',
      title: 'starts a consent to cancel a payment of the TPP',
      operation: operations.create,
      given: given.submitted,
      versions: now,
      ref: `Source document, payment initiation capabilities; ${ref}`,
      steps: [askToCancel()],
      expect: [
        {
          status: 201,
          proves: ['FDX-REQ-010', 'FDX-REQ-030', 'FDX-REQ-040', 'FDX-REQ-060', 'AUT-REQ-250', 'AUT-REQ-290'],
        },
        { status: 201, proves: 'FDX-REQ-170' },
        { present: ['Data.ConsentId'], proves: 'FDX-REQ-100' },
        { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: 'FDX-REQ-110' },
        { matches: 'absoluteUri', with: { path: 'Links.Self' }, proves: ['AUT-REQ-620', 'FMT-REQ-140'] },
      ],
    },
    {
      id: 'FDX-002',
      title: 'takes the dates that the TPP expects, and repeats them',
      operation: operations.create,
      given: given.submitted,
      versions: now,
      ref,
      steps: [
        askToCancel(
          askBody(givenPaymentId, {
            ExpectedExecutionDateTime: inDays(7),
            ExpectedSettlementDateTime: inDays(8, 'zulu'),
          }),
        ),
      ],
      expect: [
        { status: 201, proves: ['FDX-REQ-070', 'FDX-REQ-080'] },
        { matches: 'asSent', with: { request: 0, path: 'Data' }, proves: 'FDX-REQ-110' },
      ],
    },
    {
      id: 'FDX-003',
      title: 'names every cancellation consent anew',
      operation: operations.create,
      given: given.submitted,
      versions: now,
      ref: 'docs/facts.md section 1: ids',
      steps: [askToCancel(), askToCancel()],
      expect: [
        { status: 201, step: 0, proves: 'FDX-REQ-010' },
        { status: 201, proves: 'FDX-REQ-010' },
        { matches: 'valueDiffers', with: { path: 'Data.ConsentId', than: 0 }, proves: ['FMT-REQ-280', 'FDX-REQ-100'] },
      ],
    },
    {
      id: 'FDX-004',
      title: 'lets no TPP cancel a payment of another, nor one that there is not',
      operation: operations.create,
      given: given.submitted,
      versions: now,
      ref: `${ref}: same PISP; section 3.3`,
      steps: [
        askToCancel(askBody(), { token: 'public-other', deviates: ['token'] }),
        askToCancel(askBody({ from: 'fresh', name: 'unknown' }), { deviates: ['Data'] }),
        askToCancel(askBody(givenConsentId), { deviates: ['Data'] }),
      ],
      expect: [
        { status: refusals, step: 0, proves: 'FDX-REQ-160' },
        { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
        { status: refusals, step: 1, proves: 'FDX-REQ-160' },
        { status: refusals, step: 2, proves: 'FDX-REQ-160' },
      ],
    },
    {
      id: 'FDX-005',
      title: 'reads a cancellation consent as it was created',
      operation: operations.get,
      given: given.submitted,
      versions: now,
      ref: `Source document, operation list; ${ref}`,
      steps: [askToCancel(), readCancellation(createdConsentId(0))],
      expect: [
        { status: 200, proves: ['FDX-REQ-020', 'AUT-REQ-250', 'AUT-REQ-290', 'VER-REQ-340', 'HDR-REQ-170'] },
        { matches: 'sameData', with: { as: 0 }, proves: ['FDX-REQ-110', 'FDX-REQ-100', 'FMT-REQ-280'] },
      ],
    },
    {
      id: 'FDX-006',
      title: 'answers 400 to the id of a cancellation consent that does not exist',
      operation: operations.get,
      given: given.pending,
      versions: now,
      ref: 'docs/facts.md section 3.3: Resource.NotFound',
      steps: [
        readCancellation({ from: 'fresh', name: 'unknown' }),
        readCancellation('x'.repeat(129)),
        readCancellation('../accounts'),
        readCancellation(givenConsentId),
      ],
      expect: [0, 1, 2, 3].flatMap((step) => unknownId('ERR-REQ-450', step)) as unknown as Case['expect'],
    },
    {
      id: 'FDX-007',
      title: 'does not show a cancellation consent to another TPP',
      operation: operations.get,
      given: 'pendingCancellation',
      versions: now,
      ref: 'docs/facts.md section 3.3: resource of another TPP',
      steps: [readCancellation(givenConsentId, { token: 'public-other' }), readCancellation()],
      expect: [
        { status: refusals, step: 0, proves: 'ERR-REQ-560' },
        { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
        { status: 200, proves: 'FDX-REQ-020' },
      ],
    },
    {
      id: 'FDX-008',
      title: 'serves the path of a cancellation consent with and without a slash at its end',
      operation: operations.get,
      given: 'pendingCancellation',
      versions: now,
      ref: 'Source document, operation lists; docs/facts.md section 1',
      steps: ['/', ''].map((end) =>
        readCancellation(undefined, {
          path: `/domestic-future-dated-payment-cancellation-consents/{ConsentId}${end}`,
        }),
      ) as unknown as Case['steps'],
      expect: [
        { status: 200, step: 0, proves: 'VER-REQ-300' },
        { matches: 'sameData', with: { as: 0 }, proves: 'VER-REQ-320' },
      ],
    },
  ],
)

export const cancellationConsentsDecided = withCancellation(
  ({ of, operations, askBody, cancelBody, askToCancel, readCancellation, cancel }) => {
    const { ask, submit, createdPaymentId, readPayment } = of
    const execution = { to: { from: 'step', step: 3, path: 'Data.ExpectedExecutionDateTime' } } as const
    const late = () => cancel(cancelBody(createdConsentId(4)), { deviates: ['Data'] }, createdPaymentId(3))
    return [
      {
        id: 'FDX-050',
        title: 'makes a cancellation consent Authorised when the PSU approves it, and leaves the payment as it is',
        operation: operations.get,
        given: 'ownApprovedCancellation',
        versions: now,
        ref: 'docs/facts.md section 11: cancellation consent',
        steps: [readCancellation(), readPayment()],
        expect: [
          cancellationIs('Authorised', 'FDX-REQ-140', 0),
          { body: { 'Data.Status': 'InitiationCompleted' }, proves: 'PMT-REQ-920' },
        ],
      },
      {
        id: 'FDX-051',
        title: 'makes a cancellation consent Rejected when the PSU rejects it, and then cancels nothing with it',
        operation: operations.get,
        given: 'pendingCancellation',
        versions: now,
        ref: 'docs/facts.md section 11: cancellation consent; section 8.8: errors',
        steps: [
          { authorise: 'reject', scope: 'payments', consentId: givenConsentId },
          readCancellation(),
          cancel(undefined, { deviates: ['Data.ConsentId'] }),
          readPayment(),
        ],
        expect: [
          { redirect: 'error', error: 'access_denied', step: 0, proves: 'FDX-REQ-140' },
          cancellationIs('Rejected', 'FDX-REQ-140', 1),
          { status: refusals, step: 2, proves: 'FDP-REQ-120' },
          { body: { 'Data.Status': 'InitiationCompleted' }, proves: 'PMT-REQ-920' },
        ],
      },
      {
        id: 'FDX-052',
        title: 'cancels no payment from 48 hours before its day on, nor one that is made',
        operation: operations.patch,
        given: 'nothing',
        versions: now,
        ref: 'docs/facts.md section 8.8: time limit, errors',
        steps: [
          ask(),
          approve(),
          exchangeCode,
          submit(),
          askToCancel(askBody(createdPaymentId(3))),
          approve(4),
          // where the bank names no day of execution it may be closed on the one that was asked for: only what is made is too late then
          { advance: execution, beyond: -47 * hour, otherwise: 21 * day },
          askToCancel(askBody(createdPaymentId(3)), { deviates: ['Data'] }),
          late(),
          readPayment(createdPaymentId(3)),
          { advance: execution, beyond: hour, otherwise: hour },
          late(),
        ],
        expect: [
          { status: 201, step: 4, proves: 'FDX-REQ-170' },
          { status: refusals, step: 7, proves: 'FDX-REQ-170' },
          { status: 400, step: 7, proves: 'FDX-REQ-180' },
          { matches: 'afterLimit', with: { submitted: 3 }, step: 7, proves: 'FDX-REQ-180' },
          { status: refusals, step: 8, proves: 'FDX-REQ-170' },
          { status: 400, step: 8, proves: 'FDX-REQ-180' },
          { matches: 'afterLimit', with: { submitted: 3 }, step: 8, proves: 'FDX-REQ-180' },
          { body: { 'Data.Status': 'InitiationCompleted' }, step: 9, proves: 'PMT-REQ-920' },
          { status: refusals, proves: 'FDP-REQ-130' },
        ],
      },
    ]
  },
)
