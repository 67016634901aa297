/**
 * What is tried of the operations of cancellations as of all: headers, tokens, keys, signatures and fields.
 *
 * @module
 */
import { inDays } from './calls.js'
import { type CancellationCalls, noConsent, withCancellation } from './cancellation-calls.js'
import { casesOfOperation } from './each-operation.js'
import type { Tried } from './each-operation-table.js'
import { type FieldFaultRow, type FieldGroup, tooLong } from './field-faults.js'
import { casesOfPost, type TriedPost } from './keyed-posts.js'
import { refusedFields } from './payment-refusals.js'
import { casesOfSigned, type Signed } from './payment-signatures.js'

const triedOf = ({
  of: { given },
  operations,
  askToCancel,
  readCancellation,
  cancel,
  cancelBody,
}: CancellationCalls): Tried[] => [
  {
    operation: operations.create,
    calls: [askToCancel()],
    given: given.submitted,
    taken: 'HDR-080',
    refused: 'HDR-081',
    method: 'VER-056',
    token: 'AUT-128',
    order: 'ERR-066',
  },
  {
    operation: operations.get,
    calls: [readCancellation()],
    given: 'pendingCancellation',
    taken: 'HDR-082',
    refused: 'HDR-083',
    method: 'VER-057',
    token: 'AUT-129',
    order: 'ERR-067',
  },
  {
    operation: operations.patch,
    calls: [cancel(cancelBody(noConsent))],
    given: 'approvedCancellation',
    refused: 'HDR-084',
    method: 'VER-058',
    token: 'AUT-130',
    order: 'ERR-068',
  },
]

const postOf = ({ of: { given }, operations, askToCancel, readCancellation }: CancellationCalls): TriedPost => ({
  operation: operations.create,
  ids: { user: 'AUT-127', repeated: 'IDM-041', otherBody: 'IDM-042', atOnce: 'IDM-043', length: 'IDM-044' },
  given: given.submitted,
  givenRefused: given.submitted,
  call: askToCancel(),
  id: 'Data.ConsentId',
  other: ['Data.ExpectedExecutionDateTime', inDays(9)],
  needed: 'Data.Permission',
  read: (id) => readCancellation(id),
  unchanged: { matches: 'sameData', with: { as: 0 } },
})

const signedOf = ({ of: { given }, operations, askToCancel, cancel, cancelBody }: CancellationCalls): Signed[] => [
  {
    operation: operations.create,
    ids: { taken: 'SIG-041', claims: 'SIG-042', broken: 'SIG-043' },
    given: given.submitted,
    call: askToCancel(),
  },
  {
    operation: operations.patch,
    ids: { takenOnce: 'SIG-051', claims: 'SIG-052', broken: 'SIG-053' },
    given: 'approvedCancellation',
    givenOnce: 'ownApprovedCancellation',
    call: cancel(cancelBody(undefined, 'RejectedCancellationRequest')),
    refusedCall: cancel(cancelBody(noConsent)),
  },
]

/** A field that neither body has. */
const unexpected = (path: string, to: FieldFaultRow['to'], ...rule: FieldFaultRow['rule']): FieldFaultRow => ({
  path,
  ...(to !== undefined && { to }),
  errorCode: 'Field.Unexpected',
  rule,
})

const ref = 'docs/facts.md section 8.8'

const consentFields: FieldGroup = {
  title: 'a permission, a payment or dates that are missing or not as listed, and other fields',
  ref,
  faults: [
    { path: 'Data', rule: ['FDX-REQ-060'] },
    { path: 'Data.Permission', rule: ['FDX-REQ-040'] },
    { path: 'Data.Permission', to: 'Delete', rule: ['FDX-REQ-040'] },
    { path: 'Data.DomesticFutureDatedPaymentId', rule: ['FDX-REQ-060'] },
    ...tooLong('Data.DomesticFutureDatedPaymentId', 40, 'FDX-REQ-060'),
    { path: 'Data.DomesticFutureDatedPaymentId', to: 17, rule: ['FDX-REQ-060'] },
    {
      path: 'Data.ExpectedExecutionDateTime',
      to: 'tomorrow',
      errorCode: 'Field.InvalidDate',
      rule: ['FDX-REQ-070'],
      answer: ['ERR-REQ-010'],
    },
    {
      path: 'Data.ExpectedSettlementDateTime',
      to: inDays(7, 'noZone'),
      errorCode: 'Field.InvalidDate',
      rule: ['FDX-REQ-080'],
      answer: ['ERR-REQ-010'],
    },
    unexpected('Risk', {}, 'FDX-REQ-090'),
    unexpected('Data.Note', 'x'),
  ],
}

