/**
 * The requests that many cases share: a valid one of each, which a case changes member by member.
 *
 * @module
 */
import type { Permission } from '#standard/index.js'
import type { Authorise, Call, ClockForm, Ref, TokenRequest, Value } from './case.js'

/** A valid permission list for either version. */
export const permissions = ['ReadAccountsDetail', 'ReadBalances'] as const satisfies readonly Permission[]

/** Days from now, as a date-time with an offset or written otherwise. */
export const inDays = (days: number, form?: ClockForm): Ref => ({
  from: 'clock',
  offsetMillis: days * 86_400_000,
  ...(form && { form }),
})

export const givenConsentId: Ref = { from: 'given', name: 'consentId' }
export const givenAccountId: Ref = { from: 'given', name: 'accountId' }

/** The id of the consent that a step of the case has created. */
export const createdConsentId = (step = 0): Ref => ({ from: 'step', step, path: 'Data.ConsentId' })

/** A valid body for consent creation. `data` adds to or replaces members of `Data`. */
export function consentBody(data: Readonly<Record<string, Value>> = {}): { readonly [name: string]: Value } {
  return { Data: { Permissions: permissions, ...data }, Risk: {} }
}

/** Creates a consent. `data` adds to or replaces members of `Data`; `rest` changes the call. */
export function create(data: Readonly<Record<string, Value>> = {}, rest: Partial<Call> = {}): Call {
  return { call: 'createAccountAccessConsent', body: consentBody(data), ...rest }
}

/** Reads a consent. */
export function read(consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call {
  return { call: 'getAccountAccessConsent', params: { ConsentId: consentId }, ...rest }
}

/** Withdraws a consent in 1.0.0. */
export function patch(consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call {
  const body = { Data: { Status: 'Revoked' } }
  return { call: 'patchAccountAccessConsent', params: { ConsentId: consentId }, body, ...rest }
}

/** Withdraws a consent in 0.0.1. */
export function remove(consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call {
  return { call: 'deleteAccountAccessConsent', params: { ConsentId: consentId }, ...rest }
}

/** Lists the accounts of the consent in `given`. */
export function listAccounts(rest: Partial<Call> = {}): Call {
  return { call: 'getAccounts', ...rest }
}

/** Reads one account under the consent in `given`. */
export function readAccount(accountId: Value = givenAccountId, rest: Partial<Call> = {}): Call {
  return { call: 'getAccount', params: { AccountId: accountId }, ...rest }
}

/** Sends the PSU to the bank's page, where they decide. */
export function decide(
  decision: Authorise['authorise'],
  consentId: Value = givenConsentId,
  rest: Partial<Authorise> = {},
): Authorise {
  return { authorise: decision, consentId, ...rest }
}

/** Exchanges the code of the latest journey. */
export const exchangeCode: TokenRequest = { token: 'authorization_code' }
