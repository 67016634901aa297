/**
 * What holds of every request that makes something under an idempotency key and for a user of the TPP, tried on one operation.
 *
 * @module
 */
import { type OperationId, operation, type RequirementId } from '#standard/index.js'
import type { Call, Case, Expectation, Ref, Value } from './case.js'
import { refusals } from './expect.js'
import type { MatcherName } from './matcher-names.js'
import { givenPaymentId } from './payment-calls.js'
import { about, withField } from './payment-refusals.js'

/** Ids of the cases of one operation. */
export interface PostIds {
  readonly user: `AUT-${string}`
  readonly repeated: `IDM-${string}`
  readonly otherBody: `IDM-${string}`
  readonly atOnce: `IDM-${string}`
  /** Where a request can be made as often as needed; else it is tried with those at once. */
  readonly length?: `IDM-${string}`
  /** Where another TPP can make the same request. */
  readonly otherTpp?: `IDM-${string}`
  /** Where a request can be made as often as needed; else it is tried with the length. */
  readonly refused?: `IDM-${string}`
}

export interface TriedPost {
  readonly operation: OperationId
  readonly ids: PostIds
  /** Where a right call makes a resource of its own. */
  readonly given: Case['given']
  /** Where it is refused, so that the starting point can be shared. */
  readonly givenRefused: Case['given']
  /** Where it was made once, under a key that is known; without one, the case makes it. */
  readonly givenMade?: Case['given']
  readonly call: Call
  /** Where the answer names the resource. */
  readonly id: string
  /** A field of the body that may have another value, and that value. */
  readonly other: readonly [path: string, to: Value]
  /** A field that has to be there. */
  readonly needed: string
  /** Reads a resource; what says that it is as before, when a step has sent another body. */
  readonly read: (id: Value) => Call
  readonly unchanged: { readonly matches: MatcherName; readonly with: Readonly<Record<string, Value>> }
}

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
  const { call, operation: id, ids } = post
  const wrong = (user: Call['user']): Call => ({ ...call, ...(user && { user }), deviates: ['x-user-token'] })
  const isBound = operation(id).token === 'consent'
  const answer = about(id, ['ERR-REQ-440', 'AUT-REQ-230'])
  return {
    ...common(post),
    given: post.givenRefused,
    id: ids.user,
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

/**
 * A case that begins with a request made under a key: that of its starting point, or else of its first step.
 *
 * @param then the steps behind it, given the key
 * @param expect what they must be answered, given the first of them and the id of the resource
 */
function afterOne(
  post: TriedPost,
  then: (key: Value, id: Value) => readonly [Call, ...Call[]],
  expect: (first: number, id: Value) => readonly Expectation[],
): Common & Pick<Case, 'steps' | 'expect'> {
  const { call, givenMade, id } = post
  if (givenMade) {
    const steps = then({ from: 'given', name: 'idempotencyKey' }, givenPaymentId)
    return { ...common(post), given: givenMade, steps, expect: expect(0, givenPaymentId) as Case['expect'] }
  }
  const made: Value = { from: 'step', step: 0, path: id }
  return {
    ...common(post),
    steps: [{ ...call, idempotencyKey: key }, ...then(key, made)],
    expect: [{ status: 201, step: 0, proves: 'IDM-REQ-080' }, ...expect(1, made)],
  }
}

function repeated(post: TriedPost): Case {
  const { call, operation: id, id: path, ids } = post
  return {
    ...afterOne(
      post,
      (idempotencyKey) => [{ ...call, idempotencyKey }],
      (_, made) => [
        { status: 201, proves: 'IDM-REQ-080' },
        { body: { [path]: made }, proves: ['IDM-REQ-040', 'IDM-REQ-080'] },
      ],
    ),
    id: ids.repeated,
    title: `carries out a request once that is repeated with its key: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
  }
}

function otherBody(post: TriedPost): Case {
  const { call, operation: id, ids, read, unchanged } = post
  return {
    ...afterOne(
      post,
      (idempotencyKey, made) => [
        { ...call, idempotencyKey, body: changed(post), deviates: ['x-idempotency-key'] },
        read(made),
      ],
      (first) => [
        { status: refusals, step: first, proves: 'IDM-REQ-100' },
        { status: 400, step: first, proves: 'IDM-REQ-090' },
        { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: first, proves: 'IDM-REQ-090' },
        { ...unchanged, proves: 'IDM-REQ-100' },
      ],
    ),
    id: ids.otherBody,
    title: `refuses a used key with another body, and changes nothing: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
  }
}

function atOnce(post: TriedPost): Case {
  const { call, operation: id, id: path, ids } = post
  return {
    ...common(post),
    id: ids.atOnce,
    title: `carries out a request once that comes several times at once with its key: ${operation(id).summary}`,
    ref,
    needs: ['idempotencyKey.honoured'],
    steps: [{ ...call, idempotencyKey: key, atOnce: 5 }],
    expect: [{ matches: 'oneResource', with: { path }, proves: 'IDM-REQ-040' }],
  }
}

/** The call without a field that has to be there. */
const lacking = ({ call, needed }: TriedPost): Partial<Call> => ({
  body: withField(call.body ?? {}, needed, undefined),
  deviates: [needed],
})

function length(post: TriedPost, caseId: `IDM-${string}`): Case {
  const { call, operation: id, id: path, ids } = post
  const longest: Value = { from: 'fresh', name: 'key', suffix: 'x'.repeat(4) }
  const tooLong: Value = { from: 'fresh', name: 'key', suffix: 'x'.repeat(5) }
  const refusedToo = ids.refused === undefined
  // an approval for one resource is not spent on each case
  const onceToo = ids.length === undefined
  const titled = [refusedToo ? ', also after a refusal' : '', onceToo ? ', once of several at once' : '']
  return {
    ...common(post),
    id: caseId,
    title: `takes a key of 40 characters and none of 41${titled.join('')}: ${operation(id).summary}`,
    ref: 'Source document, x-idempotency-key and "Limits"; docs/facts.md section 2.1',
    needs: ['idempotencyKey.honoured'],
    steps: [
      { ...call, idempotencyKey: tooLong, deviates: ['x-idempotency-key'] },
      ...(refusedToo ? [{ ...call, idempotencyKey: longest, ...lacking(post) }] : []),
      { ...call, idempotencyKey: longest, ...(onceToo && { atOnce: 5 }) },
    ],
    expect: [
      { status: 400, step: 0, proves: ['IDM-REQ-110', 'IDM-REQ-010'] },
      { errorCode: 'Header.Invalid', path: 'x-idempotency-key', step: 0, proves: 'IDM-REQ-110' },
      ...(refusedToo ? [{ status: refusals, step: 1, proves: 'PMT-REQ-720' } as const] : []),
      { status: 201, proves: ['IDM-REQ-010', ...(refusedToo ? (['PMT-REQ-720'] as const) : [])] },
      ...(onceToo ? [{ matches: 'oneResource', with: { path }, proves: 'IDM-REQ-040' } as const] : []),
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

function refusedFirst(post: TriedPost, caseId: `IDM-${string}`): Case {
  const { call, operation: id } = post
  return {
    ...common(post),
    id: caseId,
    title: `forgets a request that it has refused, with its key: ${operation(id).summary}`,
    ref: 'docs/facts.md section 2.1; section 8: faults during the call',
    needs: ['idempotencyKey.honoured'],
    steps: [
      { ...call, idempotencyKey: key, ...lacking(post) },
      { ...call, idempotencyKey: key },
    ],
    expect: [
      { status: refusals, step: 0, proves: 'PMT-REQ-720' },
      { status: 201, proves: 'PMT-REQ-720' },
    ],
  }
}

/** The cases of one operation. */
export const casesOfPost = (post: TriedPost): readonly Case[] => [
  userToken(post),
  repeated(post),
  otherBody(post),
  ...(post.ids.length ? [atOnce(post), length(post, post.ids.length)] : [length(post, post.ids.atOnce)]),
  ...(post.ids.refused ? [refusedFirst(post, post.ids.refused)] : []),
  ...(post.ids.otherTpp ? [otherTpp(post, post.ids.otherTpp)] : []),
]
