/**
 * Cancelling a payment that waits for its day: the consent, and the PATCH that it allows. FACTS 8.8.
 *
 * @module
 */
import {
  type CancellationConsentRequest,
  type DomesticFutureDatedPaymentPatch,
  type PaymentFamilyId,
  paymentFamily,
} from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import {
  asOf,
  authorisationAddress,
  type CancellationConsent,
  cancellationKind,
  consentAskedFor,
  consentRecords,
  isCancellationConsent,
  move,
} from '../consents/consent.js'
import { success } from '../http/answer.js'
import { refusal } from '../http/api-error.js'
import { checkConsentOf, onConsentOfPath } from '../http/consent-of-path.js'
import { callerOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import { answerOnce } from '../http/idempotency.js'
import type { Transaction } from '../store/store.js'
import { booksNames } from './books.js'
import { forgetExecution } from './due-payments.js'
import { toCancellationPayload } from './payloads.js'
import { type PaymentRecord, paymentRecords, withStep } from './payment.js'
import { checkPaymentOf, onPayment, shown } from './submissions.js'

const consentsPath = '/domestic-future-dated-payment-cancellation-consents'

/** @throws {ApiError} 400 when the payment is made, rejected or cancelled, or its day is too near */
function checkCancellable(
  { tenant }: Exchange,
  payment: PaymentRecord,
  over: 'paymentNotWaiting' | 'paymentNotCancellable',
): void {
  const { rules, clock, paymentSettings } = tenant
  if (!rules.isCancellable(payment)) throw refusal(over)
  if (rules.isInTimeToCancel(payment, clock.now(), paymentSettings)) return
  const until = payment.expectedExecutionAt - paymentSettings.cancellationHours * 3_600_000
  throw refusal('cancellationTooLate', { until: toDateTime(until) })
}

/** The consent with which a PATCH cancels a payment. @throws {ApiError} when it does not allow that */
async function allowingConsent(
  exchange: Exchange,
  transaction: Transaction,
  paymentId: string,
): Promise<CancellationConsent> {
  const { tenant, body, operationId } = exchange
  const { ConsentId } = (body as DomesticFutureDatedPaymentPatch).Data
  const stored = await transaction.get(consentRecords, ConsentId)
  if (!isCancellationConsent(stored)) throw refusal('resourceUnknown', { parameter: 'Data.ConsentId' })
  checkConsentOf(exchange, stored)
  const consent = asOf(stored, tenant.clock.now())
  if (!tenant.rules.isCancellationOf(consent, paymentId)) throw refusal('cancellationOfOtherPayment')
  if (!tenant.rules.canCancelWith(consent)) {
    throw refusal('consentNotAuthorised', { operationId, status: consent.status, path: 'Data.ConsentId' })
  }
  return consent
}

/** Cancels the payment, or withdraws the request: of a cancellation and the execution, one wins. */
async function patch(exchange: Exchange, transaction: Transaction): Promise<PaymentRecord> {
  const { tenant, body } = exchange
  const { paymentId } = exchange.resource as PaymentRecord
  const now = tenant.clock.now()
  const consent = await allowingConsent(exchange, transaction, paymentId)
  const payment = await transaction.get(paymentRecords, paymentId)
  if (!payment) throw refusal('resourceUnknown', { parameter: paymentFamily('domestic-future-dated-payment').idField })
  checkCancellable(exchange, payment, 'paymentNotCancellable')
  const isWithdrawn = (body as DomesticFutureDatedPaymentPatch).Data.Status === 'RejectedCancellationRequest'
  const patched = isWithdrawn
    ? withStep(payment, { status: 'RejectedCancellationRequest', at: now })
    : cancelled(payment, now)
  transaction.put(paymentRecords, paymentId, patched)
  if (!isWithdrawn) forgetExecution(transaction, payment)
  transaction.put(consentRecords, consent.consentId, move(consent, isWithdrawn ? 'Rejected' : 'Consumed', now))
  return patched
}

function cancelled(payment: PaymentRecord, at: number): PaymentRecord {
  const asked = withStep(payment, { status: 'PendingCancellationRequest', at })
  const accepted = withStep(asked, { status: 'AcceptedCancellationRequest', at })
  return withStep(accepted, { status: 'Cancelled', at }, 'Cancelled')
}

/** @param authorisationEndpoint where a PSU is sent to decide */
export function cancellationHandlers(id: PaymentFamilyId, authorisationEndpoint: string) {
  return {
    createCancellationConsent: {
      find: async ({ tenant, body, version }) => {
        const { DomesticFutureDatedPaymentId: paymentId } = (body as CancellationConsentRequest).Data
        const payment = await tenant.store.get(paymentRecords, paymentId)
        if (payment?.family === id && payment.version === version) return payment
        throw refusal('paymentToCancelUnknown')
      },
      checkOwnership: (exchange) => checkPaymentOf(exchange, exchange.resource as PaymentRecord),
      checkState: (exchange) => checkCancellable(exchange, exchange.resource as PaymentRecord, 'paymentNotWaiting'),
      handle: (exchange) =>
        answerOnce(exchange, [], (transaction) => {
          const { tenant, version, userId, body } = exchange
          const consent: CancellationConsent = {
            ...consentAskedFor(cancellationKind, {
              tppId: callerOf(exchange).tpp.clientId,
              version,
              now: tenant.clock.now(),
            }),
            request: body as CancellationConsentRequest,
            paymentId: (exchange.resource as PaymentRecord).paymentId,
            ...(userId !== undefined && { userId }),
          }
          transaction.put(consentRecords, consent.consentId, consent)
          return success(201, toCancellationPayload(consent, authorisationAddress(authorisationEndpoint, consent)))
        }),
    },

    getCancellationConsent: {
      ...onConsentOfPath(isCancellationConsent),
      handle: (exchange) => {
        const consent = exchange.resource as CancellationConsent
        return success(200, toCancellationPayload(consent, `${exchange.baseUrl}${consentsPath}/${consent.consentId}`))
      },
    },

    cancel: {
      ...onPayment(id),
      handle: async (exchange) => {
        const { tenant, resource } = exchange
        const { paymentId, debtorAccountId } = resource as PaymentRecord
        const on = [`payment ${paymentId}`, ...booksNames(tenant.bank, debtorAccountId)]
        return shown(exchange, 200, await tenant.store.transact((transaction) => patch(exchange, transaction), { on }))
      },
    },
  } satisfies Readonly<Record<string, OperationHandler>>
}
