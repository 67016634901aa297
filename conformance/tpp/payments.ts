/**
 * Payments: how a TPP asks for one and submits it.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import {
  cancellationConsentRequest,
  domesticFutureDatedPaymentConsentRequest,
  domesticPaymentConsentRequest,
  domesticPaymentRequest,
  type PaymentFacts,
} from '#fixtures/requests/domestic-payment.js'
import {
  internationalFutureDatedPaymentConsentRequest,
  internationalPaymentConsentRequest,
} from '#fixtures/requests/international-payment.js'
import {
  domesticStandingOrderConsentRequest,
  internationalStandingOrderConsentRequest,
} from '#fixtures/requests/standing-order.js'
import { type OperationId, paymentFamily, type Version } from '#standard/index.js'
import type { JudgedFamilyId } from '../cases/families.js'
import type { Purpose } from '../transcript/entry.js'
import { callWithFresh } from './api-call.js'
import { bankNow } from './bank-clock.js'
import type { TokenNow } from './consent-token.js'
import { consentIdOf } from './consents.js'
import { CouldNotRun, expectStatus, jsonObject } from './could-not-run.js'
import { keyFor, paymentHeaders } from './payment-headers.js'
import { publicToken } from './public-token.js'
import type { Session, TppName } from './session.js'
import { paymentsOf } from './user-token.js'

/** The request of a payment consent. */
export type PaymentRequest = ReturnType<typeof domesticPaymentConsentRequest>

export interface PaymentConsent {
  readonly consentId: string
  readonly request: PaymentRequest
}

interface Asked {
  readonly version: Version
  /** Milliseconds. */
  readonly now: number
  readonly facts: PaymentFacts
}

/** What the cases ask for too: both rails carry it. */
const abroad = { currencyOfTransfer: 'KWD' }

/** How each family is asked for. */
const requests: Readonly<Record<JudgedFamilyId, (asked: Asked) => PaymentRequest>> = {
  'domestic-payment': ({ version, facts }) => domesticPaymentConsentRequest(version, facts),
  'domestic-future-dated-payment': ({ now, facts }) => domesticFutureDatedPaymentConsentRequest(now, facts),
  'domestic-standing-order': ({ now, facts }) => domesticStandingOrderConsentRequest(now, facts),
  'international-payment': ({ facts }) => internationalPaymentConsentRequest({ ...facts, ...abroad }),
  'international-future-dated-payment': ({ now, facts }) =>
    internationalFutureDatedPaymentConsentRequest(now, { ...facts, ...abroad }),
  'international-standing-order': ({ now, facts }) =>
    internationalStandingOrderConsentRequest(now, { ...facts, ...abroad }),
}

/**
 * Asks for one payment of the amount and to the creditor of the profile; the PSU chooses the account that pays.
 *
 * @throws {CouldNotRun} when the bank gives no consent
 */
export async function createPaymentConsent(
  session: Session,
  { family: id, version, tpp }: { readonly family: JudgedFamilyId; readonly version: Version; readonly tpp: TppName },
  purpose: Purpose,
): Promise<PaymentConsent> {
  const { creditor, amount } = paymentsOf(session)
  const { operations, paths } = paymentFamily(id)
  const request = requests[id]({ version, now: bankNow(session), facts: { creditor, amount } })
  const authorization = async () => `Bearer ${await publicToken(session, tpp, 'payments')}`
  const answer = await post(session, operations.createConsent, { version, tpp, authorization, request }, purpose)
  const consentId = consentIdOf(answer)
  if (consentId === undefined) throw new CouldNotRun(`POST ${paths.consents} gave no Data.ConsentId`, 'bank')
  return { consentId, request }
}

/** A payment that the bank has taken. */
export interface SubmittedPayment {
  readonly paymentId: string
  /** As the answer shows it; empty where it shows none. */
  readonly paymentStatus: string
  /** Under which it was submitted, where the bank takes keys. */
  readonly idempotencyKey: string
}

/**
 * Submits an approved payment.
 *
 * @throws {CouldNotRun} when the bank does not take it
 */
export async function submitPayment(
  session: Session,
  { family: id, version, consent, token }: Submission,
  purpose: Purpose,
): Promise<SubmittedPayment> {
  const { operations, paths, idField } = paymentFamily(id)
  const idempotencyKey = randomUUID()
  const isKeyed = paymentsOf(session).idempotencyKey !== 'off'
  const call = {
    version,
    tpp: 'main',
    authorization: async () => `Bearer ${await token()}`,
    request: domesticPaymentRequest(consent.consentId, consent.request),
    ...(isKeyed && { idempotencyKey }),
  } as const
  const { Data } = await post(session, operations.create, call, purpose)
  const { [idField]: paymentId, Status } = (Data ?? {}) as Readonly<Record<string, unknown>>
  if (typeof paymentId !== 'string' || paymentId === '') {
    throw new CouldNotRun(`POST ${paths.payments} gave no Data.${idField}`, 'bank')
  }
  return { paymentId, paymentStatus: typeof Status === 'string' ? Status : '', idempotencyKey }
}

interface Submission {
  readonly family: JudgedFamilyId
  readonly version: Version
  readonly consent: PaymentConsent
  readonly token: TokenNow
}

/**
 * Asks for a consent to cancel a future dated payment.
 *
 * @returns its id
 * @throws {CouldNotRun} when the bank gives none
 */
export async function createCancellationConsent(
  session: Session,
  { version, tpp, paymentId }: { readonly version: Version; readonly tpp: TppName; readonly paymentId: string },
  purpose: Purpose,
): Promise<string> {
  const operation = 'createDomesticFutureDatedPaymentCancellationConsent'
  const authorization = async () => `Bearer ${await publicToken(session, tpp, 'payments')}`
  const request = cancellationConsentRequest(paymentId)
  const consentId = consentIdOf(await post(session, operation, { version, tpp, authorization, request }, purpose))
  if (consentId === undefined) throw new CouldNotRun(`${operation} gave no Data.ConsentId`, 'bank')
  return consentId
}

interface Post {
  readonly version: Version
  readonly tpp: TppName
  /** Asked for each time that the request is sent: it may have to wait. */
  readonly authorization: () => string | Promise<string>
  readonly request: object
  /** Default a fresh one, where the bank takes keys. */
  readonly idempotencyKey?: string
}

/** Posts a request that makes something. @throws {CouldNotRun} when the bank does not make it */
export async function post(
  session: Session,
  operation: OperationId,
  { version, tpp, authorization, request, idempotencyKey }: Post,
  purpose: Purpose,
): Promise<Readonly<Record<string, unknown>>> {
  const what = `${operation} (${version})`
  const body = JSON.stringify(request)
  const key = idempotencyKey ?? keyFor(session, operation)
  const make = async () => ({
    operation,
    version,
    authorization: await authorization(),
    headers: await paymentHeaders(session, { operation, tpp, body, ...(key && { idempotencyKey: key }) }),
    body,
  })
  const outcome = await callWithFresh(session, make, purpose)
  return jsonObject(what, expectStatus(what, outcome, 201))
}
