/**
 * Files of payments: consents, uploads of good and broken files, downloads, submissions and what is told of them.
 *
 * @module
 */
import type { ErrorCode } from '#standard/index.js'
import { createdConsentId, givenConsentId, inDays } from './calls.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { consentIs, refusals, unknownId } from './expect.js'
import {
  askForFile,
  fact,
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
import { type FieldFaultRow, fileFieldFaults } from './file-fields.js'
import { brokenForms, lawfulForms } from './file-forms.js'
import { consented, debtorAccount, type Members } from './payment-parts.js'

type Rows = Expectation['proves']

/** Every optional header, and none. */
const everyHeader = {
  'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
  'x-fapi-customer-ip-address': '2001:db8::17',
  'x-customer-user-agent': 'any text {} ',
} as const
const noHeader = { 'x-fapi-interaction-id': null, 'x-customer-user-agent': null, accept: null }

/** What a request with every header shows. */
const withHeaders = ['HDR-REQ-030', 'HDR-REQ-050', 'HDR-REQ-240', 'VER-REQ-040', 'VER-REQ-050'] as const

/** A key of the case, with more behind its 36 characters. */
const keyWith = (suffix: string): Value => ({ from: 'fresh', name: 'key', suffix })

const ofFiles = { versions: ['1.0.0'] } as const satisfies Pick<Case, 'versions'>

const steps = (all: readonly Call[]) => all as unknown as Case['steps']
const expects = (all: readonly Expectation[]) => all as unknown as Case['expect']

/** A file that is not as its consent says: the field, what the consent says, and the rows. */
const differing = (
  id: string,
  title: string,
  field: 'FileHash' | 'NumberOfTransactions' | 'ControlSum',
  said: Value,
  row: Rows,
): Case => ({
  ...ofFiles,
  id,
  title,
  operation: fileOperations.uploadFile,
  given: 'nothing',
  ref: 'docs/facts.md section 8.5: upload',
  steps: [askForFile({ [field]: said }), upload(), readFileConsent(createdConsentId(0)), upload()],
  expect: [
    { status: refusals, step: 1, proves: row },
    { status: 400, step: 1, proves: 'FPC-REQ-240' },
    { errorCode: 'Field.Invalid', path: `Data.Initiation.${field}`, step: 1, proves: 'FPC-REQ-240' },
    consentIs('Rejected', 'FPC-REQ-230', 2),
    { status: refusals, step: 3, proves: 'FPC-REQ-250' },
  ],
})

/** The faults of one field, each in a request of its own. */
const fields: Case = {
  ...ofFiles,
  id: 'FPC-020',
  title: 'refuses what a consent to a file must not say, with code and path',
  operation: fileOperations.createConsent,
  given: 'nothing',
  ref: 'docs/facts.md sections 3.3, 8.1 and 8.5',
  steps: steps(fileFieldFaults.map(({ body, deviates }) => askForFile({}, 'plain', { body, deviates: [deviates] }))),
  expect: expects(
    fileFieldFaults.flatMap(({ deviates, rule, codes, answer }: FieldFaultRow, step): Expectation[] => [
      { status: refusals, step, proves: rule },
      { status: 400, step, proves: answer },
      { errorCode: codes, path: deviates, step, proves: answer },
    ]),
  ),
}

const consents: readonly Case[] = [
  {
    ...ofFiles,
    id: 'FPC-001',
    title: 'starts a consent to a file in AwaitingUpload, dated now',
    operation: fileOperations.createConsent,
    given: 'nothing',
    ref: 'docs/facts.md sections 8.1, 8.5 and 11',
    steps: [askForFile()],
    expect: [
      {
        status: 201,
        proves: [
          'FPC-REQ-050',
          'FPC-REQ-080',
          'FPC-REQ-090',
          'FPC-REQ-120',
          'PMT-REQ-230',
          'PMT-REQ-010',
          'PMT-REQ-740',
          'AUT-REQ-070',
          'AUT-REQ-250',
        ],
      },
      { present: ['Data.ConsentId'], proves: 'PMT-REQ-020' },
      { body: { 'Data.Status': 'AwaitingUpload' }, proves: ['FPC-REQ-260', 'FPC-REQ-270'] },
      { matches: 'nearDateHeader', with: { path: 'Data.CreationDateTime', minutes: 5 }, proves: 'PMT-REQ-370' },
      { matches: 'absoluteUri', with: { path: 'Links.Self' }, proves: ['FMT-REQ-140', 'PMT-REQ-030', 'AUT-REQ-620'] },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-002',
    title: 'repeats every field of the request unchanged, and reads them so',
    operation: fileOperations.getConsent,
    given: 'nothing',
    needs: ['payments.debtor'],
    ref: 'docs/facts.md sections 8.1 and 8.5',
    steps: [
      askForFile({
        ControlSum: fact('sum'),
        FileReference: 'BATCH-1',
        RequestedExecutionDateTime: inDays(7),
        LocalInstrument: 'BH.OBF.NRT',
        DebtorAccount: debtorAccount,
        RemittanceInformation: { Reference: 'PAYROLL', RemittanceDescription: 'Two transfers' },
      }),
      readFileConsent(createdConsentId(0)),
    ],
    expect: [
      {
        status: 201,
        step: 0,
        proves: ['FPC-REQ-110', 'FPC-REQ-130', 'FPC-REQ-140', 'FPC-REQ-150', 'FPC-REQ-160', 'FPC-REQ-170'],
      },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, step: 0, proves: ['PMT-REQ-400', 'PMT-REQ-710'] },
      { status: 200, proves: ['FPC-REQ-060', 'PMT-REQ-060', 'VER-REQ-340', 'AUT-REQ-250'] },
      { matches: 'sameData', with: { as: 0 }, proves: ['PMT-REQ-400', 'PMT-REQ-710'] },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-003',
    title: 'takes every rail of files, and a file of which no more is said than its hash, in both forms',
    operation: fileOperations.createConsent,
    given: 'nothing',
    ref: 'docs/facts.md section 8.5: FileHash, LocalInstrument',
    steps: steps([
      ...['BH.OBF.DNS', 'BH.OBF.NRT', 'BH.OBF.BIL'].map((LocalInstrument) => askForFile({ LocalInstrument })),
      askForFile({}, 'plain', {
        body: { Data: { Initiation: { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fact('hash') } } },
      }),
      askForFile({ FileHash: fact('hashOfText') }),
    ]),
    expect: [
      { status: 201, step: 0, proves: 'FPC-REQ-150' },
      { status: 201, step: 1, proves: 'FPC-REQ-150' },
      { status: 201, step: 2, proves: 'FPC-REQ-150' },
      {
        status: 201,
        step: 3,
        proves: ['FPC-REQ-110', 'FPC-REQ-120', 'FPC-REQ-130', 'FPC-REQ-140', 'FPC-REQ-160', 'FPC-REQ-170'],
      },
      { status: 201, step: 4, proves: 'FPC-REQ-100' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-004',
    title: 'answers 400 to the id of a consent to a file that does not exist, and shows none to another TPP',
    operation: fileOperations.getConsent,
    given: fileGiven.pending,
    ref: 'docs/facts.md section 3.3',
    steps: [
      readFileConsent({ from: 'fresh', name: 'unknown' }),
      readFileConsent(undefined, { token: 'public-other' }),
      readFileConsent(),
    ],
    expect: [
      ...unknownId('ERR-REQ-450', 0),
      { status: 403, step: 1, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      { status: 200, proves: 'FPC-REQ-060' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-005',
    title: 'names every consent to a file anew',
    operation: fileOperations.createConsent,
    given: 'nothing',
    ref: 'docs/facts.md section 1: ids',
    steps: [askForFile(), askForFile()],
    expect: [
      { status: 201, proves: 'FMT-REQ-280' },
      { matches: 'valueDiffers', with: { path: 'Data.ConsentId', than: 0 }, proves: 'FMT-REQ-280' },
    ],
  },
  fields,
  {
    ...ofFiles,
    id: 'FPC-021',
    title: 'refuses a request for the consent to a file that is no JSON, and names all that is wrong with one that is',
    operation: fileOperations.createConsent,
    given: 'nothing',
    ref: 'docs/facts.md section 3.3',
    steps: [
      askForFile({}, 'plain', { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
      { call: fileOperations.createConsent, rawBody: '{', deviates: ['body'] },
      askForFile({ FileHash: 'abc', NumberOfTransactions: 2 }, 'plain', {
        deviates: ['Data.Initiation.FileHash', 'Data.Initiation.NumberOfTransactions'],
      }),
    ],
    expect: [
      { status: 415, step: 0, proves: ['HDR-REQ-280', 'ERR-REQ-070'] },
      { status: 400, step: 1, proves: 'ERR-REQ-390' },
      { errorCode: 'Resource.InvalidFormat', step: 1, proves: 'ERR-REQ-390' },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'Data.Initiation.FileHash' },
          { errorCode: 'Field.Invalid', path: 'Data.Initiation.NumberOfTransactions' },
        ],
        proves: 'ERR-REQ-360',
      },
      { status: 400, proves: 'ERR-REQ-360' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-030',
    title: 'lets no PSU approve a file that is not uploaded',
    operation: fileOperations.createConsent,
    given: 'nothing',
    ref: 'docs/facts.md section 8.5: redirect; section 11',
    steps: [
      askForFile(),
      { authorise: 'approve', scope: 'payments', consentId: createdConsentId(0) },
      readFileConsent(createdConsentId(0)),
      upload(),
    ],
    expect: [
      { noCode: true, step: 1, proves: 'FPC-REQ-290' },
      consentIs('AwaitingUpload', 'FPC-REQ-290', 2),
      { status: 200, proves: 'FPC-REQ-290' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-031',
    title: 'rejects the consent to a file that names an account which is not of the PSU who logs in',
    operation: fileOperations.getConsent,
    given: 'nothing',
    needs: ['payments.debtor', 'psu.other'],
    ref: 'docs/facts.md section 8: DebtorAccount',
    steps: [
      askForFile({ DebtorAccount: debtorAccount }),
      upload(),
      { authorise: 'approve', scope: 'payments', psu: 'other', consentId: createdConsentId(0) },
      readFileConsent(createdConsentId(0)),
    ],
    expect: [
      { noCode: true, step: 2, proves: 'PMT-REQ-750' },
      consentIs('Rejected', ['PMT-REQ-750', 'PMT-REQ-730', 'PMT-REQ-870']),
    ],
  },
]

const uploads: readonly Case[] = [
  {
    ...ofFiles,
    id: 'FPC-040',
    title: 'takes a file that is as its consent says, without a body in the answer, and then waits for the PSU',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    ref: 'Source document, payment flow 3; docs/facts.md sections 3.1 and 8.5',
    steps: [
      askForFile({ ControlSum: fact('sum') }),
      upload(createdConsentId(0), 'plain', { headers: everyHeader }),
      readFileConsent(createdConsentId(0)),
      readFile(createdConsentId(0)),
    ],
    expect: [
      {
        status: 200,
        step: 1,
        proves: ['FPC-REQ-010', 'FPC-REQ-020', 'FPC-REQ-030', 'FPC-REQ-190', 'AUT-REQ-250', ...withHeaders],
      },
      { matches: 'noBody', step: 1, proves: 'FPC-REQ-190' },
      consentIs('AwaitingAuthorisation', 'FPC-REQ-280', 2),
      { matches: 'paymentAmounts', step: 2, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
      { status: 200, proves: ['FPC-REQ-070', 'AUT-REQ-250'] },
      { matches: 'fileAsSent', with: { request: 1 }, proves: 'FPC-REQ-070' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-041',
    title: 'takes a file whose hash is said in the longer form',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    ref: 'docs/facts.md section 8.5: FileHash',
    steps: [
      askForFile({ FileHash: fact('hashOfText') }),
      upload(createdConsentId(0), 'plain', { headers: noHeader, deviates: ['x-fapi-interaction-id', 'accept'] }),
      readFileConsent(createdConsentId(0)),
    ],
    expect: [
      { status: 200, step: 1, proves: ['FPC-REQ-200', 'HDR-REQ-070', 'HDR-REQ-130', 'HDR-REQ-260'] },
      consentIs('AwaitingAuthorisation', 'FPC-REQ-280', 2),
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-042',
    title: 'takes a file however its XML is written, and gives it back as it came',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    ref: 'XML 1.0; docs/facts.md section 8.5: upload; moov-io/ach #28',
    steps: steps(
      lawfulForms.flatMap((form, index) => [
        askForFile({}, form),
        upload(createdConsentId(index * 3), form),
        readFile(createdConsentId(index * 3)),
      ]),
    ),
    expect: expects(
      lawfulForms.flatMap((_, index): Expectation[] => [
        { status: 200, step: index * 3 + 1, proves: 'FPC-REQ-030' },
        { matches: 'fileAsSent', with: { request: index * 3 + 1 }, step: index * 3 + 2, proves: 'FPC-REQ-070' },
      ]),
    ),
  },
  differing(
    'FPC-043',
    'refuses a file of another hash, and rejects its consent',
    'FileHash',
    fact('hash', 'comments'),
    'FPC-REQ-200',
  ),
  differing(
    'FPC-044',
    'refuses a file of another count, and rejects its consent',
    'NumberOfTransactions',
    '3',
    'FPC-REQ-210',
  ),
  differing('FPC-045', 'refuses a file of another sum, and rejects its consent', 'ControlSum', 0.001, 'FPC-REQ-220'),
  {
    ...ofFiles,
    id: 'FPC-046',
    title: 'refuses a file that is no order, and rejects its consent',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    ref: 'ISO 20022, pain.001.001.08; docs/facts.md section 8.5; decision 0131',
    steps: steps(
      brokenForms.flatMap((form, index) => [
        askForFile({ NumberOfTransactions: fact('count') }, form),
        upload(createdConsentId(index * 3), form, { deviates: ['body'] }),
        readFileConsent(createdConsentId(index * 3)),
      ]),
    ),
    expect: expects(
      brokenForms.flatMap((_, index): Expectation[] => [
        { status: refusals, step: index * 3 + 1, proves: 'FPC-REQ-030' },
        consentIs('Rejected', 'FPC-REQ-230', index * 3 + 2),
      ]),
    ),
  },
  {
    ...ofFiles,
    id: 'FPC-047',
    title: 'takes one file for a consent, and no other',
    operation: fileOperations.uploadFile,
    given: fileGiven.approved,
    ref: 'docs/facts.md sections 8.5 and 11',
    steps: [upload(givenConsentId), askForFile(), upload(createdConsentId(1)), upload(createdConsentId(1))],
    expect: [
      { status: 400, step: 0, proves: 'FPC-REQ-250' },
      { errorCode: 'Resource.InvalidConsentStatus', step: 0, proves: 'FPC-REQ-250' },
      { status: 200, step: 2, proves: 'FPC-REQ-010' },
      { status: 400, proves: 'FPC-REQ-250' },
      { errorCode: 'Resource.InvalidConsentStatus', proves: 'FPC-REQ-250' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-048',
    title: 'takes and gives no file of a consent that there is not, nor of another TPP',
    operation: fileOperations.uploadFile,
    given: fileGiven.pending,
    ref: 'docs/facts.md section 3.3',
    steps: [
      upload({ from: 'fresh', name: 'unknown' }),
      upload(givenConsentId, 'plain', { token: 'public-other' }),
      readFile({ from: 'fresh', name: 'unknown' }),
      readFile(givenConsentId, { token: 'public-other' }),
      readFileConsent(),
    ],
    expect: [
      ...unknownId('ERR-REQ-450', 0),
      { status: 403, step: 1, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      ...unknownId('ERR-REQ-450', 2),
      { status: 403, step: 3, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      consentIs('AwaitingUpload', 'FPC-REQ-250'),
    ],
  },
  {
    ...ofFiles,
    id: 'FPC-049',
    title: 'refuses a file as something else than XML with 415, and takes it then',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    ref: 'docs/facts.md section 8.5: upload; section 7: error set',
    steps: [
      askForFile(),
      upload(createdConsentId(0), 'plain', {
        headers: { 'content-type': 'application/json' },
        deviates: ['content-type'],
      }),
      upload(createdConsentId(0), 'plain', { headers: { 'content-type': 'application/xml' } }),
    ],
    expect: [
      { status: [400, 415], step: 1, proves: 'ERR-REQ-070' },
      { status: 200, proves: 'FPC-REQ-010' },
    ],
  },
  {
    ...ofFiles,
    id: 'IDM-070',
    title: 'takes a file once that is repeated with its key of 40 characters, and none of other bytes, nor with 41',
    operation: fileOperations.uploadFile,
    given: 'nothing',
    needs: ['idempotencyKey.honoured'],
    ref: 'Source document, x-idempotency-key; docs/facts.md section 2.1',
    steps: [
      askForFile(),
      upload(createdConsentId(0), 'plain', { idempotencyKey: keyWith('xxxxx'), deviates: ['x-idempotency-key'] }),
      upload(createdConsentId(0), 'plain', { idempotencyKey: keyWith('xxxx') }),
      upload(createdConsentId(0), 'plain', { idempotencyKey: keyWith('xxxx') }),
      upload(createdConsentId(0), 'CRLF', { idempotencyKey: keyWith('xxxx'), deviates: ['x-idempotency-key'] }),
      readFile(createdConsentId(0)),
    ],
    expect: [
      { status: 400, step: 1, proves: 'IDM-REQ-110' },
      { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: 1, proves: 'IDM-REQ-110' },
      { status: 200, step: 2, proves: ['IDM-REQ-010', 'IDM-REQ-040'] },
      { status: 200, step: 3, proves: ['IDM-REQ-040', 'IDM-REQ-080'] },
      { status: refusals, step: 4, proves: 'IDM-REQ-100' },
      { status: 400, step: 4, proves: 'IDM-REQ-090' },
      { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: 4, proves: 'IDM-REQ-090' },
      { matches: 'fileAsSent', with: { request: 2 }, proves: 'IDM-REQ-100' },
    ],
  },
]

interface BrokenSubmission {
  readonly call: Call
  readonly status?: number | readonly number[]
  readonly code?: ErrorCode
  readonly path?: string
  readonly rule?: Rows
  readonly answer: Rows
}

const wrongField = (deviates: string, data: Members, code: ErrorCode, answer: Rows, rule: Rows): BrokenSubmission => ({
  call: submitFile(data, { deviates: [deviates] }),
  code,
  path: deviates,
  rule,
  answer,
})

/** What no bank may take as the submission of a file. */
const brokenSubmissions: readonly BrokenSubmission[] = [
  {
    call: submitFile({}, { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }),
    status: 415,
    answer: ['HDR-REQ-280', 'ERR-REQ-070'],
  },
  {
    call: { call: fileOperations.create, rawBody: '{', deviates: ['body'] },
    code: 'Resource.InvalidFormat',
    answer: 'ERR-REQ-390',
  },
  {
    call: {
      call: fileOperations.create,
      body: { Data: { Initiation: consented('Data.Initiation') } },
      deviates: ['Data.ConsentId'],
    },
    code: 'Field.Missing',
    path: 'Data.ConsentId',
    rule: 'PMT-REQ-520',
    answer: 'ERR-REQ-400',
  },
  {
    call: { call: fileOperations.create, body: { Data: { ConsentId: givenConsentId } }, deviates: ['Data.Initiation'] },
    code: 'Field.Missing',
    path: 'Data.Initiation',
    rule: 'PMT-REQ-530',
    answer: 'ERR-REQ-400',
  },
  wrongField(
    'Data.Initiation.FileContextFormat',
    { Initiation: { ...fileInitiation(), FileContextFormat: 'X' } },
    'Field.Invalid',
    'ERR-REQ-420',
    'FPC-REQ-080',
  ),
  wrongField(
    'Data.Authorisation',
    { Authorisation: { AuthorisationType: 'Any' } },
    'Field.Unexpected',
    'ERR-REQ-410',
    'PMT-REQ-550',
  ),
  wrongField('Data.Debtor', { Debtor: { Name: 'D' } }, 'Field.Unexpected', 'ERR-REQ-410', 'PMT-REQ-510'),
  {
    call: {
      call: fileOperations.create,
      body: { Data: { ConsentId: givenConsentId, Initiation: consented('Data.Initiation') }, Risk: {} },
      deviates: ['Risk'],
    },
    code: 'Field.Unexpected',
    path: 'Risk',
    rule: 'PMT-REQ-230',
    answer: 'ERR-REQ-410',
  },
  {
    call: { call: fileOperations.create, body: { Data: {} }, deviates: ['Data.ConsentId', 'Data.Initiation'] },
    code: 'Field.Missing',
    path: 'Data.ConsentId',
    answer: 'ERR-REQ-360',
  },
  { call: submitFile({ ConsentId: { from: 'fresh', name: 'unknown' } }), status: 403, answer: 'PMT-REQ-700' },
  { call: submitFile({}, { token: 'public-payments', deviates: ['token'] }), status: 403, answer: 'AUT-REQ-280' },
]

const payments: readonly Case[] = [
  {
    ...ofFiles,
    id: 'FPY-001',
    title: 'submits an approved file once, and repeats what was asked for',
    operation: fileOperations.create,
    given: fileGiven.ownApproved,
    ref: 'docs/facts.md sections 8, 8.1 and 11',
    steps: [
      readFileConsent(),
      submitFile(
        { Initiation: { ...fileInitiation(), FileHash: consented('Data.Initiation.FileHash'), FileReference: 'X' } },
        { deviates: [] },
      ),
      submitFile({}, { headers: everyHeader }),
      submitFile(),
      readFileConsent(),
    ],
    expect: [
      consentIs('Authorised', ['FPC-REQ-270', 'PMT-REQ-850'], 0),
      { status: refusals, step: 1, proves: ['PMT-REQ-670', 'PMT-REQ-720'] },
      { status: 400, step: 1, proves: 'ERR-REQ-460' },
      { errorCode: 'Resource.ConsentMismatch', step: 1, proves: 'ERR-REQ-460' },
      {
        status: 201,
        step: 2,
        proves: ['FPY-REQ-010', 'PMT-REQ-040', 'PMT-REQ-050', 'PMT-REQ-720', 'AUT-REQ-090', ...withHeaders],
      },
      { matches: 'paymentAmounts', step: 2, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
      { present: ['Data.FilePaymentId'], step: 2, proves: 'FPY-REQ-040' },
      { body: { 'Data.Status': 'InitiationPending' }, step: 2, proves: 'FPY-REQ-050' },
      {
        matches: 'asSent',
        with: { request: 2, path: 'Data.Initiation' },
        step: 2,
        proves: ['PMT-REQ-610', 'PMT-REQ-710'],
      },
      { status: refusals, step: 3, proves: 'PMT-REQ-690' },
      { status: 400, step: 3, proves: 'ERR-REQ-470' },
      { errorCode: 'Resource.InvalidConsentStatus', step: 3, proves: 'ERR-REQ-470' },
      consentIs('Consumed', ['FPC-REQ-270', 'PMT-REQ-860']),
    ],
  },
  {
    ...ofFiles,
    id: 'FPY-002',
    title: 'completes a file, for good, and says how each of its payments went, in the details and in a report',
    operation: fileOperations.get,
    given: fileGiven.submitted,
    ref: 'docs/facts.md sections 8.5, 8.7 and 11',
    steps: [
      readFilePayment(undefined, {
        poll: { path: 'Data.Status', until: ['InitiationCompleted', 'InitiationFailed'] },
      }),
      readFileDetails(),
      readFileReport(),
      readFilePayment(),
    ],
    expect: [
      { status: 200, step: 0, proves: ['FPY-REQ-020', 'PMT-REQ-070', 'VER-REQ-340'] },
      { body: { 'Data.Status': 'InitiationCompleted' }, step: 0, proves: ['FPY-REQ-020', 'FPY-REQ-050'] },
      { matches: 'paymentAmounts', step: 0, proves: ['FMT-REQ-210', 'FMT-REQ-260', 'FMT-REQ-270'] },
      { status: 200, step: 1, proves: 'PDT-REQ-040' },
      { present: ['Data.PaymentStatus[].PaymentTransactionId'], step: 1, proves: ['PDT-REQ-050', 'PDT-REQ-070'] },
      {
        matches: 'oldestFirst',
        with: { path: 'Data.PaymentStatus[].StatusUpdateDateTime' },
        step: 1,
        proves: 'PDT-REQ-060',
      },
      { status: 200, step: 2, proves: 'FPY-REQ-030' },
      { matches: 'bodyLike', with: { like: 'E2E-1[\\s\\S]*E2E-2' }, step: 2, proves: 'FPY-REQ-030' },
      { matches: 'sameValue', with: { path: 'Data.Status', as: 0 }, proves: 'FPY-REQ-060' },
    ],
  },
  {
    ...ofFiles,
    id: 'FPY-003',
    title: 'shows a file payment, its details and its report to nobody else, nor one that there is not',
    operation: fileOperations.get,
    given: fileGiven.submitted,
    ref: 'docs/facts.md sections 3.3 and 4.1',
    steps: steps(
      [readFilePayment, readFileDetails, readFileReport].flatMap((read) => [
        read({ from: 'fresh', name: 'unknown' }),
        read(undefined, { token: 'public-other' }),
        read(undefined, { token: 'consent', deviates: ['token'] }),
        read(),
      ]),
    ),
    expect: expects(
      (['FPY-REQ-020', 'PDT-REQ-040', 'FPY-REQ-030'] as const).flatMap((row, index): Expectation[] => [
        ...unknownId('ERR-REQ-450', index * 4),
        { status: 403, step: index * 4 + 1, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
        { status: [401, 403], step: index * 4 + 2, proves: 'AUT-REQ-260' },
        { status: 200, step: index * 4 + 3, proves: row },
      ]),
    ),
  },
  {
    ...ofFiles,
    id: 'FPY-004',
    title: 'refuses a submission of a file that is no JSON, lacks something or has too much, and of another consent',
    operation: fileOperations.create,
    given: fileGiven.approved,
    ref: 'docs/facts.md sections 3.3, 8 and 8.1',
    steps: steps(brokenSubmissions.map(({ call }) => call)),
    expect: expects(
      brokenSubmissions.flatMap(({ status = 400, code, path, rule, answer }, step): Expectation[] => [
        ...(rule ? [{ status: refusals, step, proves: rule }] : []),
        { status, step, proves: answer },
        ...(code ? [{ errorCode: code, ...(path !== undefined && { path }), step, proves: answer } as const] : []),
      ]),
    ),
  },
]

export const files: readonly Case[] = [...consents, ...uploads, ...payments]
