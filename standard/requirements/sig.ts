import { signedAnswers, signedRequests, unsigned } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** SIG: message signatures. */
export const sig = {
  'SIG-REQ-010': {
    place: 'Endpoints: common header parameters, x-jws-signature; Authentication 7',
    text: 'x-jws-signature is a string holding a detached JWS over the request body.',
    operations: signedRequests,
  },
  'SIG-REQ-020': {
    place: 'Endpoints: common header parameters, x-jws-signature; Authentication 7',
    text: 'x-jws-signature is required wherever an operation uses it.',
    operations: signedRequests,
    note: 'No listed operation uses it, so the row binds only a bank whose profile attaches it.',
  },
  'SIG-REQ-030': {
    place: 'Endpoints: common header parameters, x-jws-signature; Authentication 7',
    text: 'No listed operation has x-jws-signature attached.',
    operations: signedRequests,
    whyNot: 'the row describes the document; what a bank attaches is in its profile',
  },
  'SIG-REQ-040': {
    place: 'FACTS 2 and 8: attachment',
    text: 'Requests that create or change payments, payment consents and subscriptions demand x-jws-signature.',
    operations: signedRequests,
    conflictsWith: 'SIG-REQ-030',
    note: 'Strict profile; the default profile accepts a call without the signature and checks one that is sent.',
  },
  'SIG-REQ-050': {
    place: 'FACTS 2, 8 and 9.1: attachment',
    text: 'Answers of the signed operations carry x-jws-signature over the response body.',
    operations: signedAnswers,
    note: 'Strict profile.',
  },
  'SIG-REQ-060': {
    place: 'FACTS 2: response headers',
    text: 'Error bodies of the signed operations are signed as well.',
    operations: signedAnswers,
    note: 'Strict profile.',
  },
  'SIG-REQ-070': {
    place: 'FACTS 7, 9.1, 9.4 and 10',
    text: 'Account information, product sharing, polling and subscription deletion are unsigned.',
    operations: unsigned,
  },
  'SIG-REQ-080': {
    place: 'FACTS 2.2: form',
    text: 'The signature is a compact JWS with an empty middle part.',
    operations: signedRequests,
  },
  'SIG-REQ-090': {
    place: 'FACTS 2.2: payload',
    text: 'The signed payload is the base64url form of the exact body bytes.',
    operations: signedRequests,
  },
  'SIG-REQ-100': {
    place: 'FACTS 2.2: alg',
    text: 'The JOSE header needs alg with the value PS256.',
    operations: signedRequests,
  },
  'SIG-REQ-110': {
    place: 'FACTS 2.2: kid',
    text: 'The JOSE header needs kid.',
    operations: signedRequests,
  },
  'SIG-REQ-120': {
    place: 'FACTS 2.2: typ',
    text: 'typ is optional in the JOSE header and is JOSE.',
    operations: signedRequests,
  },
  'SIG-REQ-130': {
    place: 'FACTS 2.2: cty',
    text: 'cty is optional in the JOSE header and is json or application/json, or the media type of the file.',
    operations: signedRequests,
  },
  'SIG-REQ-140': {
    place: 'FACTS 2.2: claims',
    text: 'The JOSE header needs an issue time claim that lies in the past, in whole seconds.',
    operations: signedRequests,
  },
  'SIG-REQ-150': {
    place: 'FACTS 2.2: claims',
    text: 'The JOSE header needs an issuer claim that names the signer.',
    operations: signedRequests,
  },
  'SIG-REQ-160': {
    place: 'FACTS 2.2: claims',
    text: 'The JOSE header needs a trust anchor claim that is a DNS name.',
    operations: signedRequests,
  },
  'SIG-REQ-170': {
    place: 'FACTS 2.2: crit',
    text: 'crit lists exactly the three private claims.',
    operations: signedRequests,
  },
  'SIG-REQ-180': {
    place: 'FACTS 2.2: claim names; 15.4',
    text: 'The bank accepts claim names of the openbanking.org.bh and openbanking.org.uk families and signs with the first.',
    basis: 'inferred',
    strength: 'should',
    operations: signedAnswers,
    note: "The framework's own names are unpublished.",
  },
  'SIG-REQ-190': {
    place: 'FACTS 2.2: checks, Missing',
    text: 'An expected signature that is absent is answered 400 with Signature.Missing.',
    operations: signedRequests,
  },
  'SIG-REQ-200': {
    place: 'FACTS 2.2: checks, Malformed',
    text: 'A signature that cannot be parsed is answered 400 with Signature.Malformed.',
    operations: signedRequests,
  },
  'SIG-REQ-210': {
    place: 'FACTS 2.2: checks, MissingClaim',
    text: 'A missing header claim is answered 400 with Signature.MissingClaim and the claim name.',
    operations: signedRequests,
  },
  'SIG-REQ-220': {
    place: 'FACTS 2.2: checks, InvalidClaim',
    text: 'A bad claim value or an unknown kid is answered 400 with Signature.InvalidClaim and the claim name.',
    operations: signedRequests,
  },
  'SIG-REQ-230': {
    place: 'FACTS 2.2: checks, Invalid',
    text: 'A signature that does not verify is answered 400 with Signature.Invalid.',
    operations: signedRequests,
  },
  'SIG-REQ-240': {
    place: 'FACTS 2.2: checks, Unexpected',
    text: 'A signature where none is wanted is answered 400 with Signature.Unexpected.',
    strength: 'may',
    operations: ['createAccountAccessConsent', 'pollEvents'],
    note: 'Strict profile only.',
  },
} satisfies LedgerRows<'SIG'>
