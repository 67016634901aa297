import { file } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** FPC: file payment consents and upload. */
export const fpc = {
  'FPC-REQ-010': {
    place: 'What the service does: payment flow 3',
    text: 'The file of a bulk or batch payment is uploaded with POST /file-payment-consents/{ConsentId}/file.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-020': {
    place: 'What the service does: payment flow 3',
    text: 'A file is uploaded for bulk and batch payments only.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-030': {
    place: 'Endpoints: other payment-related paths',
    text: 'The body of the upload is a pain.001 file.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-040': {
    place: 'What the service does: payment flow 3 and 4',
    text: 'The PISP uploads the file before it redirects the customer.',
    actor: 'tpp',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-050': {
    place: 'FACTS 8: operation table',
    text: 'POST /file-payment-consents creates a file payment consent.',
    operations: ['createFilePaymentConsent'],
  },
  'FPC-REQ-060': {
    place: 'FACTS 8: operation table',
    text: 'GET /file-payment-consents/{ConsentId}/ returns the file payment consent.',
    operations: ['getFilePaymentConsent'],
  },
  'FPC-REQ-070': {
    place: 'FACTS 8: operation table',
    text: 'GET /file-payment-consents/{ConsentId}/file returns the uploaded file.',
    operations: ['getFilePaymentFile'],
  },
  'FPC-REQ-080': {
    place: 'FACTS 8.5: FileContextFormat',
    text: 'FileContextFormat is required and is BH.OBF.pain.001.001.08.',
    operations: file.posts,
  },
  'FPC-REQ-090': {
    place: 'FACTS 8.5: FileHash',
    text: "FileHash is required and is the base64 form of the file's SHA-256 digest, 44 characters long.",
    operations: file.posts,
  },
  'FPC-REQ-100': {
    place: 'FACTS 8.5: FileHash',
    text: "FileHash may be the base64 form of the digest's hex text, 88 characters long.",
    strength: 'may',
    operations: file.posts,
    conflictsWith: 'FPC-REQ-090',
    note: "One bank's sample; both forms are accepted.",
  },
  'FPC-REQ-110': {
    place: 'FACTS 8.5: FileReference',
    text: 'FileReference is optional and has 1 to 40 characters.',
    operations: file.posts,
  },
  'FPC-REQ-120': {
    place: 'FACTS 8.5: NumberOfTransactions',
    text: 'NumberOfTransactions is optional and is a string of 1 to 15 digits.',
    operations: file.posts,
  },
  'FPC-REQ-130': {
    place: 'FACTS 8.5: ControlSum',
    text: 'ControlSum is optional and is a number, the sum of all amounts whatever their currency.',
    operations: file.posts,
  },
  'FPC-REQ-140': {
    place: 'FACTS 8.5: RequestedExecutionDateTime',
    text: 'RequestedExecutionDateTime of a file payment is optional and is a date-time.',
    operations: file.posts,
  },
  'FPC-REQ-150': {
    place: 'FACTS 8.5: LocalInstrument',
    text: 'LocalInstrument of a file payment is optional and is DNS, NRT or BIL in its prefixed form.',
    operations: file.posts,
  },
  'FPC-REQ-160': {
    place: 'FACTS 8.5: DebtorAccount',
    text: 'DebtorAccount of a file payment is optional and is an account object.',
    operations: file.posts,
  },
  'FPC-REQ-170': {
    place: 'FACTS 8.5: RemittanceInformation',
    text: 'RemittanceInformation of a file payment is optional.',
    operations: file.posts,
  },
  'FPC-REQ-180': {
    place: 'FACTS 8.5: upload',
    text: 'The upload is sent as text/xml or application/xml.',
    basis: 'inferred',
    strength: 'should',
    actor: 'tpp',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-190': {
    place: 'FACTS 8.5: upload; 3.1',
    text: 'An accepted upload answers 200 without a body.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-200': {
    place: 'FACTS 8.5: upload',
    text: 'A file whose digest differs from FileHash is refused.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-210': {
    place: 'FACTS 8.5: upload',
    text: 'A file whose transaction count differs from NumberOfTransactions is refused.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-220': {
    place: 'FACTS 8.5: upload',
    text: 'A file whose amounts do not add up to ControlSum is refused.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-230': {
    place: 'FACTS 8.5: upload',
    text: 'A refused file turns its consent into Rejected.',
    operations: ['getFilePaymentConsent', 'uploadFilePaymentFile'],
  },
  'FPC-REQ-240': {
    place: 'FACTS 8.5: upload',
    text: 'A file that differs from the consent is answered 400 with Field.Invalid and the differing path.',
    basis: 'inferred',
    strength: 'should',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-250': {
    place: 'FACTS 8.5: upload',
    text: 'An upload outside AwaitingUpload is answered 400 with Resource.InvalidConsentStatus.',
    operations: ['uploadFilePaymentFile'],
  },
  'FPC-REQ-260': {
    place: 'FACTS 8.1 and 11: file consent',
    text: 'A new file payment consent is AwaitingUpload.',
    operations: ['createFilePaymentConsent'],
  },
  'FPC-REQ-270': {
    place: 'FACTS 11: file consent',
    text: 'The status of a file payment consent is AwaitingUpload, AwaitingAuthorisation, Authorised, Rejected or Consumed.',
    operations: file.consents,
  },
  'FPC-REQ-280': {
    place: 'FACTS 11: file consent',
    text: 'An accepted upload turns AwaitingUpload into AwaitingAuthorisation.',
    operations: ['getFilePaymentConsent', 'uploadFilePaymentFile'],
  },
  'FPC-REQ-290': {
    place: 'FACTS 8.5: redirect',
    text: 'A file payment consent cannot be authorised before its upload.',
    actor: 'psu-page',
    operations: ['createFilePaymentConsent', 'uploadFilePaymentFile'],
  },
} satisfies LedgerRows<'FPC'>
