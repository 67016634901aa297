/**
 * International payments and international future dated payments. FACTS 6, "Fx", 8.1 and 8.3.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Rail } from '../local-instruments.js'
import { stateMachines } from '../state-machines.js'
import { agent, amount, PostalAddress, SupplementaryData } from './money.js'
import {
  consentAdditions,
  consentOptions,
  consentRequest,
  consentResponse,
  PaymentId,
  paymentAdditions,
  paymentRequest,
  paymentResponse,
  permission,
} from './payment-messages.js'
import {
  chargeBearers,
  creditorAccount,
  debtorAccount,
  localInstrument,
  refundAbroad,
  remittanceInformation,
} from './payment-parts.js'
import { Currency, closed, formatted, oneOf, text, withRows } from './types.js'

const framework = { basis: 'framework' } as const

/** The rails that cross the border. */
export const railsAbroad = ['SWIFT', 'GCCNET'] as const satisfies readonly Rail[]

export const instructionPriorities = ['Normal', 'Urgent'] as const

/** How a rate comes about: quoted firmly by the bank, agreed by a contract, or fixed at execution. FACTS 8.3. */
export const rateTypes = ['Actual', 'Agreed', 'Indicative'] as const

export type RateType = (typeof rateTypes)[number]

const unitCurrency = withRows(Currency, 'IPC-REQ-220')
const rateType = withRows(oneOf(rateTypes), 'IPC-REQ-230')

/** A rate as samples of the framework write it: a number, or a decimal string. */
const AskedRate = Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,10}(\\.\\d{1,10})?$' })])

/** The rate that a TPP asks for. What an `Agreed` one needs more is no matter of shape. */
export const AskedExchangeRate = closed(
  {
    UnitCurrency: unitCurrency,
    ExchangeRate: withRows(Type.Optional(AskedRate), 'IPC-REQ-240'),
    RateType: rateType,
    ContractIdentification: withRows(Type.Optional(text(1, 256)), 'IPC-REQ-260'),
  },
  { ...framework, rows: { value: ['IPC-REQ-210'] } },
)

export type AskedExchangeRate = Static<typeof AskedExchangeRate>

/** The rate that the bank answers with. */
export const ExchangeRateInformation = closed(
  {
    UnitCurrency: unitCurrency,
    ExchangeRate: withRows(Type.Number(), 'IPC-REQ-290'),
    RateType: rateType,
    ContractIdentification: withRows(Type.Optional(text(1, 256)), 'IPC-REQ-260', 'IPC-REQ-320'),
    ExpirationDateTime: withRows(Type.Optional(formatted('date-time')), 'IPC-REQ-300'),
  },
  { ...framework, rows: { value: ['IPC-REQ-290'] } },
)

export type ExchangeRateInformation = Static<typeof ExchangeRateInformation>

/** What every payment abroad says, orders that repeat included. */
export const crossBorderFields = {
  Purpose: withRows(Type.Optional(text(1, 5)), 'IPC-REQ-120'),
  ExtendedPurpose: withRows(Type.Optional(text(1, 140)), 'IPC-REQ-130'),
  ChargeBearer: withRows(Type.Optional(oneOf(chargeBearers)), 'IPC-REQ-140'),
  CurrencyOfTransfer: withRows(Currency, 'IPC-REQ-150'),
  // three letters are refused at the strict setting alone
  DestinationCountryCode: withRows(Type.Optional(Type.String({ pattern: '^[A-Z]{2,3}$' })), 'IPC-REQ-160'),
  Creditor: Type.Optional(
    closed(
      {
        Name: withRows(Type.Optional(text(1, 140)), 'IPC-REQ-170'),
        PostalAddress: withRows(Type.Optional(PostalAddress), 'IPC-REQ-180'),
      },
      { ...framework, rows: { value: ['IPC-REQ-170'] } },
    ),
  ),
  CreditorAgent: Type.Optional(agent('1.0.0', 'IPC-REQ-190')),
  CreditorAccount: creditorAccount('1.0.0', 'IPC-REQ-200'),
}

/** What a single transfer abroad says. */
const transfer = {
  InstructionIdentification: withRows(text(1, 35), 'IPC-REQ-040'),
  EndToEndIdentification: withRows(Type.Optional(text(1, 35)), 'IPC-REQ-050'),
  LocalInstrument: Type.Optional(localInstrument('1.0.0', railsAbroad, 'IPC-REQ-060')),
  InstructionPriority: withRows(Type.Optional(oneOf(instructionPriorities)), 'IPC-REQ-110'),
  InstructedAmount: amount('IPC-REQ-070'),
  ExchangeRateInformation: Type.Optional(AskedExchangeRate),
  DebtorAccount: Type.Optional(debtorAccount('1.0.0', 'IPC-REQ-080')),
  ...crossBorderFields,
  RemittanceInformation: Type.Optional(remittanceInformation('1.0.0', 'IPC-REQ-090')),
  SupplementaryData: Type.Optional(SupplementaryData),
}

const noAddress = { CreditorPostalAddress: ['IPC-REQ-100'] } as const

/** What is paid abroad at once. */
export const InternationalInitiation = closed(transfer, {
  ...framework,
  rows: { absent: { ...noAddress, RequestedExecutionDateTime: ['PMT-REQ-350'] } },
})

/** The rate, in every answer that shows a payment abroad. */
const rate = { ExchangeRateInformation: Type.Optional(ExchangeRateInformation) }

const consentAnswer = { ...consentOptions, ...consentAdditions('1.0.0', railsAbroad), ...rate }

const paymentAnswer = { ...paymentAdditions('1.0.0', railsAbroad), Refund: Type.Optional(refundAbroad), ...rate }

export const InternationalPaymentConsentRequest = consentRequest(InternationalInitiation, consentOptions)

export const InternationalPaymentConsentResponse = consentResponse(InternationalInitiation, consentAnswer)

export const InternationalPaymentRequest = paymentRequest(InternationalInitiation)

export const InternationalPaymentResponse = paymentResponse(
  stateMachines.immediatePayment.states,
  InternationalInitiation,
  { InternationalPaymentId: withRows(PaymentId, 'IPY-REQ-030'), ...paymentAnswer },
)

/** What is paid abroad on a day to come. */
export const InternationalFutureDatedInitiation = closed(
  { ...transfer, RequestedExecutionDateTime: withRows(formatted('date-time'), 'IFC-REQ-030') },
  { ...framework, rows: { absent: noAddress } },
)

export const InternationalFutureDatedPaymentConsentRequest = consentRequest(InternationalFutureDatedInitiation, {
  ...permission,
  ...consentOptions,
})

export const InternationalFutureDatedPaymentConsentResponse = consentResponse(InternationalFutureDatedInitiation, {
  ...permission,
  ...consentAnswer,
})

export const InternationalFutureDatedPaymentRequest = paymentRequest(InternationalFutureDatedInitiation)

export const InternationalFutureDatedPaymentResponse = paymentResponse(
  stateMachines.scheduledOrStandingPayment.states,
  InternationalFutureDatedInitiation,
  { InternationalFutureDatedPaymentId: withRows(PaymentId, 'IFP-REQ-030'), ...paymentAnswer },
)
