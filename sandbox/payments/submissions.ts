/**
 * Payments of every family: submit, read, and read the steps. FACTS 8.1 and 8.7.
 *
 * @module
 */
import { type PaymentFamilyId, type PaymentRequest, paymentFamily } from '#standard/index.js'
import { asOf, consentRecords, isPaymentConsent, move, type PaymentConsent } from '../consents/consent.js'
import { newId } from '../consents/ids.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { success } from '../http/answer.js'
import { badRequest, problem, type Reason, refusal } from '../http/api-error.js'
import { callerOf, type Exchange, type OperationHandler, paymentConsentOf } from '../http/exchange.js'
import { answerOnce } from '../http/idempotency.js'
import type { Reader, Transaction } from '../store/store.js'
import { booksNames } from './books.js'
import { type Asked, askedOf, checkAuthorised, debtorNameOf, lateOrder, reusedReference } from './consents.js'
import { begin, keepForItsDay } from './due-payments.js'
import { beginFile } from './files/due-files.js'
import { reportHandlers } from './files/reports.js'
import { isOrder, paymentsOfOrder } from './order-payments.js'
import { toDetailsPayload, toPaymentPayload } from './payloads.js'
import { type PaymentRecord, type PaymentsOfFile, paymentRecords } from './payment.js'
import { debitId } from './payment-entries.js'

/** The consent of the token; the body has to name the same. */
const onSubmission = {
  find: (exchange: Exchange) => asOf(paymentConsentOf(exchange), exchange.tenant.clock.now()),
  checkOwnership: (exchange: Exchange) => {
    const { tenant, body, userId } = exchange
    const consent = exchange.resource as PaymentConsent
    if (!tenant.rules.isConsentOfToken(consent.consentId, (body as PaymentRequest).Data.ConsentId)) {
      throw refusal('consentOfOtherToken')
    }
    if (!tenant.rules.isUserOf(consent, userId)) throw refusal('consentOfOtherUser')
  },
  checkState: checkAuthorised,
} satisfies Partial<OperationHandler>

/** What is wrong with a submission beside its consent: where it differs, and that it comes too late. */
async function submissionProblems(
  reader: Reader,
  { tenant, body }: Exchange,
  consent: PaymentConsent,
  asked: Asked,
): Promise<Reason[]> {
  const request = body as PaymentRequest
  const { InstructionIdentification }: PaymentInitiation = request.Data.Initiation
  const differences = tenant.rules.submissionDifferences(consent, request)
  const problems = differences.map((path) => problem('submissionDiffers', { path }))
  const reused = await reusedReference(reader, tenant, consent.tppId, InstructionIdentification)
  return [...problems, ...lateOrder(tenant, asked), ...reused]
}

/** A payment that has just come in. */
function newPayment(id: PaymentFamilyId, exchange: Exchange, consent: PaymentConsent, asked: Asked): PaymentRecord {
  const { tenant, body } = exchange
  const { psuId, debtorAccountId, request } = consent
  if (psuId === undefined || debtorAccountId === undefined) {
    throw new Error(`consent ${consent.consentId} is Authorised and has no PSU or no account that pays`)
  }
  const now = tenant.clock.now()
  const accountCurrency = tenant.bank.accounts.get(debtorAccountId)?.currency ?? ''
  const paymentId = newId()
  const isAtOnce = paymentFamily(id).paymentStates === 'immediatePayment'
  return {
    paymentId,
    family: id,
    tppId: consent.tppId,
    version: consent.version,
    consentId: consent.consentId,
    psuId,
    debtorAccountId,
    debtorName: debtorNameOf(tenant, psuId) ?? '',
    initiation: (body as PaymentRequest).Data.Initiation,
    asksRefund: request.Data.ReadRefundAccount === 'Yes',
    rail: asked.rail,
    amountMinor: asked.amountMinor,
    currency: asked.currency,
    ...(asked.transferCurrency !== undefined && { transferCurrency: asked.transferCurrency }),
    ...(isExchanged(consent, asked, accountCurrency) && { exchange: consent.exchange }),
    charges: consent.charges,
    createdAt: now,
    status: isAtOnce ? 'Pending' : 'InitiationPending',
    statusUpdatedAt: now,
    expectedExecutionAt: asked.plan.executionAt,
    expectedSettlementAt: asked.plan.settlementAt,
    transactionId: debitId(tenant.bank, paymentId),
    steps: [{ status: 'Pending', at: now }],
    ...(consent.file && { file: paymentsOf(consent.file) }),
  }
}

