/**
 * Steps from the request for a domestic payment to its submission, within one case.
 *
 * @module
 */
import { createdConsentId } from './calls.js'
import type { Call, Case, Ref, Value } from './case.js'
import { deferred, pay, paymentConsentBody } from './payment-calls.js'

/** States of an immediate payment that nothing leaves, and the others. */
export const final = ['Rejected', 'AcceptedCreditSettlementCompleted'] as const
/** States in which the account that pays has been debited. */
export const debited = [
  'AcceptedSettlementCompleted',
  'AcceptedWithoutPosting',
  'AcceptedCreditSettlementCompleted',
] as const

export const notFinal = [
  'Pending',
  'AcceptedSettlementInProcess',
  'AcceptedSettlementCompleted',
  'AcceptedWithoutPosting',
]

export const createdPaymentId = (step: number): Ref => ({ from: 'step', step, path: 'Data.DomesticPaymentId' })

export const approve = (step = 0): Case['steps'][number] => ({
  authorise: 'approve',
  scope: 'payments',
  consentId: createdConsentId(step),
})

/** Submits what a step of the case has asked for. */
export const submit = (
  body: { readonly Data: Readonly<Record<string, Value>>; readonly Risk: Value },
  step = 0,
): Call => pay({ Data: { ConsentId: createdConsentId(step), ...body.Data }, Risk: body.Risk }, { token: 'latest' })

export const asked = paymentConsentBody() as unknown as { Data: Readonly<Record<string, Value>>; Risk: Value }

export const beyond = paymentConsentBody({
  InstructedAmount: { Amount: { from: 'payments', name: 'beyondFunds' }, Currency: 'BHD' },
}) as unknown as typeof asked

export const late = paymentConsentBody({ LocalInstrument: deferred }) as unknown as typeof asked
