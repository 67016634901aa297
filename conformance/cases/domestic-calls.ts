/**
 * The requests of cases that are about domestic payments alone: those of the family, by names of their own.
 *
 * @module
 */
import type { Call, Value } from './case.js'
import { callsOf, confirmFunds as confirmFundsOf } from './payment-calls.js'
import { risk } from './payment-parts.js'
import { progressOf } from './payment-progress.js'

const domestic = callsOf('domestic-payment')

export const {
  ask: askToPay,
  consentBody: paymentConsentBody,
  readConsent: readPaymentConsent,
  initiation,
  pay,
  readPayment,
  readDetails,
  createdPaymentId,
} = domestic

/** Asks whether the money for a domestic payment is there. */
export const confirmFunds = (consentId?: Value, rest: Partial<Call> = {}): Call =>
  confirmFundsOf('getDomesticPaymentConsentFundsConfirmation', consentId, rest)

/** States of a payment that nothing leaves. */
export const final = progressOf(domestic.family).ends

/** States in which the account that pays has been debited. */
export const debited = [
  'AcceptedSettlementCompleted',
  'AcceptedWithoutPosting',
  'AcceptedCreditSettlementCompleted',
] as const

/** What a step asks for, with its Initiation. */
export interface Asked extends Readonly<Record<string, Value>> {
  readonly Data: { readonly [name: string]: Value; readonly Initiation: Value }
  readonly Risk: Value
}

/** Submits what a step of the case has asked for. */
export const submit = ({ Data, Risk }: Asked, step = 0): Call => domestic.submit(Data.Initiation, Risk, step)

export const asked: Asked = { Data: { Initiation: initiation() }, Risk: risk }