/** The payments of a file, of which none is made yet. */
const paymentsOf = ({ fileId, blocks, count, messageId }: UploadedFile): PaymentsOfFile => ({
  fileId,
  blocks,
  count,
  messageId,
  accepted: 0,
  rejected: 0,
})
/** True unless the account that pays has the currency of amount and transfer. */
function isExchanged(
  { exchange }: PaymentConsent,
  { currency, transferCurrency }: Asked,
  accountCurrency: string,
): boolean {
  return exchange !== undefined && (currency !== transferCurrency || accountCurrency !== currency)
}

/** Makes the payment of a consent: one, whatever comes at the same time. */
async function submit(id: PaymentFamilyId, exchange: Exchange, transaction: Transaction): Promise<PaymentRecord> {
  const { tenant, operationId } = exchange
  const { consentId } = exchange.resource as PaymentConsent
  const now = tenant.clock.now()
  const stored = await transaction.get(consentRecords, consentId)
  const consent = isPaymentConsent(stored) ? asOf(stored, now) : undefined
  if (!consent || !tenant.rules.canSubmit(consent)) {
    const status = consent?.status ?? 'deleted'
    throw refusal('consentNotAuthorised', { operationId, status, path: 'Data.ConsentId' })
  }
  const asked = askedOf(paymentFamily(id), consent, tenant, now)
  const problems = await submissionProblems(transaction, exchange, consent, asked)
  if (problems.length > 0) throw badRequest(problems)
  const payment = newPayment(id, exchange, consent, asked)
  if (tenant.rules.usesUp(consent)) transaction.put(consentRecords, consentId, move(consent, 'Consumed', now))
  if (payment.file) return beginFile(transaction, payment)
  return payment.status === 'Pending'
    ? begin(transaction, tenant, payment)
    : keepForItsDay(transaction, tenant, payment)
}

/** The names that submissions of a consent, and whatever touches the same accounts, run one after the other on. */
function namesOf(exchange: Exchange): readonly string[] {
  const { consentId, debtorAccountId = '', request } = exchange.resource as PaymentConsent
  const creditor = request.Data.Initiation.CreditorAccount?.Identification
  return [`consent ${consentId}`, ...booksNames(exchange.tenant.bank, debtorAccountId, creditor)]
}

/** What operations on a payment of the path share. */
export function onPayment(id: PaymentFamilyId) {
  const { idField, idParameter = idField } = paymentFamily(id)
  return {
    find: async ({ tenant, request, version }: Exchange) => {
      const { [idParameter]: paymentId = '' } = request.params as Readonly<Record<string, string>>
      const payment = await tenant.store.get(paymentRecords, paymentId)
      return payment?.family === id && payment.version === version && !payment.ofOrder ? payment : undefined
    },
    checkOwnership: (exchange: Exchange) => checkPaymentOf(exchange, exchange.resource as PaymentRecord),
  } satisfies Partial<OperationHandler>
}

/** 403 unless the payment is one of the caller's. */
export function checkPaymentOf(exchange: Exchange, payment: PaymentRecord): void {
  if (!exchange.tenant.rules.isPaymentOf(payment, callerOf(exchange).tpp.clientId)) {
    throw refusal('paymentOfOtherTpp', { operationId: exchange.operationId })
  }
}

/** The answer that shows a payment. */
export function shown(exchange: Exchange, status: 200 | 201, payment: PaymentRecord) {
  const { tenant, baseUrl } = exchange
  const self = `${baseUrl}${paymentFamily(payment.family).paths.payments}/${payment.paymentId}`
  const refund = tenant.rules.showsRefund(payment) ? tenant.bank.accounts.get(payment.debtorAccountId) : undefined
  return success(status, toPaymentPayload(payment, self, refund))
}

export function submissionHandlers(id: PaymentFamilyId) {
  const shared = onPayment(id)
  const { paths } = paymentFamily(id)
  return {
    create: {
      ...onSubmission,
      handle: (exchange) =>
        answerOnce(exchange, namesOf(exchange), async (transaction) =>
          shown(exchange, 201, await submit(id, exchange, transaction)),
        ),
    },

    get: {
      ...shared,
      handle: (exchange) => shown(exchange, 200, exchange.resource as PaymentRecord),
    },

    getDetails: {
      ...shared,
      handle: async (exchange) => {
        const payment = exchange.resource as PaymentRecord
        const self = `${exchange.baseUrl}${paths.payments}/${payment.paymentId}/payment-details`
        const made = isOrder(payment) ? await paymentsOfOrder(exchange.tenant.store, payment.paymentId) : []
        return success(200, toDetailsPayload(payment, made, self))
      },
    },

    ...(id === 'file-payment' && reportHandlers(shared)),
  } satisfies Readonly<Record<string, OperationHandler>>
}
