/**
 * What requests about payments are made of, whichever the family.
 *
 * @module
 */
import { inDays } from './calls.js'
import { isRef, type Ref, type Value } from './case.js'

export type Members = Readonly<Record<string, Value>>

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

/** The same, where the profile names one. */
export const debtorIfSaid: Ref = { from: 'ifSaid', name: 'debtor.iban', value: debtorAccount }

/** The amount of the profile. */
export const amount = { Amount: { from: 'payments', name: 'amount' }, Currency: 'BHD' } as const satisfies Value

/** More than any account of PSU `main` has. */
export const beyondFunds = {
  Amount: { from: 'payments', name: 'beyondFunds' },
  Currency: 'BHD',
} as const satisfies Value

export const risk = { PaymentContextCode: 'PartyToParty' } as const satisfies Value

/** The Initiation of a transfer in any family and version. Every case has an identification of its own. */
export const transfer = {
  InstructionIdentification: { from: 'fresh', name: 'instruction', length: 35 },
  EndToEndIdentification: 'E2E-0001',
  InstructedAmount: amount,
  CreditorAccount: creditorAccount,
  RemittanceInformation: { Reference: 'INV-77' },
} as const satisfies Members

/** The Initiation of a standing order within the country, which pays every month without an end. */
export const standingOrder = {
  Frequency: 'IntrvlMnthDay:01:05',
  Reference: { from: 'fresh', name: 'instruction', length: 35 },
  FirstPaymentDateTime: inDays(7),
  FirstPaymentAmount: amount,
  CreditorAccount: creditorAccount,
} as const satisfies Members

/** The Initiation of one that pays abroad, in a currency that both rails carry. */
export const standingOrderAbroad = {
  ...without(standingOrder, 'FirstPaymentAmount'),
  InstructedAmount: amount,
  CurrencyOfTransfer: 'KWD',
} as const satisfies Members

/** The members but those that are named. */
export function without(members: Members, ...names: readonly string[]): { readonly [name: string]: Value } {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}

/** A member of the request by which the consent of the starting point was made. */
export const consented = (path: string): Ref => ({ from: 'consented', path })

/** The same value with the members of its objects in reverse order. */
export function reversed(value: Value): Value {
  if (typeof value !== 'object' || value === null || isRef(value) || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}
