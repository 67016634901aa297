/**
 * Error responses: for unknown ids, unsupported requests and the like.
 *
 * @module
 */
import { consentBody, create, listAccounts, patch, read, readAccount, remove } from './calls.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { consentIs, fieldFault, unknownId } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const unknown: Value = { from: 'fresh', name: 'consent' }

/** Ids that have caused server errors at real banks. */
const awkwardIds = ['x'.repeat(129), '\u0000', '../accounts', '😀', "' OR 1=1 --", '%', ' ']

/** Refused as an unknown id, not answered with a server error. */
const neverFails = (step: number): Expectation => ({ status: [400, 403, 404], step, proves: 'ERR-REQ-090' })

const invalidStatus: Partial<Call> = { body: { Data: { Status: 'Authorised' } }, deviates: ['Data.Status'] }

const { Risk } = consentBody() as { Risk: Value }

export const errors: readonly Case[] = [
  {
    id: 'ERR-001',
    title: 'refuses a ConsentId that does not exist',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: identifiers that do not exist',
    given: 'nothing',
    steps: [read(unknown)],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: 'ERR-002',
    title: 'revokes no consent that does not exist',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Parent standard: identifiers that do not exist',
    given: 'nothing',
    steps: [patch(unknown)],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: 'ERR-003',
    title: 'deletes no consent that does not exist',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Parent standard: identifiers that do not exist',
    given: 'nothing',
    steps: [remove(unknown)],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: 'ERR-004',
    title: 'refuses malformed ConsentIds without a server error',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Errors": 500',
    given: 'nothing',
    steps: [read('no-such-consent'), ...awkwardIds.map((id) => read(id))],
    expect: [neverFails(0), ...awkwardIds.map((_, index) => neverFails(index + 1))],
  },
  {
    id: 'ERR-005',
    title: 'refuses malformed AccountIds without a server error',
    operation: 'getAccount',
    versions: both,
    ref: 'Source document, "Errors": 500',
    given: 'authorisedConsent',
    steps: [
      readAccount(undefined, { path: '/accounts/%', deviates: ['path'] }),
      ...awkwardIds.map((id) => readAccount(id)),
    ],
    expect: [neverFails(0), ...awkwardIds.map((_, index) => neverFails(index + 1))],
  },
  {
    id: 'ERR-006',
    title: 'answers 403 to a TPP that reads the consent of another, and shows nothing of it',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: resources of another TPP',
    given: 'consentOfOtherTpp',
    steps: [read(), read(undefined, { token: 'public-other' })],
    expect: [
      { status: 403, step: 0, proves: ['ERR-REQ-560', 'ERR-REQ-030'] },
      { errorCode: 'Resource.ConsentMismatch', step: 0, proves: 'ERR-REQ-570' },
      { absent: ['Data'], step: 0, proves: 'ERR-REQ-560' },
      { status: 200, proves: 'AAC-REQ-020' },
    ],
  },
  {
    id: 'ERR-007',
    title: 'lets no TPP revoke the consent of another',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Parent standard: resources of another TPP',
    given: 'consentOfOtherTpp',
    steps: [patch(), read(undefined, { token: 'public-other' })],
    expect: [{ status: 403, step: 0, proves: 'ERR-REQ-560' }, consentIs('AwaitingAuthorisation', 'ERR-REQ-560')],
  },
  {
    id: 'ERR-008',
    title: 'lets no TPP delete the consent of another',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Parent standard: resources of another TPP',
    given: 'consentOfOtherTpp',
    steps: [remove(), read(undefined, { token: 'public-other' })],
    expect: [{ status: 403, step: 0, proves: 'ERR-REQ-560' }, consentIs('AwaitingAuthorisation', 'ERR-REQ-560')],
  },
  {
    id: 'ERR-009',
    title: 'answers 404 to a path that is not defined',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Errors": 404',
    given: 'authorisedConsent',
    steps: [listAccounts({ path: '/no-such-resource', deviates: ['path'] })],
    expect: [{ status: 404, proves: ['ERR-REQ-590', 'ERR-REQ-040'] }],
  },
  {
    id: 'ERR-010',
    title: 'answers 405 to a method that the path does not have',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Errors": 405',
    given: 'authorisedConsent',
    steps: [
      listAccounts({ method: 'PUT', deviates: ['method'] }),
      readAccount(undefined, { method: 'DELETE', deviates: ['method'] }),
    ],
    expect: [
      { status: 405, step: 0, proves: ['ERR-REQ-600', 'ERR-REQ-050'] },
      { header: 'allow', like: '\\bGET\\b', step: 0, proves: 'ERR-REQ-650' },
      { status: 405, proves: ['ERR-REQ-600', 'ERR-REQ-050'] },
    ],
  },
  {
    id: 'ERR-011',
    title: 'reports every fault of a body in one answer',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'docs/facts.md section 3.2',
    given: 'nothing',
    steps: [
      {
        call: 'createAccountAccessConsent',
        body: { Data: { Permissions: ['ReadEverything'], ExpirationDateTime: 'soon', Purpose: 'budgeting' }, Risk },
        deviates: ['Data.Permissions', 'Data.ExpirationDateTime', 'Data.Purpose'],
      },
    ],
    expect: [
      { status: 400, proves: ['ERR-REQ-010', 'ERR-REQ-360'] },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'Data.Permissions' },
          { errorCode: 'Field.InvalidDate', path: 'Data.ExpirationDateTime' },
          { errorCode: 'Field.Unexpected', path: 'Data.Purpose' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
  {
    id: 'ERR-012',
    title: 'gives every error an Id of its own',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Error response body": Id',
    given: 'nothing',
    steps: [
      create({ Permissions: [] }, { deviates: ['Data.Permissions'] }),
      create({ Permissions: [] }, { deviates: ['Data.Permissions'] }),
    ],
    expect: [
      { status: 400, step: 0, proves: 'ERR-REQ-420' },
      { matches: 'errorIdsDiffer', proves: 'ERR-REQ-180' },
    ],
  },
  {
    id: 'ERR-013',
    title: 'answers 400 with Resource.InvalidFormat to a body that is not JSON',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: Resource.InvalidFormat',
    given: 'nothing',
    steps: [{ call: 'createAccountAccessConsent', rawBody: '{"Data": {', deviates: ['body'] }],
    expect: fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390' }),
  },
  {
    id: 'ERR-014',
    title: 'answers 400 with Resource.InvalidFormat to JSON that is no object',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: Resource.InvalidFormat',
    given: 'nothing',
    steps: [{ call: 'createAccountAccessConsent', rawBody: '[1, 2]', deviates: ['body'] }],
    expect: fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390' }),
  },
  {
    id: 'ERR-015',
    title: 'answers 429 with Retry-After when the quota of a TPP is used up, and serves the others',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Errors": 429',
    given: 'pendingConsent',
    needs: ['tpp.limited'],
    steps: [read(unknown, { token: 'public-limited', repeat: { times: 60, until: 429 } }), read()],
    expect: [
      { status: 429, step: 0, proves: 'ERR-REQ-080' },
      { header: 'retry-after', like: '^\\d+$', step: 0, proves: 'ERR-REQ-140' },
      { status: 200, proves: 'SEC-REQ-050' },
      consentIs('AwaitingAuthorisation', 'SEC-REQ-050'),
    ],
  },
  {
    id: 'ERR-017',
    title: 'refuses a withdrawal with a faulty body as a fault of the body',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Parent standard: Field.Invalid',
    given: 'pendingConsent',
    steps: [patch(undefined, invalidStatus)],
    expect: fieldFault({ errorCode: 'Field.Invalid', path: 'Data.Status', answer: 'ERR-REQ-420' }),
  },
  {
    id: 'ERR-044',
    title: 'answers 400 with Resource.InvalidFormat to a PATCH that is not JSON',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Parent standard: Resource.InvalidFormat',
    given: 'pendingConsent',
    steps: [patch(undefined, { rawBody: '{"Data": {', deviates: ['body'] })],
    expect: fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390' }),
  },
  {
    id: 'ERR-045',
    title: 'reports every fault of a PATCH in one answer',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md section 3.2',
    given: 'pendingConsent',
    steps: [
      patch(undefined, {
        body: { Data: { Status: 'Authorised', Purpose: 'budgeting' } },
        deviates: ['Data.Status', 'Data.Purpose'],
      }),
    ],
    expect: [
      { status: 400, proves: 'ERR-REQ-360' },
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'Data.Status' },
          { errorCode: 'Field.Unexpected', path: 'Data.Purpose' },
        ],
        proves: 'ERR-REQ-360',
      },
    ],
  },
]
