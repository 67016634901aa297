/**
 * Calls with a wrong access token: missing, malformed, revoked, of the wrong scope, of the wrong grant type.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import { create, listAccounts, patch, read, readAccount, remove } from './calls.js'
import type { Call, Case, Expectation } from './case.js'
import { consentIs, notOffered } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const withoutToken = { token: 'none', deviates: ['token'] } as const

const authorised = (authorization: string): Partial<Call> => ({ authorization, deviates: ['token'] })

const payments = { token: 'public-payments', deviates: ['token'] } as const

const publicToken = { token: 'public', deviates: ['token'] } as const

/** Every read, each with the same fault of its token. */
const reads = (wrong: Partial<Call>): [Call, Call, Call] => [
  listAccounts(wrong),
  readAccount(undefined, wrong),
  read(undefined, wrong),
]

/** The same status on each of the first `count` steps. */
function each(count: number, status: number, proves: RequirementId | readonly RequirementId[]): Expectation[] {
  return Array.from({ length: count }, (_, step) => ({ status, step, proves }))
}

export const authentication: readonly Case[] = [
  {
    id: 'AUT-001',
    title: 'creates no consent for a caller without a token',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Authentication" 1; RFC 6750 section 3',
    given: 'nothing',
    steps: [create({}, withoutToken)],
    expect: [
      { status: [400, 401, 403], proves: 'HDR-REQ-020' },
      { status: 401, proves: ['AUT-REQ-340', 'HDR-REQ-180', 'ERR-REQ-020'] },
    ],
  },
  {
    id: 'AUT-002',
    title: 'reads nothing for a caller without a token',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Authentication" 1; RFC 6750 section 3',
    given: 'authorisedConsent',
    steps: reads(withoutToken),
    expect: [{ status: [400, 401, 403], proves: 'AUT-REQ-010' }, ...each(3, 401, ['AUT-REQ-340', 'HDR-REQ-180'])],
  },
  {
    id: 'AUT-003',
    title: 'revokes nothing for a caller without a token',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, "Authentication" 1; RFC 6750 section 3',
    given: 'pendingConsent',
    steps: [patch(undefined, withoutToken), read()],
    expect: [
      { status: 401, step: 0, proves: ['AUT-REQ-340', 'HDR-REQ-180'] },
      consentIs('AwaitingAuthorisation', 'AUT-REQ-010'),
    ],
  },
  {
    id: 'AUT-004',
    title: 'deletes nothing for a caller without a token',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Source document, "Authentication" 1; RFC 6750 section 3',
    given: 'pendingConsent',
    steps: [remove(undefined, withoutToken), read()],
    expect: [
      { status: 401, step: 0, proves: ['AUT-REQ-340', 'HDR-REQ-180'] },
      consentIs('AwaitingAuthorisation', 'AUT-REQ-010'),
    ],
  },
  {
    id: 'AUT-005',
    title: 'answers 401 to a token it has not issued',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 6750 section 3.1: invalid_token',
    given: 'authorisedConsent',
    steps: [...reads(authorised('Bearer not-a-token-of-this-bank')), create({}, authorised('Bearer not-a-token'))],
    expect: [{ status: 401, proves: ['AUT-REQ-010', 'AUT-REQ-340'] }, ...each(3, 401, 'AUT-REQ-340')],
  },
  {
    id: 'AUT-006',
    title: 'answers 401 to another scheme than Bearer',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 6750 section 2.1',
    given: 'authorisedConsent',
    steps: reads(authorised('Basic dHBwOm5vdC1hLXNlY3JldA==')),
    expect: [{ status: 401, proves: 'AUT-REQ-010' }, ...each(3, 401, 'AUT-REQ-340')],
  },
  {
    id: 'AUT-007',
    title: 'answers 401 to a scheme without a token',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 6750 section 2.1',
    given: 'authorisedConsent',
    steps: reads(authorised('Bearer')),
    expect: [{ status: 401, proves: 'AUT-REQ-010' }, ...each(3, 401, 'AUT-REQ-340')],
  },
  {
    id: 'AUT-008',
    title: 'answers 401 to a token that was revoked',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 7009 section 2; parent standard',
    given: 'nothing',
    steps: [create({}, { token: 'revoked', deviates: ['token'] })],
    expect: [{ status: 401, proves: 'AUT-REQ-340' }],
  },
  {
    id: 'AUT-009',
    title: 'lets no token of the scope payments create or read a consent, or read accounts',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Authentication" 2: scope accounts',
    given: 'pendingConsent',
    steps: [create({}, payments), read(undefined, payments), listAccounts(payments)],
    expect: [
      { status: [400, 401, 403], step: 0, proves: 'AUT-REQ-020' },
      ...each(3, 403, ['AUT-REQ-300', 'AUT-REQ-330', 'ERR-REQ-030']),
      { absent: ['Data'], step: 1, proves: 'AUT-REQ-300' },
      { absent: ['Data'], proves: 'AUT-REQ-300' },
    ],
  },
  {
    id: 'AUT-011',
    title: 'shows no account to a client credentials token',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Authentication" 3: consent access token',
    given: 'authorisedConsent',
    steps: [listAccounts(publicToken), readAccount(undefined, publicToken)],
    expect: [
      { status: notOffered, step: 0, proves: 'AUT-REQ-030' },
      { status: notOffered, proves: 'AUT-REQ-030' },
      { absent: ['Data'], step: 0, proves: 'AUT-REQ-030' },
      ...each(2, 403, 'AUT-REQ-280'),
    ],
  },
  {
    id: 'AUT-012',
    title: 'shows no account before the PSU has decided',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Authentication" 3: after the consent was authorised',
    given: 'pendingConsent',
    steps: [read(), listAccounts(publicToken)],
    expect: [
      consentIs('AwaitingAuthorisation', 'AUT-REQ-050', 0),
      { status: notOffered, proves: 'AUT-REQ-050' },
      { absent: ['Data'], proves: 'AUT-REQ-050' },
    ],
  },
  {
    id: 'AUT-013',
    title: 'lets no token of a consent create or read consents',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Public framework: grant types of the account information operations',
    given: 'authorisedConsent',
    steps: [
      create({}, { token: 'consent', deviates: ['token'] }),
      read(undefined, { token: 'consent', deviates: ['token'] }),
    ],
    expect: [
      { status: 403, tolerates: [201], step: 0, proves: 'AUT-REQ-240' },
      { status: 403, tolerates: [200], proves: 'AUT-REQ-240' },
    ],
  },
  {
    id: 'AUT-070',
    title: 'says in WWW-Authenticate that a token is invalid, and names no error where none came',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 6750 sections 3 and 3.1',
    given: 'nothing',
    steps: [listAccounts(withoutToken), listAccounts(authorised('Bearer not-a-token-of-this-bank'))],
    expect: [
      { status: 401, step: 0, proves: 'AUT-REQ-340' },
      { status: 401, proves: 'AUT-REQ-340' },
      { header: 'www-authenticate', like: '^(?!.*error=)', step: 0, proves: 'AUT-REQ-860' },
      { header: 'www-authenticate', like: 'error="?invalid_token', proves: 'AUT-REQ-860' },
    ],
  },
  {
    id: 'AUT-072',
    title: 'says in WWW-Authenticate that a token lacks the scope',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 6750 sections 3 and 3.1',
    given: 'nothing',
    steps: [listAccounts(payments)],
    expect: [
      { status: 403, proves: 'AUT-REQ-330' },
      { header: 'www-authenticate', like: 'error="?insufficient_scope', proves: 'AUT-REQ-1000' },
    ],
  },
  {
    id: 'AUT-160',
    title: 'takes a bound token on no connection that shows no certificate',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 8705 section 3',
    given: 'authorisedConsent',
    steps: [listAccounts(), listAccounts({ certificate: 'none' })],
    expect: [
      { status: 200, step: 0, proves: 'AUT-REQ-880' },
      { matches: 'refusedOnConnection', proves: 'AUT-REQ-880' },
    ],
  },
  {
    id: 'AUT-161',
    title: 'takes a bound token on no connection that shows the certificate of another TPP',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 8705 section 3',
    given: 'authorisedConsent',
    steps: [listAccounts(), listAccounts({ certificate: 'other' })],
    expect: [
      { status: 200, step: 0, proves: 'AUT-REQ-880' },
      { matches: 'refusedOnConnection', proves: 'AUT-REQ-880' },
    ],
  },
]
