/**
 * The headers of the standard, and content negotiation.
 *
 * @module
 */
import { create, listAccounts, patch, remove } from './calls.js'
import type { Call, Case } from './case.js'
import { accountsCame, consentMade, fieldFault } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

/** The account list, asked for with another Accept header or none. */
const accepting = (accept: string | null): Call => listAccounts({ headers: { accept }, deviates: ['accept'] })

const typed = (contentType: string, rest: Partial<Call> = {}): Call =>
  create({}, { headers: { 'content-type': contentType }, ...rest })

export const headers = [
  {
    id: 'HDR-001',
    title: 'generates an interaction id when the request has none',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters": x-fapi-interaction-id',
    given: 'nothing',
    steps: [create({}, { headers: { 'x-fapi-interaction-id': null }, deviates: ['x-fapi-interaction-id'] })],
    expect: [
      ...consentMade(['HDR-REQ-140', 'HDR-REQ-070']),
      { matches: 'interactionIdMade', proves: ['HDR-REQ-080', 'HDR-REQ-200'] },
    ],
  },
  {
    id: 'HDR-002',
    title: 'creates a consent with every optional header, whether the address of the PSU is IPv4 or IPv6',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters"',
    given: 'nothing',
    steps: [
      create(
        {},
        {
          headers: {
            'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT',
            'x-fapi-customer-ip-address': '192.0.2.17',
            'x-customer-user-agent': 'Mozilla/5.0 (compatible; DemoMoney/1.0)',
          },
        },
      ),
      create({}, { headers: { 'x-fapi-customer-ip-address': '2001:db8::17' } }),
    ],
    expect: [...consentMade(['HDR-REQ-140', 'HDR-REQ-030', 'HDR-REQ-050'], 0), ...consentMade('HDR-REQ-050')],
  },
  {
    id: 'HDR-003',
    title: 'accepts an x-fapi-auth-date that ends in UTC',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters": x-fapi-auth-date',
    given: 'nothing',
    steps: [create({}, { headers: { 'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 UTC' } })],
    expect: consentMade('HDR-REQ-030'),
  },
  {
    id: 'HDR-004',
    title: 'refuses an x-fapi-auth-date that is no RFC 7231 date',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters": x-fapi-auth-date; docs/facts.md section 2',
    given: 'nothing',
    steps: [create({}, { headers: { 'x-fapi-auth-date': '2030-01-15T09:00:00Z' }, deviates: ['x-fapi-auth-date'] })],
    expect: fieldFault({ errorCode: 'Header.Invalid', path: 'x-fapi-auth-date', answer: 'HDR-REQ-210' }),
  },
  {
    id: 'HDR-006',
    title: 'refuses an x-fapi-customer-ip-address that is no address',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'docs/facts.md section 2',
    given: 'nothing',
    steps: [
      create({}, { headers: { 'x-fapi-customer-ip-address': '300.1.2.3' }, deviates: ['x-fapi-customer-ip-address'] }),
    ],
    expect: fieldFault({ errorCode: 'Header.Invalid', path: 'x-fapi-customer-ip-address', answer: 'HDR-REQ-220' }),
  },
  {
    id: 'HDR-007',
    title: 'refuses an interaction id that is no UUID, and answers with a new one',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters": x-fapi-interaction-id; docs/facts.md section 2',
    given: 'nothing',
    steps: [create({}, { headers: { 'x-fapi-interaction-id': 'call-1' }, deviates: ['x-fapi-interaction-id'] })],
    expect: [
      ...fieldFault({ errorCode: 'Header.Invalid', path: 'x-fapi-interaction-id', answer: 'HDR-REQ-230' }),
      { matches: 'interactionIdMade', proves: ['HDR-REQ-090', 'HDR-REQ-110'] },
    ],
  },
  {
    id: 'HDR-008',
    title: 'accepts any x-customer-user-agent, and none',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Common header parameters": x-customer-user-agent',
    given: 'nothing',
    steps: [
      create({}, { headers: { 'x-customer-user-agent': '()<>@,;:\\"/[]?={} 100% free text' } }),
      create({}, { headers: { 'x-customer-user-agent': null } }),
    ],
    expect: [...consentMade('HDR-REQ-240', 0), ...consentMade('HDR-REQ-130')],
  },
  {
    id: 'HDR-009',
    title: 'answers 406 to an Accept header that excludes JSON',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Errors": 406; RFC 9110 section 12.5.1',
    given: 'authorisedConsent',
    steps: [
      accepting('application/xml'),
      accepting('application/jwt, text/html;q=0.5'),
      accepting('application/json;q=0'),
    ],
    expect: [
      { status: 406, step: 0, proves: ['HDR-REQ-250', 'ERR-REQ-060'] },
      { status: 406, step: 1, proves: ['HDR-REQ-250', 'ERR-REQ-060'] },
      // a server may pass over a weight of zero: RFC 9110 section 12.5.1
      { status: 406, tolerates: [200], proves: ['HDR-REQ-250', 'ERR-REQ-060'] },
    ],
  },
  {
    id: 'HDR-010',
    title: 'answers without an Accept header',
    operation: 'getAccounts',
    versions: both,
    ref: 'RFC 9110 section 12.5.1',
    given: 'authorisedConsent',
    steps: [accepting(null)],
    expect: accountsCame('HDR-REQ-260'),
  },
  {
    id: 'HDR-011',
    title: 'answers with JSON to an Accept header that allows it among others',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Errors": 406; RFC 9110 section 12.5.1',
    given: 'authorisedConsent',
    steps: [accepting('*/*'), accepting('application/*;q=0.5'), accepting('text/html, application/json;q=0.9')],
    expect: [...accountsCame('ERR-REQ-060', 0), ...accountsCame('ERR-REQ-060', 1), ...accountsCame('ERR-REQ-060')],
  },
  {
    id: 'HDR-012',
    title: 'answers 406 when another character set than UTF-8 is asked for',
    operation: 'getAccounts',
    versions: both,
    ref: 'Parent standard: Accept',
    given: 'authorisedConsent',
    steps: [listAccounts({ headers: { 'accept-charset': 'iso-8859-1' }, deviates: ['accept-charset'] })],
    expect: [{ status: 406, proves: 'HDR-REQ-270' }],
  },
  {
    id: 'HDR-013',
    title: 'refuses a consent that is not sent as application/json',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Parent standard: 415; the document defines it without attaching it, so that 400 is as good',
    given: 'nothing',
    steps: [
      typed('text/plain', { deviates: ['content-type'] }),
      typed('application/xml', { deviates: ['content-type'] }),
    ],
    expect: [
      { status: [415, 400], step: 0, proves: 'HDR-REQ-290' },
      { status: [415, 400], proves: 'HDR-REQ-290' },
    ],
  },
  {
    id: 'HDR-014',
    title: 'answers 415 to a PATCH that is not sent as application/json',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, "Errors": 415; parent standard',
    given: 'pendingConsent',
    steps: [patch(undefined, { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] })],
    expect: [{ status: 415, proves: ['HDR-REQ-280', 'ERR-REQ-070'] }],
  },
  {
    id: 'HDR-015',
    title: 'accepts application/json with a charset and in upper or lower case',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'RFC 9110 section 8.3.1',
    given: 'nothing',
    steps: [
      typed('application/json; charset=utf-8'),
      typed('application/json;charset="UTF-8"'),
      typed('APPLICATION/JSON'),
    ],
    expect: [...consentMade('HDR-REQ-300', 0), ...consentMade('HDR-REQ-300', 1), ...consentMade('HDR-REQ-300')],
  },
  {
    id: 'HDR-016',
    title: 'reads no consent without its id in the path',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Endpoints": path parameter ConsentId',
    given: 'nothing',
    steps: [{ call: 'getAccountAccessConsent', path: '/account-access-consents/', deviates: ['path'] }],
    expect: [{ status: [400, 404, 405], proves: 'HDR-REQ-170' }],
  },
  {
    id: 'HDR-047',
    title: 'withdraws no consent without its id in the path: PATCH',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, "Endpoints": path parameter ConsentId',
    given: 'nothing',
    steps: [patch('any', { path: '/account-access-consents/', deviates: ['path'] })],
    expect: [{ status: [400, 404, 405], proves: 'HDR-REQ-170' }],
  },
  {
    id: 'HDR-048',
    title: 'withdraws no consent without its id in the path: DELETE',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Source document, "Endpoints": path parameter ConsentId',
    given: 'nothing',
    steps: [remove('any', { path: '/account-access-consents/', deviates: ['path'] })],
    expect: [{ status: [400, 404, 405], proves: 'HDR-REQ-170' }],
  },
] as const satisfies readonly Case[]
