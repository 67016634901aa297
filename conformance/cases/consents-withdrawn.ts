/**
 * Consents that the TPP withdraws: PATCH in 1.0.0, DELETE in 0.0.1, and whether their tokens stop working.
 *
 * @module
 */
import { listAccounts, patch, read, readAccount, remove } from './calls.js'
import type { Case } from './case.js'
import { accountsCame, consentIs, fieldFault, unknownId } from './expect.js'

export const consentsWithdrawn = [
  {
    id: 'AAC-050',
    title: 'revokes a consent that is AwaitingAuthorisation, and shows it',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Public framework, account access consents: PATCH',
    given: 'pendingConsent',
    steps: [read(), patch(), read()],
    expect: [
      { status: 200, step: 1, proves: ['AAC-REQ-040', 'AAC-REQ-430', 'AAC-REQ-600', 'AUT-REQ-240'] },
      consentIs('Revoked', ['AAC-REQ-440', 'AAC-REQ-420'], 1),
      { matches: 'statusUpdateMoved', with: { since: 0 }, step: 1, proves: ['AAC-REQ-450', 'AAC-REQ-290'] },
      consentIs('Revoked', 'AAC-REQ-440'),
      { matches: 'sameData', with: { as: 1 }, proves: 'AAC-REQ-430' },
    ],
  },
  {
    id: 'AAC-051',
    title: 'revokes an Authorised consent, and answers 401 to its token',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Public framework, account access consents: PATCH; parent standard: consent tokens after withdrawal',
    given: 'ownAuthorisedConsent',
    steps: [listAccounts(), patch(), read(), listAccounts(), readAccount()],
    expect: [
      ...accountsCame('AUT-REQ-060', 0),
      { status: 200, step: 1, proves: ['AAC-REQ-040', 'AAC-REQ-600'] },
      consentIs('Revoked', 'AAC-REQ-440', 1),
      consentIs('Revoked', 'AAC-REQ-440', 2),
      { status: 401, tolerates: [403], step: 3, proves: 'AAC-REQ-480' },
      { status: 401, tolerates: [403], step: 4, proves: 'AAC-REQ-480' },
    ],
  },
  {
    id: 'AAC-053',
    title: 'refuses to revoke a consent that is Revoked',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 7.1 and 11',
    given: 'pendingConsent',
    steps: [patch(), patch(), read()],
    expect: [
      ...fieldFault({ errorCode: 'Resource.InvalidConsentStatus', answer: 'AAC-REQ-460', step: 1 }),
      consentIs('Revoked', 'AAC-REQ-630'),
    ],
  },
  {
    id: 'AAC-054',
    title: 'refuses to revoke a consent that is Rejected',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 7.1 and 11',
    given: 'rejectedConsent',
    steps: [patch(), read()],
    expect: [
      ...fieldFault({ errorCode: 'Resource.InvalidConsentStatus', answer: 'AAC-REQ-460', step: 0 }),
      consentIs('Rejected', 'AAC-REQ-630'),
    ],
  },
  {
    id: 'AAC-055',
    title: 'refuses a PATCH to any status but Revoked, and changes nothing',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Public framework, account access consents: PATCH',
    given: 'pendingConsent',
    steps: [patch(undefined, { body: { Data: { Status: 'Authorised' } }, deviates: ['Data.Status'] }), read()],
    expect: [
      ...fieldFault({
        errorCode: 'Field.Invalid',
        path: 'Data.Status',
        rule: 'AAC-REQ-420',
        answer: 'AAC-REQ-470',
        step: 0,
      }),
      consentIs('AwaitingAuthorisation', 'AAC-REQ-420'),
    ],
  },
  {
    id: 'AAC-056',
    title: 'refuses a PATCH without a status',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Public framework, account access consents: PATCH',
    given: 'pendingConsent',
    steps: [patch(undefined, { body: { Data: {} }, deviates: ['Data.Status'] })],
    expect: fieldFault({
      errorCode: 'Field.Missing',
      path: 'Data.Status',
      rule: 'AAC-REQ-420',
      answer: 'ERR-REQ-400',
    }),
  },
  {
    id: 'AAC-057',
    title: 'refuses a PATCH of anything besides the status',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Public framework, account access consents: PATCH; docs/facts.md section 3.3',
    given: 'pendingConsent',
    steps: [
      patch(undefined, {
        body: { Data: { Status: 'Revoked', Permissions: ['ReadAccountsBasic'] } },
        deviates: ['Data.Permissions'],
      }),
    ],
    expect: fieldFault({ errorCode: 'Field.Unexpected', path: 'Data.Permissions', answer: 'ERR-REQ-410' }),
  },
  {
    id: 'AAC-058',
    title: 'deletes a consent, which can no longer be read',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Source document, operation list of 0.0.1: DEL; parent standard: 204',
    given: 'pendingConsent',
    steps: [remove(), read()],
    expect: [
      { status: [200, 202, 204], step: 0, proves: ['AAC-REQ-030', 'AAC-REQ-050', 'AUT-REQ-240'] },
      { status: 204, step: 0, proves: 'AAC-REQ-380' },
      { status: [400, 403, 404], proves: 'AAC-REQ-030' },
      ...unknownId('AAC-REQ-390'),
    ],
  },
  {
    id: 'AAC-059',
    title: 'answers 401 to the token of a deleted consent',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Parent standard: consent tokens after withdrawal',
    given: 'ownAuthorisedConsent',
    steps: [listAccounts(), remove(), listAccounts(), readAccount()],
    expect: [
      ...accountsCame('AUT-REQ-060', 0),
      { status: 401, tolerates: [403], step: 2, proves: 'AAC-REQ-400' },
      { status: 401, tolerates: [403], step: 3, proves: 'AAC-REQ-400' },
    ],
  },
  {
    id: 'AAC-060',
    title: 'refuses to delete a consent a second time',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Parent standard: identifiers that do not exist',
    given: 'pendingConsent',
    steps: [remove(), remove()],
    expect: [{ status: 204, step: 0, proves: 'AAC-REQ-380' }, ...unknownId('ERR-REQ-450')],
  },
] as const satisfies readonly Case[]
