/**
 * Payment consents of every family: create, read, and ask whether there is money. FACTS 8.1 and 8.6.
 *
 * @module
 */
import { bankDayOf } from '#fixtures/calendar.js'
import {
  type Amount,
  type ChargeBearer,
  type PaymentConsentRequest,
  type PaymentFamily,
  type PaymentFamilyId,
  parseDateTime,
  paymentFamily,
} from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { authorisationAddress, consentAskedFor, consentRecords, type PaymentConsent } from '../consents/consent.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import { homeCurrency } from '../exchange/rates.js'
import { success } from '../http/answer.js'
import { badRequest, problem, type Reason, refusal } from '../http/api-error.js'
import { onConsentOfPath } from '../http/consent-of-path.js'
import { callerOf, type Exchange, type OperationHandler, paymentConsentOf } from '../http/exchange.js'
import { answerOnce } from '../http/idempotency.js'
import type { Reader } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { acceptedMinor } from './amounts.js'
import { debitRefusal, isBillPaid } from './books.js'
import { chargesOf } from './charges.js'
import { askedRail, consentFieldProblems } from './fields.js'
import { toConsentPayload } from './payloads.js'
import { paymentRecords, referenceOf } from './payment.js'
import { changerOf, moneyOf } from './payment-money.js'
import { cutOffOf, futureDatedPlan, type RailPlan, railPlan } from './rails.js'
import { exchangeAt, isPlausible, quotedRate } from './rates-of-payments.js'
import type { PaymentSettings, Rail } from './settings.js'

/** What is asked for, in the bank's terms. */
export interface Asked {
  readonly rail: Rail
  readonly amountMinor: number
  readonly currency: string
  /** The currency that is sent, of a payment abroad. */
  readonly transferCurrency: string | undefined
  readonly plan: RailPlan
  /** The instant that is asked for, of a payment for a later day. */
  readonly requestedAt: number | undefined
  /** Whether it is carried out later than it should be: after a cut-off, or because its day is no bank day. */
  readonly isMoved: boolean
}

/** The rail, amount and plan of an instruction whose fields were accepted. */
export function askedOf(
  family: PaymentFamily,
  { request, version, file }: Pick<PaymentConsent, 'request' | 'version' | 'file'>,
  { paymentSettings }: Pick<Tenant, 'paymentSettings'>,
  now: number,
): Asked {
  const initiation = request.Data.Initiation as Readonly<Record<string, unknown>>
  const rail = askedRail(family, initiation, version)
  if (!rail) throw new Error(`${String(initiation.LocalInstrument)} was accepted and is no rail of the family`)
  const { executionField, amountField } = family
  if (amountField === undefined) return askedOfFile(rail, initiation, file, paymentSettings, now)
  const amount = initiation[amountField] as Amount
  const { CurrencyOfTransfer: transferCurrency, InstructionPriority } = request.Data.Initiation as PaymentInitiation
  const transfer = { currency: transferCurrency ?? amount.Currency, isUrgent: InstructionPriority === 'Urgent' }
  const requestedAt = executionField === undefined ? undefined : parseDateTime(initiation[executionField] as string)
  const plan = requestedAt
    ? futureDatedPlan(rail, { requestedAt, receivedAt: now }, paymentSettings, transfer)
    : railPlan(rail, now, paymentSettings, transfer)
  const isMoved = requestedAt ? bankDayOf(plan.executionAt) > bankDayOf(requestedAt) : plan.isLate
  const money = { amountMinor: acceptedMinor(amount), currency: amount.Currency, transferCurrency }
  return { rail, ...money, plan, requestedAt, isMoved }
}

/** What a file asks for as a whole: its amount is known once it is uploaded, and its payments have a plan each. */
function askedOfFile(
  rail: Rail,
  { RequestedExecutionDateTime: asked }: Readonly<Record<string, unknown>>,
  file: PaymentConsent['file'],
  settings: PaymentSettings,
  now: number,
): Asked {
  const requestedAt = typeof asked === 'string' ? parseDateTime(asked) : undefined
  const plan = requestedAt
    ? futureDatedPlan(rail, { requestedAt: Math.max(requestedAt, now), receivedAt: now }, settings)
    : railPlan(rail, now, settings)
  const isMoved = requestedAt ? bankDayOf(plan.executionAt) > bankDayOf(requestedAt) : plan.isLate
  return {
    rail,
    amountMinor: file?.amountMinor ?? 0,
    currency: 'BHD',
    transferCurrency: undefined,
    plan,
    requestedAt,
    isMoved,
  }
}