const patchFields: FieldGroup = {
  title: 'a consent or a status that is missing or not as listed, and other fields',
  ref: `${ref}: PATCH; section 15.6`,
  faults: [
    { path: 'Data', rule: ['FDP-REQ-050'] },
    { path: 'Data.ConsentId', rule: ['FDP-REQ-050'] },
    ...tooLong('Data.ConsentId', 128, 'FDP-REQ-050'),
    { path: 'Data.ConsentId', to: 17, rule: ['FDP-REQ-050'] },
    { path: 'Data.Status', rule: ['FDP-REQ-060'] },
    { path: 'Data.Status', to: 'Cancelled', rule: ['FDP-REQ-060'] },
    { path: 'Data.Status', to: 1, rule: ['FDP-REQ-060'] },
    ...[
      unexpected('Data.Initiation', {}, 'FDP-REQ-150'),
      unexpected('Data.RequestedExecutionDateTime', inDays(8), 'FDP-REQ-150'),
      unexpected('Risk', {}, 'FDP-REQ-150'),
    ].map((fault) => ({ ...fault, answer: ['FDP-REQ-150'] as const })),
    unexpected('Data.Note', 'x'),
  ],
}

const fieldsOf = withCancellation(({ of: { given }, operations, askBody, cancelBody, askToCancel, cancel }) => [
  refusedFields('FDX-020', { operation: operations.create, given: given.submitted, body: askBody() }, consentFields),
  refusedFields(
    'FDP-080',
    {
      operation: operations.patch,
      given: 'approvedCancellation',
      params: cancel().params ?? {},
      body: cancelBody(noConsent),
    },
    patchFields,
  ),
  {
    id: 'FDX-021',
    title: 'names every fault of a request to cancel at once',
    operation: operations.create,
    given: given.submitted,
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 3.2',
    steps: [
      askToCancel(
        { Data: { Permission: 'Delete', Note: 'x' } },
        { deviates: ['Data.Permission', 'Data.Note', 'Data.DomesticFutureDatedPaymentId'] },
      ),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'Data.Permission' },
          { errorCode: 'Field.Unexpected', path: 'Data.Note' },
          { errorCode: 'Field.Missing', path: 'Data.DomesticFutureDatedPaymentId' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
  {
    id: 'FDP-081',
    title: 'names every fault of a PATCH at once',
    operation: operations.patch,
    given: 'approvedCancellation',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 3.2',
    steps: [
      cancel({ Data: { Status: 'Cancelled' }, Risk: {} }, { deviates: ['Data.ConsentId', 'Data.Status', 'Risk'] }),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-010' },
      {
        allErrors: [
          { errorCode: 'Field.Missing', path: 'Data.ConsentId' },
          { errorCode: 'Field.Invalid', path: 'Data.Status' },
          { errorCode: 'Field.Unexpected', path: 'Risk' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
  {
    id: 'FDX-022',
    title: 'refuses a request to cancel that is not JSON, or not sent as JSON',
    operation: operations.create,
    given: given.submitted,
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: operations.create, rawBody: '{"Data":', deviates: ['body'] },
      { call: operations.create, rawBody: '[]', deviates: ['body'] },
      askToCancel(askBody(), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 400, step: 1, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
  {
    id: 'FDP-082',
    title: 'refuses a PATCH that is not JSON, or not sent as JSON',
    operation: operations.patch,
    given: 'approvedCancellation',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 2 and 3.3',
    steps: [
      { call: operations.patch, params: cancel().params ?? {}, rawBody: '{"Data":', deviates: ['body'] },
      cancel(cancelBody(noConsent), { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 0, proves: 'ERR-REQ-390' },
      { status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
    ],
  },
])

export const cancellationOperations = withCancellation((calls) => [
  ...fieldsOf(calls.of),
  ...triedOf(calls).flatMap(casesOfOperation),
  ...casesOfPost(postOf(calls)),
  ...signedOf(calls).flatMap(casesOfSigned),
])
