/**
 * Files of payments: how a TPP asks for one, uploads it and submits it.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { filePaymentConsentRequest, filePaymentRequest } from '#fixtures/requests/payment-file.js'
import type { Purpose } from '../transcript/entry.js'
import { type ApiCall, callWithFresh } from './api-call.js'
import type { TokenNow } from './consent-token.js'
import { consentIdOf } from './consents.js'
import { CouldNotRun, expectStatus } from './could-not-run.js'
import { factOf, fileFor } from './payment-file.js'
import { keyFor, paymentHeaders } from './payment-headers.js'
import { type PaymentConsent, post, type SubmittedPayment } from './payments.js'
import { publicToken } from './public-token.js'
import type { Session, TppName } from './session.js'
import { paymentsOf } from './user-token.js'

const version = '1.0.0'

export interface FileConsent extends PaymentConsent {
  readonly file: string
}

/**
 * Asks for the consent to a file of its own, which is not uploaded.
 *
 * @throws {CouldNotRun} when the bank gives no consent
 */
export async function createFileConsent(session: Session, tpp: TppName, purpose: Purpose): Promise<FileConsent> {
  const file = fileFor(session, randomUUID())
  const request = filePaymentConsentRequest(file, { NumberOfTransactions: factOf(file, 'count') })
  const authorization = async () => `Bearer ${await publicToken(session, tpp, 'payments')}`
  const answer = await post(session, 'createFilePaymentConsent', { version, tpp, authorization, request }, purpose)
  const consentId = consentIdOf(answer)
  if (consentId === undefined) throw new CouldNotRun('POST /file-payment-consents gave no Data.ConsentId', 'bank')
  return { consentId, request: request as PaymentConsent['request'], file }
}

/** Uploads the file of a consent. @throws {CouldNotRun} when the bank does not take it */
export async function uploadFile(
  session: Session,
  tpp: TppName,
  { consentId, file }: FileConsent,
  purpose: Purpose,
): Promise<void> {
  const operation = 'uploadFilePaymentFile' as const
  const authorization = async () => `Bearer ${await publicToken(session, tpp, 'payments')}`
  const idempotencyKey = keyFor(session, operation)
  const make = async (): Promise<ApiCall> => ({
    operation,
    version,
    authorization: await authorization(),
    params: { ConsentId: consentId },
    headers: await paymentHeaders(session, { operation, tpp, body: file, ...(idempotencyKey && { idempotencyKey }) }),
    body: file,
  })
  expectStatus(`${operation} (${version})`, await callWithFresh(session, make, purpose), 200)
}

/** Submits an approved file. @throws {CouldNotRun} when the bank does not take it */
export async function submitFile(
  session: Session,
  { consentId, request }: PaymentConsent,
  token: TokenNow,
  purpose: Purpose,
): Promise<SubmittedPayment> {
  const idempotencyKey = randomUUID()
  const isKeyed = paymentsOf(session).idempotencyKey !== 'off'
  const call = {
    version,
    tpp: 'main',
    authorization: async () => `Bearer ${await token()}`,
    request: filePaymentRequest(consentId, request),
    ...(isKeyed && { idempotencyKey }),
  } as const
  const { Data } = await post(session, 'createFilePayment', call, purpose)
  const { FilePaymentId: paymentId, Status } = (Data ?? {}) as Readonly<Record<string, unknown>>
  if (typeof paymentId !== 'string') throw new CouldNotRun('POST /file-payments gave no Data.FilePaymentId', 'bank')
  return { paymentId, paymentStatus: typeof Status === 'string' ? Status : '', idempotencyKey }
}
