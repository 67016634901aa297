/**
 * Signatures of requests about payments, right ones and wrong ones. One row an operation.
 *
 * @module
 */
import { type ErrorCode, type OperationId, operation, type RequirementId } from '#standard/index.js'
import type { Call, Case, Expectation, SignatureChange } from './case.js'
import type { JudgedFamilyId } from './families.js'
import type { FamilyCases } from './family-cases.js'
import type { PaymentCalls } from './payment-calls.js'

/** Ids of the cases of one operation. */
interface Ids {
  /** Where a right call can be made several times, or once. */
  readonly taken?: `SIG-${string}`
  readonly takenOnce?: `SIG-${string}`
  readonly claims: `SIG-${string}`
  readonly broken: `SIG-${string}`
}

export interface Signed {
  readonly operation: OperationId
  readonly ids: Ids
  readonly given: Case['given']
  /** Where a right call is made once. */
  readonly givenOnce?: Case['given']
  /** A right call. */
  readonly call: Call
  /** One whose signature is changed, where a bank that takes it all the same must not carry it out. Default `call`. */
  readonly refusedCall?: Call
}

const ids = {
  'domestic-payment': {
    consent: { taken: 'SIG-001', claims: 'SIG-002', broken: 'SIG-003' },
    payment: { takenOnce: 'SIG-011', claims: 'SIG-012', broken: 'SIG-013' },
  },
  'domestic-future-dated-payment': {
    consent: { taken: 'SIG-021', claims: 'SIG-022', broken: 'SIG-023' },
    payment: { takenOnce: 'SIG-031', claims: 'SIG-032', broken: 'SIG-033' },
  },
  'domestic-standing-order': {
    consent: { taken: 'SIG-101', claims: 'SIG-102', broken: 'SIG-103' },
    payment: { takenOnce: 'SIG-111', claims: 'SIG-112', broken: 'SIG-113' },
  },
  'international-payment': {
    consent: { taken: 'SIG-201', claims: 'SIG-202', broken: 'SIG-203' },
    payment: { takenOnce: 'SIG-211', claims: 'SIG-212', broken: 'SIG-213' },
  },
  'international-future-dated-payment': {
    consent: { taken: 'SIG-221', claims: 'SIG-222', broken: 'SIG-223' },
    payment: { takenOnce: 'SIG-231', claims: 'SIG-232', broken: 'SIG-233' },
  },
  'international-standing-order': {
    consent: { taken: 'SIG-241', claims: 'SIG-242', broken: 'SIG-243' },
    payment: { takenOnce: 'SIG-251', claims: 'SIG-252', broken: 'SIG-253' },
  },
} as const satisfies Readonly<Record<JudgedFamilyId, { readonly consent: Ids; readonly payment: Ids }>>

const signedOf = ({ id, operations, given, ask, pay }: PaymentCalls): readonly Signed[] => [
  { operation: operations.createConsent, ids: ids[id].consent, given: 'nothing', call: ask() },
  {
    operation: operations.create,
    ids: ids[id].payment,
    given: given.approved,
    givenOnce: given.ownApproved,
    call: pay(),
  },
]

interface Wrong {
  readonly change: SignatureChange
  readonly errorCode: ErrorCode | readonly ErrorCode[]
  readonly rows: readonly RequirementId[]
}

const missing = 'Signature.MissingClaim'
const invalid = 'Signature.InvalidClaim'

const wrongClaims: readonly Wrong[] = [
  { change: 'kid absent', errorCode: missing, rows: ['SIG-REQ-110', 'SIG-REQ-210'] },
  { change: 'kid unknown', errorCode: invalid, rows: ['SIG-REQ-220'] },
  { change: 'iat absent', errorCode: missing, rows: ['SIG-REQ-140', 'SIG-REQ-210'] },
  { change: 'iat in the future', errorCode: invalid, rows: ['SIG-REQ-140', 'SIG-REQ-220'] },
  { change: 'iss absent', errorCode: missing, rows: ['SIG-REQ-150', 'SIG-REQ-210'] },
  { change: 'iss of another', errorCode: invalid, rows: ['SIG-REQ-150', 'SIG-REQ-220'] },
  { change: 'tan absent', errorCode: missing, rows: ['SIG-REQ-160', 'SIG-REQ-210'] },
  { change: 'tan no name', errorCode: invalid, rows: ['SIG-REQ-160', 'SIG-REQ-220'] },
  { change: 'crit absent', errorCode: [missing, invalid], rows: ['SIG-REQ-170'] },
  { change: 'crit with more', errorCode: invalid, rows: ['SIG-REQ-170'] },
]