/** Problems that depend on what the bank has stored: a reference or a bill that was used, and the hour. */
async function storedProblems(
  reader: Reader,
  { tenant, version }: Exchange,
  consent: PaymentConsent,
  asked: Asked,
): Promise<Reason[]> {
  const { request, tppId } = consent
  const { InstructionIdentification, CreditorAccount, RemittanceInformation } = request.Data.Initiation
  const problems: Reason[] = []
  const iban = CreditorAccount?.Identification ?? ''
  if (
    asked.rail === 'BIL' &&
    version !== '0.0.1' &&
    (await isBillPaid(reader, iban, RemittanceInformation?.Reference))
  ) {
    problems.push(problem('billPaid'))
  }
  const reused = await reusedReference(reader, tenant, tppId, InstructionIdentification)
  return [...problems, ...reused, ...lateOrder(tenant, asked), ...(await moneyProblems(reader, tenant, consent, asked))]
}

/** What cannot be exchanged: at a rate that nobody agrees to, or to an amount that cannot be sent. */
async function moneyProblems(
  reader: Reader,
  tenant: Tenant,
  { exchange, charges, createdAt: at }: PaymentConsent,
  { amountMinor, currency, transferCurrency }: Asked,
): Promise<Reason[]> {
  if (transferCurrency === undefined) return []
  if (exchange?.type === 'Agreed' && !(await isPlausible(reader, tenant, exchange, at))) {
    return [problem('agreedRateImplausible')]
  }
  const order = { amountMinor, currency, transferCurrency, charges }
  const currencies = [currency, transferCurrency, homeCurrency]
  const changer = await changerOf(reader, tenant, at, currencies, exchange)
  try {
    const { sentMinor } = moneyOf(exchange?.from ?? currency, order, changer)
    return sentMinor > 0 ? [] : [problem('amountNotSendable')]
  } catch (cause) {
    if (cause instanceof RangeError) return [problem('amountNotSendable')]
    throw cause
  }
}

/** A reference that the TPP has used before, where each must be another. */
export async function reusedReference(
  reader: Reader,
  { paymentSettings }: Tenant,
  tppId: string,
  reference: string | undefined,
): Promise<Reason[]> {
  if (!paymentSettings.uniqueReferences || reference === undefined) return []
  const known = await reader.find(paymentRecords, 'reference', referenceOf(tppId, reference))
  return known.length > 0 ? [problem('referenceReused')] : []
}

/** An order after the cut-off, where such orders are refused. */
export function lateOrder({ paymentSettings }: Tenant, { isMoved, rail }: Asked): Reason[] {
  const isRefused = isMoved && paymentSettings.lateOrders === 'refuse'
  return isRefused ? [problem('orderAfterCutOff', { cutOff: cutOffOf(rail, paymentSettings) })] : []
}

/** The consent that a request asks for. */
async function newConsent(
  reader: Reader,
  id: PaymentFamilyId,
  exchange: Exchange,
): Promise<{ consent: PaymentConsent; asked: Asked }> {
  const { tenant, version, userId, body } = exchange
  const now = tenant.clock.now()
  const request = body as PaymentConsentRequest
  const asked = askedOf(paymentFamily(id), { request, version }, tenant, now)
  const { plan } = asked
  const rate = await quotedRate(reader, tenant, request.Data.Initiation, now)
  const facts = consentAskedFor(id, { tppId: callerOf(exchange).tpp.clientId, version, now })
  const consent: PaymentConsent = {
    ...facts,
    status: tenant.rules.firstStatus(facts.status),
    request,
    ...(userId !== undefined && { userId }),
    // what a file costs and when it is settled is known once it is there, payment by payment
    charges: id === 'file-payment' ? [] : await chargesAsked(reader, tenant, request, asked, now),
    ...(rate && { exchange: rate }),
    ...(plan.cutOffAt !== undefined && { cutOffAt: plan.cutOffAt }),
    expectedExecutionAt: plan.executionAt,
    ...(id !== 'file-payment' && { expectedSettlementAt: plan.settlementAt }),
    ...deadlinesOf(request, asked.requestedAt, rate?.expiresAt),
  }
  return { consent, asked }
}

/** Who bears the charges: of a payment abroad both sides their own, where the TPP does not say. */
function bearerOf({ Data: { Initiation } }: PaymentConsentRequest): ChargeBearer {
  return 'CurrencyOfTransfer' in Initiation ? (Initiation.ChargeBearer ?? 'Shared') : 'BorneByDebtor'
}

