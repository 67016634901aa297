/**
 * The token endpoint: what it issues, what it refuses, and what its tokens give access to.
 *
 * @module
 */
import { listAccounts } from './calls.js'
import type { Case } from './case.js'
import { accountsCame, oauthError, tokenIssued } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const latest = { token: 'latest' } as const

export const tokenEndpoint = [
  {
    id: 'AUT-020',
    title: 'issues a public access token for client credentials',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 sections 4.4 and 5.1',
    given: 'nothing',
    steps: [{ token: 'client_credentials' }],
    expect: tokenIssued(),
  },
  {
    id: 'AUT-023',
    title: 'refuses a code it has not issued',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 5.2',
    given: 'authorisedConsent',
    steps: [{ token: 'authorization_code', form: { code: 'not-a-code-of-this-bank' } }],
    expect: oauthError(400, 'invalid_grant', 'AUT-REQ-470'),
  },
  {
    id: 'AUT-025',
    title: 'refuses a wrong client secret with invalid_client',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 5.2',
    given: 'nothing',
    steps: [{ token: 'client_credentials', wrongSecret: true }],
    expect: oauthError(401, 'invalid_client', ['AUT-REQ-460', 'AUT-REQ-450']),
  },
  {
    id: 'AUT-026',
    title: 'refuses a scope it does not know with invalid_scope',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 5.2',
    given: 'nothing',
    steps: [{ token: 'client_credentials', form: { scope: 'everything' } }],
    expect: oauthError(400, 'invalid_scope', 'AUT-REQ-480'),
  },
  {
    id: 'AUT-027',
    title: 'renews a token, for the same accounts',
    operation: 'createAccountAccessConsent',
    versions: both,
    once: true,
    ref: 'RFC 6749 section 6; source document, "Behaviour of the read endpoints"',
    given: 'ownAuthorisedConsent',
    steps: [listAccounts(), { token: 'refresh_token' }, listAccounts(latest)],
    expect: [
      { status: 200, step: 1, proves: 'AUT-REQ-360' },
      { present: ['access_token'], step: 1, proves: 'AUT-REQ-400' },
      ...accountsCame('AUT-REQ-060'),
      { matches: 'sameAccounts', with: { as: 0 }, proves: ['ACC-REQ-030', 'ACC-REQ-040'] },
    ],
  },
  {
    id: 'AUT-028',
    title: 'refuses a refresh token it has not issued',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 5.2',
    given: 'nothing',
    steps: [{ token: 'refresh_token', form: { refresh_token: 'not-a-refresh-token-of-this-bank' } }],
    expect: oauthError(400, 'invalid_grant', 'AUT-REQ-470'),
  },
  {
    id: 'AUT-029',
    title: 'renews no token of a consent that was withdrawn',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 6749 section 5.2; parent standard: tokens after withdrawal',
    given: 'withdrawnConsent',
    steps: [{ token: 'refresh_token' }],
    expect: oauthError(400, 'invalid_grant', 'AUT-REQ-470'),
  },
  {
    id: 'AUT-062',
    title: 'says at introspection that the token of a withdrawn consent is not active',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 7662 section 2.2; docs/decisions/0047',
    given: 'withdrawnConsent',
    steps: [{ show: 'introspection' }],
    expect: [
      { status: 200, proves: 'AUT-REQ-810' },
      { body: { active: false }, proves: 'AUT-REQ-810' },
    ],
  },
  {
    id: 'AUT-064',
    title: 'says at introspection that the token of an Authorised consent is active',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 7662 section 2.2',
    given: 'authorisedConsent',
    steps: [{ show: 'introspection' }],
    expect: [
      { status: 200, proves: 'AUT-REQ-1070' },
      { body: { active: true }, proves: 'AUT-REQ-1070' },
    ],
  },
  {
    id: 'AUT-063',
    title: 'answers 401 at userinfo to the token of a withdrawn consent',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'OpenID Connect Core section 5.3.3; docs/decisions/0047',
    given: 'withdrawnConsent',
    steps: [{ show: 'userinfo' }],
    expect: [{ status: 401, proves: 'AUT-REQ-820' }],
  },
] as const satisfies readonly Case[]
