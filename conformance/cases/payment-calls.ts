/**
 * The requests that cases of payments share: a valid one of each, which a case changes member by member.
 *
 * @module
 */

import { givenConsentId } from './calls.js'
import { type Call, isRef, type Ref, type Value } from './case.js'

type Members = Readonly<Record<string, Value>>

/** What differs by version. */
export const byVersion = (old: Value, now: Value): Ref => ({ from: 'version', of: { '0.0.1': old, '1.0.0': now } })

export const ibanScheme = byVersion('IBAN', 'BH.OBF.IBAN')
export const nearRealTime = byVersion('EFT-CSCT-NRT', 'BH.OBF.NRT')
export const deferred = byVersion('EFT-CSCT-DNS', 'BH.OBF.DNS')

export const creditorIban: Ref = { from: 'payments', name: 'creditor.iban' }

/** The creditor of the profile. */
export const creditorAccount = {
  SchemeName: ibanScheme,
  Identification: creditorIban,
  Name: { from: 'payments', name: 'creditor.name' },
} as const satisfies Value

/** The account of PSU `main` that the profile names. */
export const debtorAccount = {
  SchemeName: ibanScheme,
  Identification: { from: 'payments', name: 'debtor.iban' },
} as const satisfies Value

/** The amount of the profile. */
export const amount = { Amount: { from: 'payments', name: 'amount' }, Currency: 'BHD' } as const satisfies Value

/** A valid Initiation in either version. Every case has an identification of its own. `members` adds or replaces. */
export function initiation(members: Members = {}): { readonly [name: string]: Value } {
  return {
    InstructionIdentification: { from: 'fresh', name: 'instruction', length: 35 },
    EndToEndIdentification: 'E2E-0001',
    LocalInstrument: nearRealTime,
    InstructedAmount: amount,
    CreditorAccount: creditorAccount,
    RemittanceInformation: { Reference: 'INV-77' },
    ...members,
  }
}

export const risk = { PaymentContextCode: 'PartyToParty' } as const satisfies Value

/** A valid body for the creation of a domestic payment consent. */
export function paymentConsentBody(
  members: Members = {},
  data: Members = {},
  Risk: Value = risk,
): { readonly [name: string]: Value } {
  return { Data: { Initiation: initiation(members), ...data }, Risk }
}

/** The members but those that are named. */
export function without(members: Members, ...names: readonly string[]): { readonly [name: string]: Value } {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

/** Asks for a domestic payment. */
export function askToPay(body: Value = paymentConsentBody(), rest: Partial<Call> = {}): Call {
  return { call: 'createDomesticPaymentConsent', body, ...rest }
}

/** Reads a domestic payment consent. */
export function readPaymentConsent(consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call {
  return { call: 'getDomesticPaymentConsent', params: { ConsentId: consentId }, ...rest }
}

/** A valid body for the submission of the payment of the starting point. */
export const submissionBody = (data: Members = {}, Risk: Value = { from: 'consented', path: 'Risk' }): Value => ({
  Data: { ConsentId: givenConsentId, Initiation: { from: 'consented', path: 'Data.Initiation' }, ...data },
  Risk,
})

/** Submits the payment of the starting point. */
export function pay(body: Value = submissionBody(), rest: Partial<Call> = {}): Call {
  return { call: 'createDomesticPayment', body, ...rest }
}

export const givenPaymentId: Ref = { from: 'given', name: 'paymentId' }

/** Reads a domestic payment. */
export function readPayment(paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call {
  return { call: 'getDomesticPayment', params: { DomesticPaymentId: paymentId }, ...rest }
}

/** Reads the states that a domestic payment has had. */
export function readDetails(id: Value = givenPaymentId, rest: Partial<Call> = {}): Call {
  return { call: 'getDomesticPaymentDetails', params: { DomesticPaymentId: id }, ...rest }
}

/** Asks whether the money for a domestic payment is there. */
export function confirmFunds(consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call {
  return { call: 'getDomesticPaymentConsentFundsConfirmation', params: { ConsentId: consentId }, ...rest }
}

/** A member of the request by which the consent of the starting point was made. */
export const consented = (path: string): Ref => ({ from: 'consented', path })

/** The Initiation of the starting point, member by member. */
export const consentedInitiation: { readonly [name: string]: Value } = Object.fromEntries(
  [
    'InstructionIdentification',
    'EndToEndIdentification',
    'LocalInstrument',
    'InstructedAmount',
    'CreditorAccount',
    'RemittanceInformation',
  ].map((name) => [name, consented(`Data.Initiation.${name}`)]),
)

/** The same value with the members of its objects in reverse order. */
export function reversed(value: Value): Value {
  if (typeof value !== 'object' || value === null || isRef(value) || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}
