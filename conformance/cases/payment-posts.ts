/**
 * Requests that ask for a payment or make one: user tokens and idempotency keys. One row an operation.
 *
 * @module
 */
import type { JudgedFamilyId } from './families.js'
import type { FamilyCases } from './family-cases.js'
import { casesOfPost, type PostIds, type TriedPost } from './keyed-posts.js'
import type { PaymentCalls } from './payment-calls.js'

const ids = {
  'domestic-payment': {
    consent: {
      user: 'AUT-090',
      repeated: 'IDM-001',
      otherBody: 'IDM-002',
      atOnce: 'IDM-003',
      length: 'IDM-004',
      otherTpp: 'IDM-005',
      refused: 'IDM-006',
    },
    payment: { user: 'AUT-091', repeated: 'IDM-011', otherBody: 'IDM-012', atOnce: 'IDM-013' },
  },
  'domestic-future-dated-payment': {
    consent: {
      user: 'AUT-120',
      repeated: 'IDM-021',
      otherBody: 'IDM-022',
      atOnce: 'IDM-023',
      length: 'IDM-024',
      otherTpp: 'IDM-025',
      refused: 'IDM-026',
    },
    payment: { user: 'AUT-121', repeated: 'IDM-031', otherBody: 'IDM-032', atOnce: 'IDM-033' },
  },
  'domestic-standing-order': {
    consent: {
      user: 'AUT-141',
      repeated: 'IDM-101',
      otherBody: 'IDM-102',
      atOnce: 'IDM-103',
      length: 'IDM-104',
      otherTpp: 'IDM-105',
      refused: 'IDM-106',
    },
    payment: { user: 'AUT-142', repeated: 'IDM-111', otherBody: 'IDM-112', atOnce: 'IDM-113' },
  },
  'international-payment': {
    consent: {
      user: 'AUT-200',
      repeated: 'IDM-201',
      otherBody: 'IDM-202',
      atOnce: 'IDM-203',
      length: 'IDM-204',
      otherTpp: 'IDM-205',
      refused: 'IDM-206',
    },
    payment: { user: 'AUT-201', repeated: 'IDM-211', otherBody: 'IDM-212', atOnce: 'IDM-213' },
  },
  'international-future-dated-payment': {
    consent: {
      user: 'AUT-220',
      repeated: 'IDM-221',
      otherBody: 'IDM-222',
      atOnce: 'IDM-223',
      length: 'IDM-224',
      otherTpp: 'IDM-225',
      refused: 'IDM-226',
    },
    payment: { user: 'AUT-221', repeated: 'IDM-231', otherBody: 'IDM-232', atOnce: 'IDM-233' },
  },
  'international-standing-order': {
    consent: {
      user: 'AUT-240',
      repeated: 'IDM-241',
      otherBody: 'IDM-242',
      atOnce: 'IDM-243',
      length: 'IDM-244',
      otherTpp: 'IDM-245',
      refused: 'IDM-246',
    },
    payment: { user: 'AUT-241', repeated: 'IDM-251', otherBody: 'IDM-252', atOnce: 'IDM-253' },
  },
} as const satisfies Readonly<Record<JudgedFamilyId, { readonly consent: PostIds; readonly payment: PostIds }>>

const consentOf = ({ operations, other, ask, readConsent }: PaymentCalls, ids: PostIds): TriedPost => ({
  operation: operations.createConsent,
  ids,
  given: 'nothing',
  givenRefused: 'nothing',
  call: ask(),
  id: 'Data.ConsentId',
  other: [`Data.Initiation.${other[0]}`, other[1]],
  needed: 'Risk',
  read: (id) => readConsent(id),
  unchanged: { matches: 'sameValue', with: { path: 'Data.Initiation', as: 0 } },
})

const paymentOf = ({ operations, given, idPath, pay, readPayment }: PaymentCalls, ids: PostIds): TriedPost => ({
  operation: operations.create,
  ids,
  given: given.ownApproved,
  givenRefused: given.approved,
  givenMade: given.submitted,
  call: pay(),
  id: idPath,
  other: ['Risk', { PaymentContextCode: 'Other' }],
  needed: 'Risk',
  read: (id) => readPayment(id),
  unchanged: { matches: 'asSent', with: { request: 0, path: 'Data.Initiation' } },
})

export const paymentPosts: FamilyCases = (calls) => {
  const { consent, payment } = ids[calls.id]
  return [consentOf(calls, consent), paymentOf(calls, payment)].flatMap(casesOfPost)
}
