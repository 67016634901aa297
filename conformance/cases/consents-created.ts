/**
 * Account access consents that are created and read.
 *
 * @module
 */
import { permissions as published } from '#standard/index.js'
import { create, createdConsentId, inDays, read } from './calls.js'
import type { Case } from './case.js'
import { consentMade } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const dates = {
  ExpirationDateTime: inDays(90),
  TransactionFromDateTime: inDays(-180),
  TransactionToDateTime: inDays(80),
}

const dateRows = {
  ExpirationDateTime: ['AAC-REQ-320', 'AAC-REQ-530'],
  TransactionFromDateTime: ['AAC-REQ-330'],
  TransactionToDateTime: ['AAC-REQ-340'],
} as const

export const consentsCreated = [
  {
    id: 'AAC-001',
    title: 'creates a consent in AwaitingAuthorisation',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Fully shaped operation: create account access consent"',
    given: 'nothing',
    steps: [create()],
    expect: [
      ...consentMade(['AAC-REQ-010', 'AAC-REQ-060', 'AUT-REQ-240']),
      { header: 'content-type', like: '^application/json\\b', proves: 'AAC-REQ-210' },
      { body: { 'Data.Status': 'AwaitingAuthorisation' }, proves: 'AAC-REQ-560' },
      { body: { Risk: {} }, proves: 'AAC-REQ-350' },
    ],
  },
  {
    id: 'AAC-002',
    title: 'reads a consent under the ConsentId of its creation',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, response body": Data.ConsentId',
    given: 'nothing',
    steps: [create(), read(createdConsentId())],
    expect: [
      { status: 200, proves: ['AAC-REQ-020', 'ERR-REQ-290', 'AUT-REQ-240'] },
      { body: { 'Data.ConsentId': createdConsentId() }, proves: 'AAC-REQ-240' },
      { matches: 'sameData', with: { as: 0 }, proves: ['AAC-REQ-020', 'AAC-REQ-240'] },
    ],
  },
  {
    id: 'AAC-003',
    title: 'answers with the permissions that were asked for',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, response body": Data.Permissions',
    given: 'nothing',
    steps: [
      create({ Permissions: ['ReadBalances', 'ReadBeneficiariesBasic', 'ReadAccountsBasic'] }),
      read(createdConsentId()),
    ],
    expect: [
      { matches: 'permissionsAsRequested', with: { request: 0 }, step: 0, proves: 'AAC-REQ-310' },
      { matches: 'permissionsAsRequested', with: { request: 0 }, proves: 'AAC-REQ-310' },
    ],
  },
  {
    id: 'AAC-004',
    title: 'keeps expiry and transaction period as requested',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, response body": the three optional dates',
    given: 'nothing',
    steps: [create(dates), read(createdConsentId())],
    expect: [
      { status: 201, step: 0, proves: ['AAC-REQ-140', 'AAC-REQ-170', 'AAC-REQ-180'] },
      ...Object.entries(dateRows).flatMap(([name, proves]) =>
        [0, 1].map((step) => ({
          matches: 'instantAsRequested' as const,
          with: { request: 0, path: `Data.${name}` },
          step,
          proves,
        })),
      ),
    ],
  },
  {
    id: 'AAC-005',
    title: 'dates a new consent with the time of its creation',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, response body": CreationDateTime, StatusUpdateDateTime',
    given: 'nothing',
    steps: [create()],
    expect: [
      { matches: 'nearDateHeader', with: { path: 'Data.CreationDateTime', minutes: 5 }, proves: 'AAC-REQ-260' },
      { matches: 'nearDateHeader', with: { path: 'Data.StatusUpdateDateTime', minutes: 5 }, proves: 'AAC-REQ-290' },
    ],
  },
  {
    id: 'AAC-006',
    title: 'adds no expiry to a consent that was requested without one',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, request body": Data.ExpirationDateTime',
    given: 'nothing',
    steps: [create(), read(createdConsentId())],
    expect: [
      { status: 201, step: 0, proves: 'AAC-REQ-140' },
      { absent: ['Data.ExpirationDateTime'], step: 0, proves: 'AAC-REQ-160' },
      { absent: ['Data.ExpirationDateTime'], proves: 'AAC-REQ-160' },
    ],
  },
  {
    id: 'AAC-007',
    title: 'accepts a date-time in UTC written with Z',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Account access consent, request body": Data.ExpirationDateTime',
    given: 'nothing',
    steps: [create({ ExpirationDateTime: { from: 'clock', offsetMillis: 86_400_000, form: 'zulu' } })],
    expect: [
      ...consentMade(['AAC-REQ-140', 'FMT-REQ-010']),
      {
        matches: 'instantAsRequested',
        with: { request: 0, path: 'Data.ExpirationDateTime' },
        proves: ['AAC-REQ-320', 'AAC-REQ-530'],
      },
    ],
  },
  {
    id: 'AAC-008',
    title: 'creates two consents for two equal requests, with or without an idempotency key',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Public framework, account access consents: not idempotent',
    given: 'nothing',
    steps: [
      create({}, { headers: { 'x-idempotency-key': 'one-key-for-two-requests' } }),
      create({}, { headers: { 'x-idempotency-key': 'one-key-for-two-requests' } }),
    ],
    expect: [
      { status: 201, step: 0, proves: 'IDM-REQ-130' },
      { status: 201, proves: ['IDM-REQ-130', 'IDM-REQ-140'] },
      { matches: 'valueDiffers', with: { path: 'Data.ConsentId', than: 0 }, proves: ['IDM-REQ-140', 'FMT-REQ-280'] },
    ],
  },
  {
    id: 'AAC-009',
    title: 'accepts a Basic permission beside its Detail permission',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Parent standard, permissions: Detail implies Basic',
    given: 'nothing',
    steps: [create({ Permissions: ['ReadAccountsBasic', 'ReadAccountsDetail'] })],
    expect: consentMade('AAC-REQ-710'),
  },
  {
    id: 'AAC-010',
    title: 'accepts and keeps permissions for which no operation exists',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, permission values; docs/facts.md section 5',
    given: 'nothing',
    steps: [create({ Permissions: ['ReadAccountsDetail', 'ReadOffers', 'ReadParty', 'ReadStatementsBasic'] })],
    expect: [
      { status: 201, proves: 'AAC-REQ-700' },
      { matches: 'permissionsAsRequested', with: { request: 0 }, proves: ['AAC-REQ-700', 'AAC-REQ-310'] },
    ],
  },
  {
    id: 'AAC-011',
    title: 'stores a permission once when it was listed twice',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'docs/facts.md section 5: duplicates',
    given: 'nothing',
    steps: [create({ Permissions: ['ReadAccountsDetail', 'ReadBalances', 'ReadAccountsDetail'] })],
    expect: [
      { status: 201, proves: 'AAC-REQ-730' },
      { matches: 'permissionsOnce', proves: 'AAC-REQ-730' },
      { matches: 'permissionsAsRequested', with: { request: 0 }, proves: 'AAC-REQ-310' },
    ],
  },
  {
    id: 'AAC-012',
    title: 'accepts every published permission',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, permission values',
    given: 'nothing',
    steps: [create({ Permissions: published })],
    expect: [
      { status: 201, proves: 'AAC-REQ-130' },
      { matches: 'permissionsAsRequested', with: { request: 0 }, proves: ['AAC-REQ-130', 'AAC-REQ-310'] },
    ],
  },
  {
    id: 'AAC-013',
    title: 'accepts transactions without a direction in 0.0.1',
    operation: 'createAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Public 0.0.1 samples; docs/facts.md section 5',
    given: 'nothing',
    steps: [create({ Permissions: ['ReadAccountsBasic', 'ReadTransactionsDetail'] })],
    expect: consentMade('AAC-REQ-690'),
  },
  {
    id: 'AAC-014',
    title: 'gives the URL where the PSU decides in Links.Self of a new consent',
    operation: 'createAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, "Consent-based flow": a redirection URL; docs/facts.md section 15.3',
    given: 'nothing',
    steps: [create()],
    expect: [{ matches: 'absoluteUri', with: { path: 'Links.Self' }, proves: 'AUT-REQ-620' }],
  },
] as const satisfies readonly Case[]
