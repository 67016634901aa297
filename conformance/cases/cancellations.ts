/**
 * The cancellation itself: the PATCH of a payment under a cancellation consent.
 *
 * @module
 */
import { createdConsentId, exchangeCode, givenConsentId } from './calls.js'
import { cancellationIs, withCancellation } from './cancellation-calls.js'
import { refusals, unknownId } from './expect.js'
import { approve, givenPaymentId } from './payment-calls.js'

const now = ['1.0.0'] as const

const ref = 'docs/facts.md section 8.8: PATCH'

const errors = 'docs/facts.md section 8.8: errors'

export const cancellations = withCancellation((calls) => {
  const { of, operations, askBody, cancelBody, askToCancel, readCancellation, cancel } = calls
  const { given, idPath, pay, readPayment, readDetails, createdPaymentId } = of
  const joined = { machine: of.family.paymentStates }
  return [
    {
      id: 'FDP-070',
      title: 'cancels a payment, once and for good',
      operation: operations.patch,
      given: given.ownApproved,
      versions: now,
      ref: `Source document, operation list; ${ref}`,
      steps: [
        pay(),
        askToCancel(askBody(createdPaymentId(0))),
        approve(1),
        cancel(cancelBody(createdConsentId(1)), {}, createdPaymentId(0)),
        readPayment(createdPaymentId(0)),
        readDetails(createdPaymentId(0)),
        readCancellation(createdConsentId(1)),
        cancel(cancelBody(createdConsentId(1)), { deviates: ['Data.ConsentId'] }, createdPaymentId(0)),
        askToCancel(askBody(createdPaymentId(0)), { deviates: ['Data'] }),
        readPayment(createdPaymentId(0)),
      ],
      expect: [
        { redirect: 'code', step: 2, proves: 'FDX-REQ-140' },
        { status: 200, step: 3, proves: ['FDP-REQ-030', 'FDP-REQ-070', 'FDX-REQ-030', 'FDX-REQ-170', 'AUT-REQ-290'] },
        { status: 200, step: 3, proves: ['FDP-REQ-050', 'FDP-REQ-060', 'HDR-REQ-170'] },
        { body: { [idPath]: createdPaymentId(0) }, step: 3, proves: ['FDP-REQ-040', 'FDP-REQ-070'] },
        { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 }, step: 3, proves: 'FDP-REQ-070' },
        { matches: 'paymentAmounts', step: 3, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
        { body: { 'Data.Status': 'Cancelled' }, step: 3, proves: ['FDP-REQ-080', 'PMT-REQ-600'] },
        { body: { 'Data.Status': 'Cancelled' }, step: 4, proves: 'FDP-REQ-080' },
        {
          matches: 'laterThan',
          with: { path: 'Data.StatusUpdateDateTime', than: 'Data.CreationDateTime' },
          step: 4,
          proves: 'PMT-REQ-580',
        },
        {
          matches: 'detailsEndWith',
          with: { statuses: ['PendingCancellationRequest', 'AcceptedCancellationRequest', 'Cancelled'] },
          step: 5,
          proves: ['FDP-REQ-090', 'PDT-REQ-060'],
        },
        cancellationIs('Consumed', 'FDX-REQ-150', 6),
        { status: refusals, step: 7, proves: 'FDP-REQ-130' },
        { status: 400, step: 7, proves: 'FDP-REQ-130' },
        { errorCode: 'Resource.InvalidConsentStatus', step: 7, proves: ['FDP-REQ-130', 'FDP-REQ-120'] },
        { status: refusals, step: 8, proves: 'PMT-REQ-940' },
        { body: { 'Data.Status': 'Cancelled' }, proves: 'PMT-REQ-940' },
        { matches: 'statesJoined', with: joined, proves: 'PMT-REQ-920' },
      ],
    },
    {
      id: 'FDP-071',
      title: 'withdraws the request to cancel a payment, which stays as it is, without any optional header',
      operation: operations.patch,
      given: 'ownApprovedCancellation',
      versions: now,
      ref,
      steps: [
        readPayment(),
        cancel(cancelBody(givenConsentId, 'RejectedCancellationRequest'), {
          path: '/domestic-future-dated-payments/{DomesticFutureDatedPaymentId}/',
          headers: { 'x-fapi-interaction-id': null, 'x-customer-user-agent': null, accept: null },
          deviates: ['x-fapi-interaction-id', 'accept'],
        }),
        readPayment(),
        readDetails(),
        readCancellation(),
        cancel(undefined, { deviates: ['Data.ConsentId'] }),
      ],
      expect: [
        { status: 200, step: 1, proves: ['FDP-REQ-070', 'FDP-REQ-060', 'VER-REQ-300'] },
        { status: 200, step: 1, proves: ['HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260'] },
        { matches: 'sameValue', with: { path: 'Data.Status', as: 0 }, step: 1, proves: 'FDP-REQ-100' },
        { matches: 'sameValue', with: { path: 'Data', as: 0 }, step: 2, proves: 'FDP-REQ-100' },
        cancellationIs('Rejected', 'FDP-REQ-110', 4),
        { status: 400, proves: 'FDP-REQ-120' },
        { errorCode: 'Resource.InvalidConsentStatus', proves: 'FDP-REQ-120' },
      ],
    },
    {
      id: 'FDP-072',
      title:
        'cancels no payment with the consent for another, and takes AcceptedCancellationRequest with every optional header and a key, which it ignores, on the path without its slash',
      operation: operations.patch,
      given: 'approvedCancellation',
      versions: now,
      ref: `${ref}; ${errors}; source document, "Common header parameters"; docs/facts.md sections 1 and 2.1`,
      steps: [
        of.ask(),
        approve(),
        exchangeCode,
        of.submit(),
        cancel(undefined, { deviates: ['Data.ConsentId'] }, createdPaymentId(3)),
        readPayment(createdPaymentId(3)),
        askToCancel(askBody(createdPaymentId(3))),
        approve(6),
        cancel(
          cancelBody(createdConsentId(6), 'AcceptedCancellationRequest'),
          {
            path: '/domestic-future-dated-payments/{DomesticFutureDatedPaymentId}',
            idempotencyKey: { from: 'fresh', name: 'key', suffix: 'x'.repeat(5) },
            headers: {
              'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
              'x-fapi-customer-ip-address': '2001:db8::17',
              'x-customer-user-agent': '()<>@,;:\\"/[]?={} 100% free text',
            },
          },
          createdPaymentId(3),
        ),
      ],
      expect: [
        { status: refusals, step: 4, proves: 'FDP-REQ-140' },
        { status: 400, step: 4, proves: 'FDP-REQ-140' },
        { errorCode: 'Resource.ConsentMismatch', step: 4, proves: 'FDP-REQ-140' },
        { body: { 'Data.Status': 'InitiationCompleted' }, step: 5, proves: 'PMT-REQ-920' },
        { status: 200, proves: ['FDP-REQ-060', 'FDP-REQ-080'] },
        { status: 200, proves: ['HDR-REQ-030', 'HDR-REQ-050', 'HDR-REQ-240', 'VER-REQ-040', 'VER-REQ-050'] },
        { present: [idPath], proves: ['IDM-REQ-130', 'VER-REQ-320'] },
        { body: { 'Data.Status': 'Cancelled' }, proves: 'FDP-REQ-080' },
      ],
    },
    {
      id: 'FDP-075',
      title: 'cancels nothing with a consent that the PSU has not approved, or that there is not',
      operation: operations.patch,
      given: given.submitted,
      versions: now,
      ref: errors,
      steps: [
        askToCancel(),
        cancel(cancelBody(createdConsentId(0)), { deviates: ['Data.ConsentId'] }),
        cancel(cancelBody({ from: 'fresh', name: 'unknown' }), { deviates: ['Data.ConsentId'] }),
        // the consent of the payment itself
        cancel(undefined, { deviates: ['Data.ConsentId'] }),
        readPayment(),
      ],
      expect: [
        { status: refusals, step: 1, proves: 'FDP-REQ-120' },
        { status: 400, step: 1, proves: 'FDP-REQ-120' },
        { errorCode: 'Resource.InvalidConsentStatus', step: 1, proves: 'FDP-REQ-120' },
        { status: refusals, step: 2, proves: 'FDP-REQ-050' },
        { status: refusals, step: 3, proves: 'FDP-REQ-050' },
        { body: { 'Data.Status': 'InitiationCompleted' }, proves: 'PMT-REQ-920' },
      ],
    },
    {
      id: 'FDP-076',
      title: 'cancels no payment that there is not, and none for another TPP or with the token of a consent',
      operation: operations.patch,
      given: 'ownApprovedCancellation',
      versions: now,
      ref: 'docs/facts.md sections 3.3, 4.1 and 8.8',
      steps: [
        cancel(undefined, {}, { from: 'fresh', name: 'unknown' }),
        cancel(undefined, { token: 'public-other', deviates: ['token'] }),
        cancel(undefined, { token: 'consent', deviates: ['token'] }),
        readPayment(givenPaymentId),
        readCancellation(),
      ],
      expect: [
        ...unknownId('ERR-REQ-450', 0),
        { status: refusals, step: 1, proves: 'ERR-REQ-560' },
        { status: 403, step: 1, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
        { status: [401, 403], step: 2, proves: 'AUT-REQ-260' },
        { body: { 'Data.Status': 'InitiationCompleted' }, step: 3, proves: 'PMT-REQ-920' },
        cancellationIs('Authorised', 'FDX-REQ-140', 4),
      ],
    },
  ]
})
