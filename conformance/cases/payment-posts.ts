/**
 * What holds of every request that asks for a payment or makes one: user tokens and idempotency keys. One row an operation.
 *
 * @module
 */
import { type OperationId, operation, type RequirementId } from '#standard/index.js'
import { createdConsentId } from './calls.js'
import type { Call, Case, Ref, Value } from './case.js'
import { refusals } from './expect.js'
import { askToPay, pay, readPayment, readPaymentConsent } from './payment-calls.js'
import { about, withField } from './payment-refusals.js'

interface TriedPost {
  readonly operation: OperationId
  readonly given: Case['given']
  /** A right call, which makes a resource of its own. */
  readonly call: Call
  /** Where the answer names the resource. */
  readonly id: string
  /** A field of the body that may have another value, and that value. */
  readonly other: readonly [path: string, to: Value]
  /** Reads the resource that the first step made. */
  readonly read: Call
  /** Ids of the cases. */
  readonly user: `AUT-${string}`
  readonly repeated: `IDM-${string}`
  readonly otherBody: `IDM-${string}`
  readonly atOnce: `IDM-${string}`
  readonly length: `IDM-${string}`
  /** Where another TPP can make the same request. */
  readonly otherTpp?: `IDM-${string}`
  readonly refused: `IDM-${string}`
}

const posts: readonly TriedPost[] = [
  {
    operation: 'createDomesticPaymentConsent',
    given: 'nothing',
    call: askToPay(),
    id: 'Data.ConsentId',
    other: ['Data.Initiation.EndToEndIdentification', 'E2E-0002'],
    read: readPaymentConsent(createdConsentId(0)),
    user: 'AUT-090',
    repeated: 'IDM-001',
    otherBody: 'IDM-002',
    atOnce: 'IDM-003',
    length: 'IDM-004',
    otherTpp: 'IDM-005',
    refused: 'IDM-006',
  },
  {
    operation: 'createDomesticPayment',
    given: 'ownApprovedPayment',
    call: pay(),
    id: 'Data.DomesticPaymentId',
    other: ['Risk', { PaymentContextCode: 'Other' }],
    read: readPayment({ from: 'step', step: 0, path: 'Data.DomesticPaymentId' }),
    user: 'AUT-091',
    repeated: 'IDM-011',
    otherBody: 'IDM-012',
    atOnce: 'IDM-013',
    length: 'IDM-014',
    refused: 'IDM-016',
  },
]

const key: Ref = { from: 'fresh', name: 'key' }

const ref = 'Source document, x-idempotency-key; docs/facts.md section 2.1'

type Common = Pick<Case, 'operation' | 'versions' | 'given'>

const common = ({ operation: id, given }: TriedPost): Common => ({
  operation: id,
  versions: operation(id).versions,
  given,
})

const changed = ({ call, other: [path, to] }: TriedPost): Value => withField(call.body ?? {}, path, to)

function userToken(post: TriedPost): Case {
  const { call, operation: id, user } = post
  const wrong = (user: Call['user']): Call => ({ ...call, ...(user && { user }), deviates: ['x-user-token'] })
  const isBound = operation(id).token === 'consent'
  const answer = about(id, ['ERR-REQ-440', 'AUT-REQ-230'])
  return {
    ...common(post),
    given: isBound ? 'approvedPayment' : post.given,
    id: user,
    title: `wants a user token that it issued to the TPP: ${operation(id).summary}`,
    ref: 'Source document, "Authentication": user token; docs/facts.md sections 3.3 and 15.1',
    needs: ['userToken.demanded', 'tpp.other'],
    steps: [wrong('none'), wrong('unknown'), wrong('ofOtherTpp'), ...(isBound ? [wrong('second')] : [])],
    expect: [
      { status: 400, step: 0, proves: answer },
      { errorCode: 'Header.Missing', step: 0, proves: answer },
      { status: [400, 401, 403], step: 1, proves: 'ERR-REQ-010' },
      { status: [400, 401, 403], step: 2, proves: 'ERR-REQ-010' },
      ...(isBound ? [{ status: 403, step: 3, proves: 'ERR-REQ-030' } as const] : []),
    ],
  }
}

