/**
 * Consents and payments as each version shows them. FACTS 8.1, 8.7, 8.8; what 0.0.1 leaves out: FACTS 13.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import {
  type CancellationConsentResponse,
  type ExchangeRateInformation,
  localInstruments,
  type PaymentDetailsResponse,
  type PaymentStatusEntry,
  paymentFamily,
  type StatusReason,
  schemePrefixes,
  type Version,
} from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import type { CancellationConsent, ConsentCharge, ConsentExchange, PaymentConsent } from '../consents/consent.js'
import { toAmount } from '../ledger/money.js'
import type { PaymentRecord, PaymentStep, RejectionReason } from './payment.js'

const optionalDate = <Name extends string>(name: Name, at: number | undefined) =>
  at === undefined ? {} : ({ [name]: toDateTime(at) } as Record<Name, string>)

const chargesPayload = (charges: readonly ConsentCharge[]) =>
  charges.map(({ chargeBearer, type, minor, currency }) => ({
    ChargeBearer: chargeBearer,
    Type: type,
    Amount: toAmount(minor, currency),
  }))

/** The rate of a payment abroad, where money is exchanged. FACTS 6, "Fx". */
function exchangePayload(exchange: ConsentExchange | undefined) {
  if (!exchange) return {}
  const { unitCurrency, rate, type, contract, expiresAt } = exchange
  const ExchangeRateInformation: ExchangeRateInformation = {
    UnitCurrency: unitCurrency,
    ExchangeRate: rate,
    RateType: type,
    ...(contract !== undefined && { ContractIdentification: contract }),
    ...optionalDate('ExpirationDateTime', expiresAt),
  }
  return { ExchangeRateInformation }
}

const envelope = (self: string) => ({ Links: { Self: self }, Meta: {} })

/** A payment consent: its request unchanged, and what the bank adds in its version. */
export function toConsentPayload(consent: PaymentConsent, self: string, debtorName: string | undefined) {
  const { request, charges } = consent
  const facts = {
    ConsentId: consent.consentId,
    CreationDateTime: toDateTime(consent.createdAt),
    Status: consent.status,
    StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
  }
  const additions = {
    ...optionalDate('CutOffDateTime', consent.cutOffAt),
    // of an order, no one day
    ...(!paymentFamily(consent.kind).repeats && {
      ...optionalDate('ExpectedExecutionDateTime', consent.expectedExecutionAt),
      ...optionalDate('ExpectedSettlementDateTime', consent.expectedSettlementAt),
    }),
    Charges: chargesPayload(charges),
    ...exchangePayload(consent.exchange),
    ...(debtorName !== undefined && { Debtor: { Name: debtorName } }),
  }
  return {
    Data: { ...facts, ...request.Data, ...(consent.version === '0.0.1' ? {} : additions) },
    Risk: request.Risk,
    ...envelope(self),
  }
}

/** A payment as its version shows it. @param refund the account that money can be sent back to, where it is shown */
export function toPaymentPayload(payment: PaymentRecord, self: string, refund: FixtureAccount | undefined) {
  const { version, charges } = payment
  const { idField } = paymentFamily(payment.family)
  const additions = {
    ExpectedExecutionDateTime: toDateTime(payment.expectedExecutionAt),
    // a file is settled payment by payment
    ...(!payment.file && { ExpectedSettlementDateTime: toDateTime(payment.expectedSettlementAt) }),
    ...(refund && { Refund: refundPayload(refund, payment) }),
    Charges: chargesPayload(charges),
    ...exchangePayload(payment.exchange),
    Debtor: { Name: payment.debtorName },
  }
  return {
    Data: {
      [idField]: payment.paymentId,
      ConsentId: payment.consentId,
      CreationDateTime: toDateTime(payment.createdAt),
      Status: payment.status,
      StatusUpdateDateTime: toDateTime(payment.statusUpdatedAt),
      Initiation: payment.initiation,
      ...(version === '0.0.1' ? {} : additions),
    },
    ...envelope(self),
  }
}

