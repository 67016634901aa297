/**
 * Standing orders that a TPP asks for, as payments. FACTS 8.1, 8.4 and 12.2.
 *
 * @module
 */
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Rail } from '../local-instruments.js'
import { stateMachines } from '../state-machines.js'
import { crossBorderFields, ExchangeRateInformation, railsAbroad } from './international-payment.js'
import { amount, SupplementaryData } from './money.js'
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
import { creditorAccount, debtorAccount, refundAbroad } from './payment-parts.js'
import { frequencyPattern } from './standing-order.js'
import { closed, formatted, text, withRows } from './types.js'

/** What standing orders of both kinds say: how often, from when to when, and who is paid. */
const orderMembers = {
  Frequency: withRows(Type.String({ pattern: frequencyPattern }), 'DSO-REQ-060', 'DSO-REQ-070'),
  Reference: withRows(Type.Optional(text(1, 35)), 'DSO-REQ-080'),
  NumberOfPayments: withRows(Type.Optional(text(1, 35)), 'DSO-REQ-090'),
  FirstPaymentDateTime: withRows(formatted('date-time'), 'DSO-REQ-120'),
  FinalPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'DSO-REQ-150'),
  DebtorAccount: Type.Optional(debtorAccount('1.0.0', 'DSO-REQ-190')),
  SupplementaryData: Type.Optional(SupplementaryData),
}

const rails = ['DNS'] as const satisfies readonly Rail[]

/** What is paid again and again within the country. */
export const DomesticStandingOrderInitiation = closed(
  {
    ...orderMembers,
    RecurringPaymentDateTime: withRows(Type.Optional(formatted('date-time')), 'DSO-REQ-140'),
    FirstPaymentAmount: amount('DSO-REQ-160'),
    RecurringPaymentAmount: Type.Optional(amount('DSO-REQ-170')),
    FinalPaymentAmount: Type.Optional(amount('DSO-REQ-180')),
    CreditorAccount: creditorAccount('1.0.0', 'DSO-REQ-200'),
  },
  { basis: 'framework' },
)

export type DomesticStandingOrderInitiation = Static<typeof DomesticStandingOrderInitiation>

/** Of an order, a consent says no day on which it is executed: it has many. FACTS 8.1. */
function consentAdditionsOf(some: readonly Rail[]) {
  const { ExpectedExecutionDateTime: _, ExpectedSettlementDateTime: __, ...rest } = consentAdditions('1.0.0', some)
  return rest
}

/** The consent to an order, as it is asked for. */
const orderConsentRequest = <Initiation extends TSchema>(initiation: Initiation) =>
  consentRequest(initiation, { ...permission, ...consentOptions })

/** The consent to an order, as it is shown. @param own what the answers of its kind have besides */
const orderConsentResponse = <Initiation extends TSchema, Own extends TProperties>(
  initiation: Initiation,
  some: readonly Rail[],
  own: Own,
) => consentResponse(initiation, { ...permission, ...consentOptions, ...consentAdditionsOf(some), ...own })

export const DomesticStandingOrderConsentRequest = orderConsentRequest(DomesticStandingOrderInitiation)

export const DomesticStandingOrderConsentResponse = orderConsentResponse(DomesticStandingOrderInitiation, rails, {})

export const DomesticStandingOrderRequest = paymentRequest(DomesticStandingOrderInitiation)

export const DomesticStandingOrderResponse = paymentResponse(
  stateMachines.scheduledOrStandingPayment.states,
  DomesticStandingOrderInitiation,
  { DomesticStandingOrderId: withRows(PaymentId, 'DSO-REQ-050'), ...paymentAdditions('1.0.0', rails) },
)

const noAmounts = {
  FirstPaymentAmount: ['ISO-REQ-070'],
  RecurringPaymentAmount: ['ISO-REQ-070'],
  FinalPaymentAmount: ['ISO-REQ-070'],
} as const

/** What is paid abroad again and again: one amount each time. */
export const InternationalStandingOrderInitiation = closed(
  { ...orderMembers, InstructedAmount: amount('ISO-REQ-060'), ...crossBorderFields },
  { basis: 'framework', rows: { absent: noAmounts } },
)

/** The rate, in every answer that shows an order abroad. */
const rate = {
  ExchangeRateInformation: Type.Optional(
    closed(ExchangeRateInformation.properties, { basis: 'framework', rows: { value: ['ISO-REQ-080'] } }),
  ),
}

export const InternationalStandingOrderConsentRequest = orderConsentRequest(InternationalStandingOrderInitiation)

export const InternationalStandingOrderConsentResponse = orderConsentResponse(
  InternationalStandingOrderInitiation,
  railsAbroad,
  rate,
)

export const InternationalStandingOrderRequest = paymentRequest(InternationalStandingOrderInitiation)

export const InternationalStandingOrderResponse = paymentResponse(
  stateMachines.scheduledOrStandingPayment.states,
  InternationalStandingOrderInitiation,
  {
    InternationalStandingOrderId: withRows(PaymentId, 'ISO-REQ-050'),
    ...paymentAdditions('1.0.0', railsAbroad),
    Refund: Type.Optional(refundAbroad),
    ...rate,
  },
)
