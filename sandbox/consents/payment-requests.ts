/**
 * What a TPP asks of a payment, as far as consents and pages read it. The schemas of the standard have checked it before.
 *
 * @module
 */
import type { Amount, AskedExchangeRate, ChargeBearer } from '#standard/index.js'

/** An account named by an identifier. FACTS 6, "CashAccount". */
export interface NamedAccount {
  readonly SchemeName: string
  readonly Identification: string
  readonly Name?: string
  readonly SecondaryIdentification?: string
}

/** FACTS 8.2 and 8.3. Other families have fields of their own, and a file has no amount and no creditor of one payment. */
export interface PaymentInitiation {
  readonly InstructionIdentification?: string
  readonly EndToEndIdentification?: string
  readonly LocalInstrument?: string
  readonly RequestedExecutionDateTime?: string
  readonly InstructedAmount?: Amount
  readonly CurrencyOfTransfer?: string
  readonly ChargeBearer?: ChargeBearer
  readonly DestinationCountryCode?: string
  readonly InstructionPriority?: 'Normal' | 'Urgent'
  readonly ExchangeRateInformation?: AskedExchangeRate
  // of standing orders: FACTS 8.4
  readonly Frequency?: string
  readonly Reference?: string
  readonly NumberOfPayments?: string
  readonly FirstPaymentDateTime?: string
  readonly RecurringPaymentDateTime?: string
  readonly FinalPaymentDateTime?: string
  readonly FirstPaymentAmount?: Amount
  readonly RecurringPaymentAmount?: Amount
  readonly FinalPaymentAmount?: Amount
  readonly DebtorAccount?: NamedAccount
  readonly CreditorAccount?: NamedAccount
  readonly RemittanceInformation?: {
    readonly Reference?: string
    readonly RemittanceDescription?: string
    /** The name of the description in 0.0.1. */
    readonly Unstructured?: string
  }
}

/** The body that creates a payment consent. FACTS 8.1. */
export interface PaymentRequest {
  readonly Data: {
    readonly Permission?: string
    readonly ReadRefundAccount?: 'Yes' | 'No'
    readonly Initiation: PaymentInitiation
    readonly Authorisation?: Readonly<Record<string, unknown>>
    readonly SCASupportData?: Readonly<Record<string, unknown>>
  }
  /** Files have none. */
  readonly Risk?: Readonly<Record<string, unknown>>
}

/** The body that creates a cancellation consent. FACTS 8.8. */
export interface CancellationRequest {
  readonly Data: {
    readonly Permission: string
    readonly DomesticFutureDatedPaymentId: string
    readonly ExpectedExecutionDateTime?: string
    readonly ExpectedSettlementDateTime?: string
  }
}