/** Where money can be sent back to; from abroad its bank has to be named too. */
function refundPayload(account: FixtureAccount, { version, debtorName, transferCurrency }: PaymentRecord) {
  const Account = accountPayload(account, version, debtorName)
  if (transferCurrency === undefined) return { Account }
  const Agent = { SchemeName: `${schemePrefixes[version]}BICFI`, Identification: account.servicerBic }
  return { Account, Creditor: { Name: debtorName }, Agent }
}

function accountPayload({ identifiers }: FixtureAccount, version: Version, name: string) {
  const [first] = identifiers
  if (!first) throw new Error('an account without an identifier cannot be paid to')
  return {
    SchemeName: `${schemePrefixes[version]}${first.scheme}`,
    Identification: first.identification,
    Name: (first.name ?? name).slice(0, 70),
  }
}

/** What a TPP is told about a payment that is not carried out: FACTS 12.3. */
const reasons: Readonly<Record<RejectionReason, { reason: StatusReason; words: string }>> = {
  'insufficient-funds': { reason: 'Proprietary', words: 'the money on the account does not cover the payment' },
  'account-disabled': { reason: 'Suspended', words: 'the account is disabled' },
  'account-closed': { reason: 'Suspended', words: 'the account is closed' },
  'over-limit': { reason: 'ProprietaryRejection', words: 'the payment is above a limit of the account' },
  'creditor-closed': { reason: 'ProprietaryRejection', words: 'the account of the payee takes no money' },
  'payee-not-registered': { reason: 'ProprietaryRejection', words: 'the payee is not one that the PSU has saved' },
  'bill-not-payable': { reason: 'ProprietaryRejection', words: 'the bill is paid, or of another amount' },
}

/** Why something was not paid, as a TPP is told. */
export const rejection = (why: RejectionReason) => reasons[why]

/** One step of a payment, or of one payment of a file. */
export function toStatusEntry(
  payment: Pick<PaymentRecord, 'transactionId' | 'rail'>,
  { status, at, why }: PaymentStep,
): PaymentStatusEntry {
  const entry = {
    PaymentTransactionId: payment.transactionId,
    Status: status,
    StatusUpdateDateTime: toDateTime(at),
  }
  if (!why) return entry
  const { reason, words } = reasons[why]
  const instrument = localInstruments['1.0.0'][payment.rail]
  return {
    ...entry,
    StatusDetail: { LocalInstrument: instrument, Status: why, StatusReason: reason, StatusReasonDescription: words },
  }
}

/**
 * The steps of a payment, oldest first. FACTS 8.7.
 *
 * @param made the payments of an order, of each of which its last step is shown
 */
export function toDetailsPayload(payment: PaymentRecord, made: readonly PaymentRecord[], self: string) {
  const steps = payment.steps.map((step) => toStatusEntry(payment, step))
  // an earlier payment may be settled after a later one has begun
  const last = made.flatMap((each) => each.steps.slice(-1).map((step) => ({ each, step })))
  const ofOrder = last
    .sort((one, other) => one.step.at - other.step.at)
    .map(({ each, step }) => toStatusEntry(each, step))
  return toDetailsEnvelope([...steps, ...ofOrder], self)
}

export const toDetailsEnvelope = (PaymentStatus: PaymentStatusEntry[], self: string): PaymentDetailsResponse => ({
  Data: { PaymentStatus },
  ...envelope(self),
})

/** A cancellation consent. `Update` is sent whatever was asked for (FACTS 8.8). */
export function toCancellationPayload(consent: CancellationConsent, self: string): CancellationConsentResponse {
  return {
    Data: {
      ConsentId: consent.consentId,
      Status: consent.status,
      CreationDateTime: toDateTime(consent.createdAt),
      StatusUpdateDateTime: toDateTime(consent.statusUpdatedAt),
      ...consent.request.Data,
      Permission: 'Update',
      Charges: [],
    },
    ...envelope(self),
  }
}
