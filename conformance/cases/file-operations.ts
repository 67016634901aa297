/**
 * What holds of every operation alike, tried on those of file payments: headers, methods, tokens, keys and signatures.
 *
 * @module
 */
import { operation } from '#standard/index.js'
import { createdConsentId, givenConsentId } from './calls.js'
import type { Call, Case } from './case.js'
import { casesOfOperation } from './each-operation.js'
import type { Tried } from './each-operation-table.js'
import {
  askForFile,
  fileGiven,
  fileInitiation,
  fileOperations,
  readFile,
  readFileConsent,
  readFileDetails,
  readFilePayment,
  readFileReport,
  submitFile,
  upload,
} from './file-calls.js'
import { casesOfPost } from './keyed-posts.js'
import { casesOfSigned } from './payment-signatures.js'

const tried: readonly Tried[] = [
  {
    operation: fileOperations.createConsent,
    calls: [askForFile()],
    given: 'nothing',
    taken: 'HDR-090',
    refused: 'HDR-091',
    method: 'VER-070',
    token: 'AUT-150',
    order: 'ERR-080',
  },
  {
    operation: fileOperations.getConsent,
    calls: [readFileConsent()],
    given: fileGiven.pending,
    taken: 'HDR-092',
    refused: 'HDR-093',
    method: 'VER-071',
    token: 'AUT-151',
    order: 'ERR-081',
  },
  {
    operation: fileOperations.uploadFile,
    calls: [upload(givenConsentId)],
    given: fileGiven.pending,
    refused: 'HDR-094',
    method: 'VER-072',
    token: 'AUT-152',
  },
  {
    operation: fileOperations.getFile,
    calls: [readFile()],
    given: fileGiven.approved,
    taken: 'HDR-095',
    refused: 'HDR-096',
    method: 'VER-073',
    token: 'AUT-153',
    order: 'ERR-082',
  },
  {
    operation: fileOperations.create,
    calls: [submitFile()],
    given: fileGiven.approved,
    refused: 'HDR-097',
    method: 'VER-074',
    token: 'AUT-154',
    order: 'ERR-083',
  },
  {
    operation: fileOperations.get,
    calls: [readFilePayment()],
    given: fileGiven.submitted,
    taken: 'HDR-098',
    refused: 'HDR-099',
    method: 'VER-075',
    token: 'AUT-155',
    order: 'ERR-084',
  },
  {
    operation: fileOperations.getDetails,
    calls: [readFileDetails()],
    given: fileGiven.submitted,
    taken: 'HDR-110',
    refused: 'HDR-111',
    method: 'VER-076',
    token: 'AUT-156',
    order: 'ERR-085',
  },
  {
    operation: fileOperations.getReport,
    calls: [readFileReport()],
    given: fileGiven.submitted,
    taken: 'HDR-112',
    refused: 'HDR-113',
    method: 'VER-077',
    token: 'AUT-157',
    order: 'ERR-086',
  },
]

/** A request without the key, or without the signature, that a bank demands. */
const demanded = (
  id: string,
  need: 'idempotencyKey.demanded' | 'requestSignatures.demanded',
  { call, given }: { readonly call: Call; readonly given: Case['given'] } = {
    call: upload(givenConsentId),
    given: fileGiven.pending,
  },
): Case => ({
  id,
  title: `refuses a request without the ${need === 'idempotencyKey.demanded' ? 'key' : 'signature'} that it demands: ${operation(call.call).summary}`,
  operation: call.call,
  versions: ['1.0.0'],
  given,
  needs: [need],
  ref: 'docs/facts.md sections 2 and 2.2',
  steps: [
    {
      ...call,
      ...(need === 'idempotencyKey.demanded'
        ? { idempotencyKey: null, deviates: ['x-idempotency-key'] }
        : { signature: 'absent' as const, deviates: ['x-jws-signature'] }),
    },
  ],
  expect:
    need === 'idempotencyKey.demanded'
      ? [
          { status: 400, proves: ['IDM-REQ-030', 'IDM-REQ-070', 'ERR-REQ-440'] },
          {
            errorCode: 'Header.Missing',
            path: 'x-idempotency-key',
            proves: ['IDM-REQ-030', 'IDM-REQ-070', 'ERR-REQ-440'],
          },
        ]
      : [
          { status: 400, proves: ['SIG-REQ-020', 'SIG-REQ-040', 'SIG-REQ-190'] },
          { errorCode: 'Signature.Missing', proves: 'SIG-REQ-190' },
        ],
})

