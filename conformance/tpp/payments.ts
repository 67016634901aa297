/**
 * Domestic payments: how a TPP asks for one and submits it.
 *
 * @module
 */
import {
  domesticPaymentConsentRequest,
  domesticPaymentRequest,
  type PaymentFacts,
} from '#fixtures/requests/domestic-payment.js'
import type { OperationId, Version } from '#standard/index.js'
import type { Purpose } from '../transcript/entry.js'
import { callApi } from './api-call.js'
import { consentIdOf } from './consents.js'
import { CouldNotRun, expectStatus, jsonObject } from './could-not-run.js'
import { paymentHeaders } from './payment-headers.js'
import { publicToken } from './public-token.js'
import type { Session, TppName } from './session.js'
import { paymentsOf } from './user-token.js'

/** The request of a payment consent. */
export type PaymentRequest = ReturnType<typeof domesticPaymentConsentRequest>

export interface PaymentConsent {
  readonly consentId: string
  readonly request: PaymentRequest
}

/**
 * Asks for one domestic payment of the amount and to the creditor of the profile; the PSU chooses the account that pays.
 *
 * @throws {CouldNotRun} when the bank gives no consent
 */
export async function createPaymentConsent(
  session: Session,
  { version, tpp, facts }: { readonly version: Version; readonly tpp: TppName; readonly facts?: Partial<PaymentFacts> },
  purpose: Purpose,
): Promise<PaymentConsent> {
  const { creditor, amount } = paymentsOf(session)
  const request = domesticPaymentConsentRequest(version, { creditor, amount, ...facts })
  const authorization = `Bearer ${await publicToken(session, tpp, 'payments')}`
  const answer = await post(session, 'createDomesticPaymentConsent', { version, tpp, authorization, request }, purpose)
  const consentId = consentIdOf(answer)
  if (consentId === undefined) throw new CouldNotRun('POST /domestic-payment-consents gave no Data.ConsentId', 'bank')
  return { consentId, request }
}

/**
 * Submits an approved payment.
 *
 * @returns the id of the payment
 * @throws {CouldNotRun} when the bank does not take it
 */
export async function submitPayment(
  session: Session,
  version: Version,
  { consentId, request }: PaymentConsent,
  accessToken: string,
  purpose: Purpose,
): Promise<string> {
  const call = {
    version,
    tpp: 'main',
    authorization: `Bearer ${accessToken}`,
    request: domesticPaymentRequest(consentId, request),
  } as const
  const { Data } = await post(session, 'createDomesticPayment', call, purpose)
  const id = (Data as { DomesticPaymentId?: unknown } | undefined)?.DomesticPaymentId
  if (typeof id !== 'string' || id === '') {
    throw new CouldNotRun('POST /domestic-payments gave no Data.DomesticPaymentId', 'bank')
  }
  return id
}

interface Post {
  readonly version: Version
  readonly tpp: TppName
  readonly authorization: string
  readonly request: object
}

async function post(
  session: Session,
  operation: OperationId,
  { version, tpp, authorization, request }: Post,
  purpose: Purpose,
): Promise<Readonly<Record<string, unknown>>> {
  const what = `${operation} (${version})`
  const body = JSON.stringify(request)
  const headers = await paymentHeaders(session, { operation, tpp, body })
  const outcome = await callApi(session, { operation, version, authorization, headers, body }, purpose)
  return jsonObject(what, expectStatus(what, outcome, 201))
}
