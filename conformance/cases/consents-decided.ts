/**
 * A PSU's decision on the bank's page, and the consent afterwards.
 *
 * @module
 */
import { create, createdConsentId, decide, exchangeCode, listAccounts, patch, read } from './calls.js'
import type { Case } from './case.js'
import { accountsCame, consentIs, oauthError, tokenIssued } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

/** Characters that RFC 6749 allows in a state (appendix A.5) and that are easily mangled by wrong encoding. */
const state = `n+eBY2DPiNEk3xEe7rqmtg== a&b?c#d/%20;"<e>'~`

export const consentsDecided = [
  {
    id: 'AAC-070',
    title: 'makes a consent Authorised when the PSU approves it, and issues an access token for the code, once',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "States and transitions" and "Authentication" 3 and 6; RFC 6749 sections 4.1.2 to 4.1.4; OpenID Connect Core section 3.1.3.3',
    given: 'pendingConsent',
    steps: [
      read(),
      decide('approve', undefined, { state }),
      read(),
      exchangeCode,
      listAccounts({ token: 'latest' }),
      exchangeCode,
    ],
    expect: [
      { redirect: 'code', step: 1, proves: ['AAC-REQ-570', 'AUT-REQ-120', 'AUT-REQ-130', 'AUT-REQ-560'] },
      consentIs('Authorised', 'AAC-REQ-570', 2),
      { matches: 'statusUpdateMoved', with: { since: 0 }, step: 2, proves: 'AAC-REQ-290' },
      ...tokenIssued(3),
      { present: ['id_token'], step: 3, proves: 'AUT-REQ-440' },
      { body: { expires_in: 1800 }, step: 3, proves: 'AUT-REQ-680' },
      ...accountsCame(['AUT-REQ-060', 'AUT-REQ-030'], 4),
      { status: 200, step: 3, proves: 'AUT-REQ-640' },
      ...oauthError(400, 'invalid_grant', ['AUT-REQ-640', 'AUT-REQ-470']),
    ],
  },
  {
    id: 'AAC-071',
    title: 'makes a consent Rejected when the PSU rejects it, says access_denied, and issues no code',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "States and transitions" and "Authentication" 3; RFC 6749 section 4.1.2.1',
    given: 'nothing',
    steps: [create(), decide('reject', createdConsentId(), { state }), read(createdConsentId())],
    expect: [
      { redirect: 'error', step: 1, proves: 'AAC-REQ-580' },
      { redirect: 'error', error: 'access_denied', step: 1, proves: 'AUT-REQ-570' },
      { noCode: true, step: 1, proves: ['AUT-REQ-040', 'AUT-REQ-050'] },
      consentIs('Rejected', 'AAC-REQ-580'),
    ],
  },
  {
    id: 'AAC-072',
    title: 'makes a consent Rejected when the PSU cancels, and says access_denied',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'docs/decisions/0013: a cancelled authorisation rejects the consent; RFC 6749 section 4.1.2.1',
    given: 'pendingConsent',
    steps: [decide('cancel', undefined, { state }), read()],
    expect: [
      { redirect: 'error', step: 0, proves: 'AAC-REQ-590' },
      { redirect: 'error', error: 'access_denied', step: 0, proves: 'AUT-REQ-570' },
      consentIs('Rejected', 'AAC-REQ-590'),
    ],
  },
  {
    id: 'AAC-073',
    title: 'lets nobody approve a consent that was Rejected',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'docs/facts.md section 11: Rejected and Revoked are final',
    given: 'rejectedConsent',
    steps: [decide('approve'), read()],
    expect: [{ noCode: true, step: 0, proves: 'AAC-REQ-630' }, consentIs('Rejected', 'AAC-REQ-630')],
  },
  {
    id: 'AAC-074',
    title: 'lets nobody approve a consent that was Revoked',
    operation: 'getAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 11: Rejected and Revoked are final',
    given: 'pendingConsent',
    steps: [patch(), decide('approve'), read()],
    expect: [{ noCode: true, step: 1, proves: 'AAC-REQ-630' }, consentIs('Revoked', 'AAC-REQ-630')],
  },
  {
    id: 'AAC-075',
    title: 'lets the PSU authorise an Authorised consent again, and refuses the code with the wrong PKCE verifier',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: re-authentication; RFC 7636 section 4.6',
    given: 'ownAuthorisedConsent',
    steps: [
      decide('approve'),
      read(),
      { token: 'authorization_code', form: { code_verifier: 'another-verifier-than-the-one-of-the-challenge' } },
    ],
    expect: [
      { redirect: 'code', step: 0, proves: 'AUT-REQ-700' },
      consentIs('Authorised', 'AUT-REQ-700', 1),
      ...oauthError(400, 'invalid_grant', ['AUT-REQ-470', 'AUT-REQ-660']),
    ],
  },
] as const satisfies readonly Case[]
