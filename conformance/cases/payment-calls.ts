/**
 * The requests that the cases of a family of payments share: a valid one of each, which a case changes member by member.
 *
 * @module
 */
import { type FamilyOperations, type OperationId, type PaymentFamily, paymentFamily } from '#standard/index.js'
import { createdConsentId, givenConsentId } from './calls.js'
import type { Authorise, Call, GivenName, Ref, Value } from './case.js'
import { type FamilySuffix, type JudgedFamily, type JudgedFamilyId, judgedFamilies } from './families.js'
import { consented, type Members, risk, transfer } from './payment-parts.js'

/** What a consent asks for: the body of its request. */
export interface ConsentBody {
  readonly [name: string]: Value
  readonly Data: { readonly [name: string]: Value }
  readonly Risk: Value
}

export const givenPaymentId: Ref = { from: 'given', name: 'paymentId' }

/** The PSU approves what a step of the case has asked for. */
export const approve = (step = 0): Authorise => ({
  authorise: 'approve',
  scope: 'payments',
  consentId: createdConsentId(step),
})

/** Asks whether the money for a payment is there, where a family has that. */
export const confirmFunds = (call: OperationId, consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call => ({
  call,
  params: { ConsentId: consentId },
  ...rest,
})

/** The family of an operation about payments, of those that are judged. */
export function familyOf(id: OperationId): JudgedFamilyId | undefined {
  const ids = Object.keys(judgedFamilies) as JudgedFamilyId[]
  return ids.find((each) => Object.values(paymentFamily(each).operations).includes(id))
}

/** A family as its cases see it: its row here and in the standard, and its requests. */
export function callsOf(id: JudgedFamilyId) {
  const row: JudgedFamily & { readonly suffix: FamilySuffix } = judgedFamilies[id]
  const family: PaymentFamily = paymentFamily(id)
  const { operations, idField, idParameter = idField, paths } = family

  /** The amount that is paid, under the name that the family has for it. */
  const paying = (asked: Value): Members => ({ [family.amountField ?? 'InstructedAmount']: asked })

  /** Whether the Initiation of the family has a member. */
  const has = (name: string): boolean => name in initiation()

  /** A valid Initiation in every version. `members` adds or replaces. */
  const initiation = (members: Members = {}): { readonly [name: string]: Value } => ({
    ...(row.base ?? transfer),
    ...row.initiation,
    ...members,
  })

  /** A valid body for the creation of a consent. */
  const consentBody = (members: Members = {}, data: Members = {}, Risk: Value = risk): ConsentBody => ({
    Data: { ...row.data, Initiation: initiation(members), ...data },
    Risk,
  })

  /** The Initiation of the starting point, member by member. */
  const consentedInitiation: { readonly [name: string]: Value } = Object.fromEntries(
    Object.keys(initiation()).map((name) => [name, consented(`Data.Initiation.${name}`)]),
  )

  /** A valid body for the submission of the payment of the starting point. */
  const submissionBody = (data: Members = {}, Risk: Value = consented('Risk')): ConsentBody => ({
    Data: { ConsentId: givenConsentId, Initiation: consented('Data.Initiation'), ...data },
    Risk,
  })

  /** Submits the payment of the starting point. */
  const pay = (body: Value = submissionBody(), rest: Partial<Call> = {}): Call => ({
    call: operations.create,
    body,
    ...rest,
  })

  return {
    ...row,
    /** A text of the Initiation that may not be empty. */
    named: has('InstructionIdentification') ? 'InstructionIdentification' : 'Reference',
    id,
    family,
    operations: operations as FamilyOperations,
    paths: {
      consent: `${paths.consents}/{ConsentId}`,
      payment: `${paths.payments}/{${idParameter}}`,
    },
    given: {
      pending: `pending${row.suffix}`,
      approved: `approved${row.suffix}`,
      unsubmitted: `unsubmitted${row.suffix}`,
      ownApproved: `ownApproved${row.suffix}`,
      submitted: `submitted${row.suffix}`,
    } as const satisfies Readonly<Record<string, GivenName>>,
    initiation,
    paying,
    has,
    consentBody,
    consentedInitiation,
    submissionBody,
    pay,

    /** Where an answer has the id of the payment. */
    idPath: `Data.${idField}`,

    /** The id of the payment that a step of the case has made. */
    createdPaymentId: (step: number): Ref => ({ from: 'step', step, path: `Data.${idField}` }),

    /** Asks for a consent. */
    ask: (body: Value = consentBody(), rest: Partial<Call> = {}): Call => ({
      call: operations.createConsent,
      body,
      ...rest,
    }),

    /** Reads a consent. */
    readConsent: (consentId: Value = givenConsentId, rest: Partial<Call> = {}): Call => ({
      call: operations.getConsent,
      params: { ConsentId: consentId },
      ...rest,
    }),

    /** Submits what a step of the case has asked for, with its Initiation as it was or otherwise. */
    submit: (asked: Value = initiation(), Risk: Value = risk, step = 0): Call =>
      pay({ Data: { ConsentId: createdConsentId(step), Initiation: asked }, Risk }, { token: 'latest-renewed' }),

    /** Reads a payment. */
    readPayment: (paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call => ({
      call: operations.get,
      params: { [idParameter]: paymentId },
      ...rest,
    }),

    /** Reads the states that a payment has had. */
    readDetails: (paymentId: Value = givenPaymentId, rest: Partial<Call> = {}): Call => ({
      call: operations.getDetails,
      params: { [idParameter]: paymentId },
      ...rest,
    }),
  }
}

/** A family with its requests. */
export type PaymentCalls = ReturnType<typeof callsOf>