const broken: readonly Wrong[] = [
  { change: 'no JWS', errorCode: 'Signature.Malformed', rows: ['SIG-REQ-010', 'SIG-REQ-200'] },
  { change: 'payload attached', errorCode: 'Signature.Malformed', rows: ['SIG-REQ-080', 'SIG-REQ-200'] },
  { change: 'alg none', errorCode: ['Signature.Malformed', invalid, 'Signature.Invalid'], rows: ['SIG-REQ-100'] },
  { change: 'other body', errorCode: 'Signature.Invalid', rows: ['SIG-REQ-090', 'SIG-REQ-230'] },
  { change: 'other key', errorCode: 'Signature.Invalid', rows: ['SIG-REQ-230'] },
]

const ref = 'Source document, x-jws-signature; docs/facts.md section 2.2'

function refused(
  id: string,
  { operation: called, given, ...signed }: Signed,
  wrong: readonly Wrong[],
  title: string,
): Case {
  const call = signed.refusedCall ?? signed.call
  const deviates = ['x-jws-signature', ...(call.deviates ?? [])]
  return {
    id,
    title: `${title}: ${operation(called).summary}`,
    operation: called,
    versions: operation(called).versions,
    ref,
    given,
    needs: ['requestSignatures.honoured'],
    steps: wrong.map(({ change }): Call => ({ ...call, signature: change, deviates })) as unknown as Case['steps'],
    expect: wrong.flatMap(({ errorCode, rows }, step): Expectation[] => [
      { status: 400, step, proves: rows },
      { errorCode, step, proves: rows },
    ]) as unknown as Case['expect'],
  }
}

function taken(id: string, { operation: called, given, call }: Signed): Case {
  const changes = ['typ and cty', 'names of the parent'] as const
  return {
    id,
    title: `takes a signature with and without what is optional in it: ${operation(called).summary}`,
    operation: called,
    versions: operation(called).versions,
    ref,
    given,
    needs: ['requestSignatures.honoured'],
    steps: [call, ...changes.map((signature): Call => ({ ...call, signature }))],
    expect: [
      { status: 201, step: 0, proves: ['SIG-REQ-010', 'SIG-REQ-080', 'SIG-REQ-090', 'SIG-REQ-100'] },
      { status: 201, step: 1, proves: ['SIG-REQ-120', 'SIG-REQ-130'] },
      { status: 201, step: 2, proves: 'SIG-REQ-180' },
    ],
  }
}

function takenOnce(id: string, { operation: called, given, givenOnce = given, call }: Signed): Case {
  return {
    id,
    title: `takes a signature with what is optional in it: ${operation(called).summary}`,
    operation: called,
    versions: operation(called).versions,
    ref,
    given: givenOnce,
    needs: ['requestSignatures.honoured'],
    steps: [{ ...call, signature: 'typ and cty' }],
    expect: [
      { status: operation(called).success, proves: ['SIG-REQ-120', 'SIG-REQ-130'] },
      { present: ['Data.ConsentId'], proves: ['SIG-REQ-120', 'SIG-REQ-130'] },
    ],
  }
}

/** The cases of one operation. */
export const casesOfSigned = (signed: Signed): readonly Case[] => {
  const { taken: often, takenOnce: once, claims, broken: unsound } = signed.ids
  return [
    ...(often ? [taken(often, signed)] : []),
    ...(once ? [takenOnce(once, signed)] : []),
    refused(claims, signed, wrongClaims, 'refuses a signature whose header lacks a claim or has a wrong one'),
    refused(unsound, signed, broken, 'refuses a signature that is none or does not hold'),
  ]
}

export const paymentSignatures: FamilyCases = (calls) => signedOf(calls).flatMap(casesOfSigned)
