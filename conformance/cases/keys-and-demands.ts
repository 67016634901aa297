/**
 * Headers of payments besides what is tried on each request: the user token of 0.0.1, a key that was used for something else,
 * and banks that demand keys and signatures.
 *
 * @module
 */
import { headers, type OperationId, operation } from '#standard/index.js'
import { exchangeCode } from './calls.js'
import { cancellationOf, noConsent } from './cancellation-calls.js'
import type { Call, Case, Ref } from './case.js'
import { asked, askToPay, paymentConsentBody, submit } from './domestic-calls.js'
import { type JudgedFamilyId, judgedFamilyIds } from './families.js'
import { approve, callsOf } from './payment-calls.js'

const key: Ref = { from: 'fresh', name: 'key' }

const other = { tpp: 'other' } as const

interface Demanding {
  readonly operation: OperationId
  readonly given: Case['given']
  /** A right call. */
  readonly call: Call
  /** Ids of the cases. */
  readonly keyless?: `IDM-${string}`
  readonly unsigned: `SIG-${string}`
}

const ids = {
  'domestic-payment': [
    { keyless: 'IDM-062', unsigned: 'SIG-060' },
    { keyless: 'IDM-063', unsigned: 'SIG-061' },
  ],
  'domestic-future-dated-payment': [
    { keyless: 'IDM-064', unsigned: 'SIG-062' },
    { keyless: 'IDM-065', unsigned: 'SIG-063' },
  ],
  'domestic-standing-order': [
    { keyless: 'IDM-121', unsigned: 'SIG-121' },
    { keyless: 'IDM-122', unsigned: 'SIG-122' },
  ],
  'international-payment': [
    { keyless: 'IDM-262', unsigned: 'SIG-260' },
    { keyless: 'IDM-263', unsigned: 'SIG-261' },
  ],
  'international-future-dated-payment': [
    { keyless: 'IDM-264', unsigned: 'SIG-262' },
    { keyless: 'IDM-265', unsigned: 'SIG-263' },
  ],
  'international-standing-order': [
    { keyless: 'IDM-266', unsigned: 'SIG-264' },
    { keyless: 'IDM-267', unsigned: 'SIG-265' },
  ],
} as const satisfies Readonly<Record<JudgedFamilyId, readonly Pick<Demanding, 'keyless' | 'unsigned'>[]>>

/** The operations of a cancellation, where the family has it. */
function cancellationsOf(id: JudgedFamilyId): readonly Demanding[] {
  const calls = callsOf(id)
  const cancellation = cancellationOf(calls)
  if (!cancellation) return []
  const { operations, askToCancel, cancel, cancelBody } = cancellation
  return [
    {
      operation: operations.create,
      given: calls.given.submitted,
      call: askToCancel(),
      keyless: 'IDM-066',
      unsigned: 'SIG-064',
    },
    {
      operation: operations.patch,
      given: 'approvedCancellation',
      call: cancel(cancelBody(noConsent)),
      unsigned: 'SIG-065',
    },
  ]
}

const posts: readonly Demanding[] = judgedFamilyIds.flatMap((id): readonly Demanding[] => {
  const { operations, given, ask, pay } = callsOf(id)
  const [consent, payment] = ids[id]
  return [
    { operation: operations.createConsent, given: 'nothing', call: ask(), ...consent },
    { operation: operations.create, given: given.approved, call: pay(), ...payment },
    ...cancellationsOf(id),
  ]
})

const common = ({ operation: id, given }: Demanding): Pick<Case, 'operation' | 'versions' | 'given'> => ({
  operation: id,
  versions: operation(id).versions,
  given,
})

const keyless = (post: Demanding, id: string): Case => ({
  ...common(post),
  id,
  title: `refuses a request without the key that it demands: ${operation(post.operation).summary}`,
  needs: ['idempotencyKey.demanded'],
  ref: 'Source document, x-idempotency-key; docs/facts.md sections 2 and 3.3',
  steps: [{ ...post.call, idempotencyKey: null, deviates: [headers.idempotencyKey] }],
  expect: [
    { status: 400, proves: ['IDM-REQ-030', 'IDM-REQ-070'] },
    { errorCode: 'Header.Missing', path: headers.idempotencyKey, proves: ['IDM-REQ-030', 'IDM-REQ-070'] },
  ],
})

const unsigned = (post: Demanding): Case => ({
  ...common(post),
  id: post.unsigned,
  title: `refuses a request without the signature that it demands: ${operation(post.operation).summary}`,
  needs: ['requestSignatures.demanded'],
  ref: 'Source document, x-jws-signature; docs/facts.md section 2.2',
  steps: [{ ...post.call, signature: 'absent', deviates: [headers.jwsSignature] }],
  expect: [
    { status: 400, proves: ['SIG-REQ-020', 'SIG-REQ-040', 'SIG-REQ-190'] },
    { errorCode: 'Signature.Missing', proves: 'SIG-REQ-190' },
  ],
})

export const keysAndDemands: readonly Case[] = [
  {
    id: 'AUT-102',
    title: 'takes the user token of 0.0.1 in the header UserAgent',
    operation: 'createDomesticPaymentConsent',
    given: 'nothing',
    versions: ['0.0.1'],
    ref: 'docs/facts.md sections 13 and 15.1',
    steps: [
      askToPay(undefined, { userHeader: 'UserAgent' }),
      askToPay(undefined, { userHeader: 'UserAgent', user: 'unknown', deviates: ['useragent'] }),
    ],
    expect: [
      { status: 201, step: 0, proves: 'AUT-REQ-210' },
      { status: [400, 401, 403], proves: 'AUT-REQ-210' },
    ],
  },
  {
    id: 'IDM-061',
    title: 'takes a key again for another operation, and for another TPP',
    operation: 'createDomesticPayment',
    given: 'nothing',
    versions: ['1.0.0'],
    needs: ['idempotencyKey.honoured'],
    ref: 'Source document, x-idempotency-key; docs/facts.md section 2.1',
    steps: [
      askToPay(paymentConsentBody(), { idempotencyKey: key }),
      approve(0),
      exchangeCode,
      { ...submit(asked, 0), idempotencyKey: key },
      askToPay(paymentConsentBody(), { token: 'public-other' }),
      { ...approve(4), ...other },
      { ...exchangeCode, ...other },
      { ...submit(asked, 4), ...other, idempotencyKey: key },
    ],
    expect: [
      { status: 201, step: 0, proves: 'IDM-REQ-080' },
      { status: 201, step: 3, proves: 'IDM-REQ-080' },
      { status: 201, proves: 'IDM-REQ-120' },
      { matches: 'valueDiffers', with: { path: 'Data.DomesticPaymentId', than: 3 }, proves: 'IDM-REQ-120' },
    ],
  },
  ...posts.flatMap((post) => [...(post.keyless ? [keyless(post, post.keyless)] : []), unsigned(post)]),
]