/** What a payment costs: by its amount in the currency of the bank. */
async function chargesAsked(
  reader: Reader,
  { bank, rules, paymentSettings }: Tenant,
  request: PaymentConsentRequest,
  { rail, amountMinor, currency }: Asked,
  at: number,
) {
  const { change } = await changerOf(reader, { bank, rules }, at, [currency, homeCurrency])
  return chargesOf(rail, change(amountMinor, currency, homeCurrency), paymentSettings, bearerOf(request))
}

/**
 * Until when a consent can be approved and used: the TPP may say so, and so does the instant that is asked for, and the end of
 * a quoted rate.
 */
function deadlinesOf(
  { Data }: PaymentConsentRequest,
  requestedAt: number | undefined,
  quotedUntil: number | undefined,
) {
  const { CompletionDateTime: completeBy } = 'Authorisation' in Data ? (Data.Authorisation ?? {}) : {}
  const uses = [requestedAt, quotedUntil].filter((end) => end !== undefined)
  const approvals = completeBy === undefined ? uses : [parseDateTime(completeBy), ...uses]
  return {
    ...(approvals.length > 0 && { approveBy: Math.min(...approvals) }),
    ...(uses.length > 0 && { submitBy: Math.min(...uses) }),
  }
}

/** The name of the PSU who decided. */
export const debtorNameOf = ({ psus }: Tenant, psuId: string | undefined): string | undefined =>
  psuId === undefined ? undefined : psus.byId.get(psuId)?.name

/** @param authorisationEndpoint where a PSU is sent to decide */
export function consentHandlers(id: PaymentFamilyId, authorisationEndpoint: string) {
  const family = paymentFamily(id)
  const shared = onConsentOfPath(({ kind }) => kind === id)
  return {
    createConsent: {
      checkFields: (exchange) => consentFieldProblems(family, exchange),
      handle: (exchange) =>
        answerOnce(exchange, [], async (transaction) => {
          const { consent, asked } = await newConsent(transaction, id, exchange)
          const problems = await storedProblems(transaction, exchange, consent, asked)
          if (problems.length > 0) throw badRequest(problems)
          transaction.put(consentRecords, consent.consentId, consent)
          const self = authorisationAddress(authorisationEndpoint, consent)
          return success(201, toConsentPayload(consent, self, undefined))
        }),
    },

    getConsent: {
      ...shared,
      handle: async (exchange) => {
        const consent = exchange.resource as PaymentConsent
        const self = `${exchange.baseUrl}${family.paths.consents}/${consent.consentId}`
        return success(200, toConsentPayload(consent, self, debtorNameOf(exchange.tenant, consent.psuId)))
      },
    },

    confirmFunds: {
      ...shared,
      checkOwnership: (exchange) => {
        const { consentId } = exchange.resource as PaymentConsent
        if (!exchange.tenant.rules.isConsentOfToken(paymentConsentOf(exchange).consentId, consentId)) {
          throw refusal('fundsOfOtherConsent')
        }
      },
      checkState: checkAuthorised,
      handle: async (exchange) => {
        const consent = exchange.resource as PaymentConsent
        const self = `${exchange.baseUrl}${family.paths.consents}/${consent.consentId}/funds-confirmation`
        const result = await fundsResult(family, exchange, consent)
        const Data = result ? { FundsAvailableResult: result } : {}
        return success(200, { Data, Links: { Self: self }, Meta: {} })
      },
    },
  } satisfies Readonly<Record<string, OperationHandler>>
}

/** 400 unless the consent of the path, or of the token, is Authorised. */
export function checkAuthorised({ tenant, resource, operationId }: Exchange): void {
  const consent = resource as PaymentConsent
  if (tenant.rules.canSubmit(consent)) return
  throw refusal('consentNotAuthorised', { operationId, status: consent.status, path: 'ConsentId' })
}

/** Whether the account could be debited now; nothing is said while no account is known. */
async function fundsResult(family: PaymentFamily, { tenant }: Exchange, consent: PaymentConsent) {
  const { debtorAccountId, charges } = consent
  if (debtorAccountId === undefined) return undefined
  const at = tenant.clock.now()
  const { amountMinor, currency, transferCurrency } = askedOf(family, consent, tenant, at)
  const exchange = await exchangeAt(tenant.store, tenant, consent.exchange, at)
  const money = { amountMinor, currency, transferCurrency, exchange, charges: tenant.rules.chargesTested(charges) }
  const order = { debtorAccountId, ...money, at }
  const refused = await debitRefusal(tenant.store, tenant, order)
  return { FundsAvailableDateTime: toDateTime(at), FundsAvailable: tenant.rules.confirmsFunds(refused) }
}
