/**
 * The redirect to the bank's page and back.
 *
 * @module
 */
import { decide, givenConsentId, listAccounts, read } from './calls.js'
import type { Case } from './case.js'
import { accountsCame, consentIs } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const withoutPkce = { code_challenge: null, code_challenge_method: null }

export const redirects = [
  {
    id: 'AUT-044',
    title: 'authorises no consent of another TPP',
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
    once: true,
    ref: 'RFC 7636 section 4.4.1; docs/facts.md section 15.14',
    given: 'pendingConsent',
    needs: ['plainRequest'],
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
    title: 'redirects the PSU with invalid_request when the request lacks a parameter',
    operation: 'createAccountAccessConsent',
    versions: both,
    once: true,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'pendingConsent',
    needs: ['plainRequest'],
    steps: [decide('approve', undefined, { parameters: { response_type: null } })],
    expect: [{ redirect: 'error', error: 'invalid_request', proves: 'AUT-REQ-580' }],
  },
  {
    id: 'AUT-047',
    title: 'issues no code for a consent that does not exist',
    operation: 'createAccountAccessConsent',
    versions: both,
    once: true,
    ref: 'RFC 6749 section 4.1.2.1',
    given: 'nothing',
    needs: ['plainRequest'],
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
    needs: ['hybrid'],
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
  {
    id: 'AUT-060',
    title: 'hands no consent over to another PSU, and leaves it with the PSU who approved it',
    operation: 'getAccounts',
    versions: both,
    once: true,
    ref: 'docs/decisions/0046: a consent belongs to the PSU who approved it first',
    given: 'ownAuthorisedConsent',
    steps: [listAccounts(), decide('approve', undefined, { psu: 'other' }), listAccounts(), read()],
    expect: [
      { noCode: true, step: 1, proves: 'AUT-REQ-800' },
      ...accountsCame('AUT-REQ-800', 2),
      { matches: 'sameAccounts', with: { as: 0 }, step: 2, proves: 'AUT-REQ-800' },
      consentIs('Authorised', 'AUT-REQ-800'),
    ],
  },
  {
    id: 'AUT-061',
    title: 'leaves a consent as it was where a request without a scope ends in an error',
    operation: 'getAccountAccessConsent',
    versions: both,
    once: true,
    ref: 'RFC 6749 sections 3.3 and 4.1.2.1',
    given: 'pendingConsent',
    needs: ['plainRequest'],
    steps: [
      // no parameter that needs the scope openid, whose absence is an error of its own
      decide('approve', undefined, { binding: 'consent_id', parameters: { scope: null, nonce: null } }),
      read(),
    ],
    expect: [
      { status: 200, proves: 'AUT-REQ-830' },
      { matches: 'statusFollowsRedirect', with: { decided: 0 }, proves: 'AUT-REQ-830' },
    ],
  },
] as const satisfies readonly Case[]
