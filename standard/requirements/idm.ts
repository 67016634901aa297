import { idempotent } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** IDM: idempotency. */
export const idm = {
  'IDM-REQ-010': {
    place: 'Endpoints: common header parameters, x-idempotency-key; Limits',
    text: 'x-idempotency-key is a string of at most 40 characters.',
    operations: idempotent,
  },
  'IDM-REQ-020': {
    place: 'Endpoints: common header parameters, x-idempotency-key',
    text: 'x-idempotency-key has no whitespace at its start or end.',
    operations: idempotent,
  },
  'IDM-REQ-030': {
    place: 'Endpoints: common header parameters, x-idempotency-key',
    text: 'x-idempotency-key is required wherever an operation uses it.',
    operations: idempotent,
    note: 'No listed operation uses it, so the row binds only a bank whose profile attaches it.',
  },
  'IDM-REQ-040': {
    place: 'Endpoints: common header parameters, x-idempotency-key',
    text: 'A request is carried out at most once for each key.',
    operations: idempotent,
    note: "Binds where the bank's profile attaches the header; elsewhere an observation.",
  },
  'IDM-REQ-050': {
    place: 'Endpoints: common header parameters, x-idempotency-key; Limits',
    text: 'A key counts for 24 hours.',
    operations: idempotent,
    note: 'The end of the period is seen only where the clock can be moved.',
  },
  'IDM-REQ-060': {
    place: 'Endpoints: common header parameters, x-idempotency-key',
    text: 'No listed operation has x-idempotency-key attached.',
    operations: idempotent,
    whyNot: 'the row describes the document; what a bank attaches is in its profile',
  },
  'IDM-REQ-070': {
    place: 'FACTS 2 and 8: attachment',
    text: 'Payment consent creation, payment submission, cancellation consent creation and file upload demand x-idempotency-key.',
    operations: idempotent,
    conflictsWith: 'IDM-REQ-060',
    note: 'Strict profile; the default profile accepts a call without the key and honours one that is sent.',
  },
  'IDM-REQ-080': {
    place: 'FACTS 2.1',
    text: 'A repeat of operation, TPP, key and body within 24 hours creates nothing and is answered 201 with the present state of the first resource.',
    operations: idempotent,
  },
  'IDM-REQ-090': {
    place: 'FACTS 2.1',
    text: 'A used key with another body is answered 400 with Header.Invalid for x-idempotency-key.',
    basis: 'inferred',
    operations: idempotent,
    note: 'The parent leaves the code open.',
  },
  'IDM-REQ-100': {
    place: 'FACTS 2.1',
    text: 'A used key with another body leaves the first resource unchanged and creates no second one.',
    operations: idempotent,
  },
  'IDM-REQ-110': {
    place: 'FACTS 2.1',
    text: 'A key of 41 characters is answered 400.',
    operations: idempotent,
  },
  'IDM-REQ-120': {
    place: 'FACTS 2.1',
    text: 'Two TPPs can use the same key without touching each other.',
    operations: idempotent,
  },
  'IDM-REQ-130': {
    place: 'FACTS 2.1',
    text: 'An operation that takes no idempotency key ignores one that is sent.',
    operations: [
      'createAccountAccessConsent',
      'patchDomesticFutureDatedPayment',
      'createEventSubscription',
      'pollEvents',
    ],
  },
  'IDM-REQ-140': {
    place: 'FACTS 2.1',
    text: 'Repeating an account access consent, subscription or poll with one key repeats its effect.',
    operations: ['createAccountAccessConsent', 'createEventSubscription', 'pollEvents'],
    note: 'Two equal creations with one key give two resources.',
  },
} satisfies LedgerRows<'IDM'>
