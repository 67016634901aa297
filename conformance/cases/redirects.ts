/**
 * The redirect to the bank's page and back.
 *
 * @module
 */
import { decide, givenConsentId, read } from './calls.js'
import type { Case } from './case.js'
import { consentIs } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

/** Every kind of character RFC 6749 allows in a state (appendix A.5) and a careless bank breaks. */
const awkward = `n+eBY2DPiNEk3xEe7rqmtg== a&b?c#d/%20;"<e>'~`

const withoutPkce = { code_challenge: null, code_challenge_method: null }

export const redirects = [
  {
    id: 'AUT-040',
    title: 'sends the PSU back with a code and the state, byte for byte',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Authentication" 6; RFC 6749 section 4.1.2',
    given: 'pendingConsent',
    steps: [decide('approve', undefined, { state: awkward })],
    expect: [{ redirect: 'code', proves: ['AUT-REQ-120', 'AUT-REQ-130', 'AUT-REQ-560'] }],
  },
  {
    id: 'AUT-041',
    title: 'sends a PSU who refuses back with access_denied and the state, byte for byte',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'pendingConsent',
    steps: [decide('reject', undefined, { state: awkward })],
    expect: [{ redirect: 'error', error: 'access_denied', proves: 'AUT-REQ-570' }],
  },
  {
    id: 'AUT-042',
    title: 'sends a PSU who breaks off back with access_denied and the state, byte for byte',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'pendingConsent',
    steps: [decide('cancel', undefined, { state: awkward })],
    expect: [{ redirect: 'error', error: 'access_denied', proves: 'AUT-REQ-570' }],
  },
  {
    id: 'AUT-043',
    title: 'issues no code for a consent that the PSU refused',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Authentication" 3',
    given: 'pendingConsent',
    steps: [decide('reject'), read()],
    expect: [{ noCode: true, step: 0, proves: ['AUT-REQ-040', 'AUT-REQ-050'] }, consentIs('Rejected', 'AAC-REQ-580')],
  },
  {
    id: 'AUT-044',
    title: 'lets no TPP have the consent of another authorised',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: a consent belongs to the TPP that made it',
    given: 'consentOfOtherTpp',
    steps: [decide('approve', givenConsentId, { tpp: 'main' }), read(undefined, { token: 'public-other' })],
    expect: [{ noCode: true, step: 0, proves: 'ERR-REQ-560' }, consentIs('AwaitingAuthorisation', 'ERR-REQ-560')],
  },
  {
    id: 'AUT-045',
    title: 'refuses the plain code flow without PKCE, and with the method plain',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 7636 section 4.4.1; docs/facts.md section 15.14',
    given: 'pendingConsent',
    steps: [
      decide('approve', undefined, { parameters: withoutPkce }),
      decide('approve', undefined, { parameters: { code_challenge_method: 'plain' } }),
    ],
    expect: [
      { redirect: 'error', error: 'invalid_request', step: 0, proves: ['AUT-REQ-660', 'AUT-REQ-580'] },
      { redirect: 'error', error: 'invalid_request', proves: ['AUT-REQ-660', 'AUT-REQ-580'] },
    ],
  },
  {
    id: 'AUT-046',
    title: 'sends the PSU back with invalid_request when the request lacks a parameter',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'pendingConsent',
    steps: [decide('approve', undefined, { parameters: { response_type: null } })],
    expect: [{ redirect: 'error', error: 'invalid_request', proves: 'AUT-REQ-580' }],
  },
  {
    id: 'AUT-047',
    title: 'issues no code for a consent that does not exist',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'nothing',
    steps: [decide('approve', { from: 'fresh', name: 'consent' })],
    expect: [
      { noCode: true, proves: 'AUT-REQ-580' },
      { redirect: 'error', error: ['invalid_request', 'access_denied'], proves: 'AUT-REQ-580' },
    ],
  },
  {
    id: 'AUT-048',
    title: 'offers the hybrid flow and PS256 in its discovery document',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'OpenID Connect Discovery section 3; docs/facts.md sections 4.2 and 4.3',
    given: 'nothing',
    steps: [{ fetch: 'discovery' }],
    expect: [
      {
        matches: 'listsOneOf',
        with: { path: 'response_types_supported', values: ['code id_token', 'id_token code'] },
        proves: 'AUT-REQ-500',
      },
      {
        matches: 'listsOneOf',
        with: { path: 'id_token_signing_alg_values_supported', values: ['PS256'] },
        proves: 'AUT-REQ-390',
      },
    ],
  },
] as const satisfies readonly Case[]