export const fileOperationCases: readonly Case[] = [
  ...tried.flatMap(casesOfOperation),
  ...casesOfPost({
    operation: fileOperations.createConsent,
    ids: {
      user: 'AUT-158',
      repeated: 'IDM-071',
      otherBody: 'IDM-072',
      atOnce: 'IDM-073',
      length: 'IDM-074',
      otherTpp: 'IDM-075',
      refused: 'IDM-076',
    },
    given: 'nothing',
    givenRefused: 'nothing',
    call: askForFile(),
    id: 'Data.ConsentId',
    other: ['Data.Initiation.FileReference', 'ANOTHER'],
    needed: 'Data.Initiation',
    read: (id) => readFileConsent(id),
    unchanged: { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 } },
  }),
  ...casesOfPost({
    operation: fileOperations.create,
    ids: { user: 'AUT-159', repeated: 'IDM-080', otherBody: 'IDM-081', atOnce: 'IDM-082' },
    given: fileGiven.ownApproved,
    givenRefused: fileGiven.approved,
    givenMade: fileGiven.submitted,
    call: submitFile(),
    id: 'Data.FilePaymentId',
    other: ['Data.Initiation', { ...fileInitiation(), FileReference: 'ANOTHER' }],
    needed: 'Data.ConsentId',
    read: (id) => readFilePayment(id),
    unchanged: { matches: 'asSent', with: { request: 0, path: 'Data.ConsentId' } },
  }),
  ...casesOfSigned({
    operation: fileOperations.createConsent,
    ids: { taken: 'SIG-070', claims: 'SIG-071', broken: 'SIG-072' },
    given: 'nothing',
    call: askForFile(),
  }),
  ...casesOfSigned({
    operation: fileOperations.uploadFile,
    ids: { claims: 'SIG-073', broken: 'SIG-074' },
    given: fileGiven.pending,
    call: upload(givenConsentId),
  }),
  ...casesOfSigned({
    operation: fileOperations.create,
    ids: { claims: 'SIG-075', broken: 'SIG-076' },
    given: fileGiven.approved,
    call: submitFile(),
  }),
  {
    id: 'SIG-077',
    title: 'takes a signature whose content type is that of the file',
    operation: fileOperations.uploadFile,
    versions: ['1.0.0'],
    given: 'nothing',
    needs: ['requestSignatures.honoured'],
    ref: 'Source document, x-jws-signature; docs/facts.md section 2.2: cty',
    steps: [askForFile(), upload(createdConsentId(0), 'plain', { signature: 'typ and cty' })],
    expect: [
      { status: 200, proves: ['SIG-REQ-120', 'SIG-REQ-130'] },
      { matches: 'noBody', proves: ['SIG-REQ-120', 'SIG-REQ-130'] },
    ],
  },
  demanded('IDM-077', 'idempotencyKey.demanded'),
  demanded('SIG-078', 'requestSignatures.demanded'),
  ...[
    { ids: ['IDM-078', 'SIG-079'] as const, call: askForFile(), given: 'nothing' as const },
    { ids: ['IDM-079', 'SIG-080'] as const, call: submitFile(), given: fileGiven.approved },
  ].flatMap(({ ids: [keyless, unsigned], ...tried }) => [
    demanded(keyless, 'idempotencyKey.demanded', tried),
    demanded(unsigned, 'requestSignatures.demanded', tried),
  ]),
]
