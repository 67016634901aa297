/**
 * The requests that cases about the cancellation of a payment share. docs/facts.md section 8.8.
 *
 * @module
 */
import type { OperationId, RequirementId } from '#standard/index.js'
import { givenConsentId } from './calls.js'
import type { Call, Expectation, Value } from './case.js'
import type { FamilyCases } from './family-cases.js'
import { givenPaymentId, type PaymentCalls } from './payment-calls.js'
import type { Members } from './payment-parts.js'

/** No consent of the bank: in a PATCH that has to be refused for something else, so that a bank that takes it cancels nothing. */
export const noConsent: Value = { from: 'fresh', name: 'consent' }

/** The cancellation of the payments of a family, with its requests. */
export function cancellationOf({ family }: PaymentCalls) {
  const { createCancellationConsent, getCancellationConsent, cancel } = family.operations
  if (!createCancellationConsent || !getCancellationConsent || !cancel) return undefined
  return { family, ...requestsOf(family.idField, createCancellationConsent, getCancellationConsent, cancel) }
}

function requestsOf(idField: string, create: OperationId, get: OperationId, patch: OperationId) {
  /** A valid body for the creation of a cancellation consent. */
  const askBody = (paymentId: Value = givenPaymentId, data: Members = {}): { readonly [name: string]: Value } => ({
    Data: { Permission: 'Update', [idField]: paymentId, ...data },
  })
  /** A valid body for the cancellation. */
  const cancelBody = (consentId: Value = givenConsentId, Status = 'PendingCancellationRequest'): Value => ({
    Data: { ConsentId: consentId, Status },
  })
  return {
    operations: { create, get, patch },
    askBody,
    cancelBody,

    /** Asks for a consent to cancel the payment of the starting point, or what the body says. */
    askToCancel: (body: Value = askBody(), rest: Partial<Call> = {}): Call => ({ call: create, body, ...rest }),

    /** Reads a cancellation consent. */
    readCancellation: (consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call => ({
      call: get,
      params: { ConsentId: consentId },
      ...rest,
    }),

    /** Cancels the payment of the starting point, or what the body says. */
    cancel: (body: Value = cancelBody(), rest: Partial<Call> = {}, paymentId: Value = givenPaymentId): Call => ({
      call: patch,
      params: { [idField]: paymentId },
      body,
      ...rest,
    }),
  }
}

/** The cancellation consent has this status, where the bank shows one: it may leave it out (FDX-REQ-130). */
export const cancellationIs = (value: string, proves: RequirementId, step: number): Expectation => ({
  matches: 'valueIfShown',
  with: { path: 'Data.Status', value },
  proves,
  step,
})

/** A family that has cancellations, and their requests. */
export interface CancellationCalls extends NonNullable<ReturnType<typeof cancellationOf>> {
  readonly of: PaymentCalls
}

/** Cases about cancellations: none for a family that has none. */
export const withCancellation =
  (make: (calls: CancellationCalls) => ReturnType<FamilyCases>): FamilyCases =>
  (of) => {
    const cancellation = cancellationOf(of)
    return cancellation ? make({ ...cancellation, of }) : []
  }
