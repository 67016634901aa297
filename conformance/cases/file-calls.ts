/**
 * The requests that cases about files of payments share.
 *
 * @module
 */
import { type OperationId, paymentFamilies } from '#standard/index.js'
import { createdConsentId, givenConsentId } from './calls.js'
import type { Call, GivenName, Value } from './case.js'
import type { FileFact, FileForm } from './file-forms.js'
import { givenPaymentId } from './payment-calls.js'
import { consented, type Members } from './payment-parts.js'

export const fileOperations = paymentFamilies['file-payment'].operations

/** Its starting points; the file of a pending one is not uploaded. */
export const fileGiven = {
  pending: 'pendingFilePayment',
  approved: 'approvedFilePayment',
  ownApproved: 'ownApprovedFilePayment',
  submitted: 'submittedFilePayment',
} as const satisfies Readonly<Record<string, GivenName>>

/** What is said of the file of the case. */
export const fact = (of: FileFact, form: FileForm = 'plain'): Value => ({ from: 'file', fact: of, form })

/** A valid Initiation. @param form of the file that it speaks of */
export const fileInitiation = (
  members: Members = {},
  form: FileForm = 'plain',
): { readonly [name: string]: Value } => ({
  FileContextFormat: 'BH.OBF.pain.001.001.08',
  FileHash: fact('hash', form),
  NumberOfTransactions: fact('count', form),
  ...members,
})

/** Asks for the consent to a file. */
export const askForFile = (members: Members = {}, form: FileForm = 'plain', rest: Partial<Call> = {}): Call => ({
  call: fileOperations.createConsent,
  body: { Data: { Initiation: fileInitiation(members, form) } },
  ...rest,
})

/** Uploads the file of the case. */
export const upload = (
  consentId: Value = createdConsentId(0),
  form: FileForm = 'plain',
  rest: Partial<Call> = {},
): Call => ({
  call: fileOperations.uploadFile,
  params: { ConsentId: consentId },
  file: { form },
  ...rest,
})

const onConsent = (call: OperationId, consentId: Value, rest: Partial<Call>): Call => ({
  call,
  params: { ConsentId: consentId },
  ...rest,
})

export const readFileConsent = (consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call =>
  onConsent(fileOperations.getConsent, consentId, rest)

export const readFile = (consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call =>
  onConsent(fileOperations.getFile, consentId, rest)

/** Submits the file of the starting point. */
export const submitFile = (data: Members = {}, rest: Partial<Call> = {}): Call => ({
  call: fileOperations.create,
  body: { Data: { ConsentId: givenConsentId, Initiation: consented('Data.Initiation'), ...data } },
  ...rest,
})

const onPayment = (call: OperationId, paymentId: Value, rest: Partial<Call>): Call => ({
  call,
  params: { FilePaymentId: paymentId },
  ...rest,
})

export const readFilePayment = (paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call =>
  onPayment(fileOperations.get, paymentId, rest)

export const readFileDetails = (paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call =>
  onPayment(fileOperations.getDetails, paymentId, rest)

export const readFileReport = (paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call =>
  onPayment(fileOperations.getReport, paymentId, rest)