function repeated(post: TriedPost): Case {
  const { call, operation: id, id: path, repeated: caseId } = post
  const once: Call = { ...call, idempotencyKey: key }
  return {
    ...common(post),
    id: caseId,
    title: `carries out a request once that is repeated with its key: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
    steps: [once, once],
    expect: [
      { status: 201, step: 0, proves: 'IDM-REQ-080' },
      { status: 201, proves: 'IDM-REQ-080' },
      { matches: 'sameValue', with: { path, as: 0 }, proves: ['IDM-REQ-040', 'IDM-REQ-080'] },
    ],
  }
}

function otherBody(post: TriedPost): Case {
  const { call, operation: id, otherBody: caseId, read } = post
  return {
    ...common(post),
    id: caseId,
    title: `refuses a used key with another body, and changes nothing: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
    steps: [
      { ...call, idempotencyKey: key },
      { ...call, idempotencyKey: key, body: changed(post), deviates: ['x-idempotency-key'] },
      read,
    ],
    expect: [
      { status: 201, step: 0, proves: 'IDM-REQ-040' },
      { status: refusals, step: 1, proves: 'IDM-REQ-100' },
      { status: 400, step: 1, proves: 'IDM-REQ-090' },
      { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: 1, proves: 'IDM-REQ-090' },
      { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 }, proves: 'IDM-REQ-100' },
    ],
  }
}

function atOnce(post: TriedPost): Case {
  const { call, operation: id, id: path, atOnce: caseId } = post
  return {
    ...common(post),
    id: caseId,
    title: `carries out a request once that comes several times at once with its key: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
    steps: [{ ...call, idempotencyKey: key, atOnce: 5 }],
    expect: [{ matches: 'oneResource', with: { path }, proves: 'IDM-REQ-040' }],
  }
}

function length(post: TriedPost): Case {
  const { call, operation: id, length: caseId } = post
  const uuids: Value = { from: 'fresh', name: 'key', suffix: 'x'.repeat(4) }
  const tooLong: Value = { from: 'fresh', name: 'key', suffix: 'x'.repeat(5) }
  return {
    ...common(post),
    id: caseId,
    title: `takes a key of 40 characters and none of 41: ${operation(id).summary}`,
    ref: 'Source document, x-idempotency-key and "Limits"; docs/facts.md section 2.1',
    needs: ['idempotencyKey.honoured'],
    steps: [
      { ...call, idempotencyKey: tooLong, deviates: ['x-idempotency-key'] },
      { ...call, idempotencyKey: uuids },
    ],
    expect: [
      { status: 400, step: 0, proves: ['IDM-REQ-110', 'IDM-REQ-010'] },
      { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: 0, proves: 'IDM-REQ-110' },
      { status: 201, proves: 'IDM-REQ-010' },
    ],
  }
}

function otherTpp(post: TriedPost, id: `IDM-${string}`): Case {
  const { call, operation: called, id: path } = post
  const proves: RequirementId = 'IDM-REQ-120'
  return {
    ...common(post),
    id,
    title: `keeps the keys of two TPPs apart: ${operation(called).summary}`,
    ref,
    needs: ['idempotencyKey.honoured', 'tpp.other'],
    steps: [
      { ...call, idempotencyKey: key },
      { ...call, idempotencyKey: key, token: 'public-other' },
    ],
    expect: [
      { status: 201, step: 0, proves },
      { status: 201, proves },
      { matches: 'valueDiffers', with: { path, than: 0 }, proves },
    ],
  }
}

function refusedFirst(post: TriedPost): Case {
  const { call, operation: id, refused } = post
  return {
    ...common(post),
    id: refused,
    title: `forgets a request that it has refused, with its key: ${operation(id).summary}`,
    ref: 'docs/facts.md section 2.1; section 8: faults during the call',
    needs: ['idempotencyKey.honoured'],
    steps: [
      { ...call, idempotencyKey: key, body: withField(call.body ?? {}, 'Risk', undefined), deviates: ['Risk'] },
      { ...call, idempotencyKey: key },
    ],
    expect: [
      { status: refusals, step: 0, proves: 'PMT-REQ-720' },
      { status: 201, proves: 'PMT-REQ-720' },
    ],
  }
}

export const paymentPosts: readonly Case[] = posts.flatMap((post) => [
  userToken(post),
  repeated(post),
  otherBody(post),
  atOnce(post),
  length(post),
  refusedFirst(post),
  ...(post.otherTpp ? [otherTpp(post, post.otherTpp)] : []),
])
