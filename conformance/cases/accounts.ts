/**
 * The account list and the single account.
 *
 * @module
 */
import { create, createdConsentId, decide, exchangeCode, givenAccountId, listAccounts, readAccount } from './calls.js'
import type { Case } from './case.js'
import { accountsCame, unknownId } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

const latest = { token: 'latest' } as const

const identifiers = ['Data.Account[].Account[].SchemeName', 'Data.Account[].Account[].Identification']

export const accounts = [
  {
    id: 'ACC-001',
    title: 'lists the accounts that the PSU agreed to show',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource"',
    given: 'nothing',
    steps: [create(), decide('approve', createdConsentId()), exchangeCode, listAccounts(latest)],
    expect: [
      ...accountsCame(['ACC-REQ-010', 'ACC-REQ-060']),
      { present: ['Data.Account[].AccountId'], proves: ['ACC-REQ-070', 'AUT-REQ-190'] },
    ],
  },
  {
    id: 'ACC-002',
    title: 'lists every account of a PSU who chose them all',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Behaviour of the read endpoints"',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [{ matches: 'atLeastAccounts', with: { count: 2 }, proves: ['ACC-REQ-030', 'AUT-REQ-190'] }],
  },
  {
    id: 'ACC-003',
    title: 'lists no account that the PSU did not choose',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Behaviour of the read endpoints"',
    given: 'narrowConsent',
    steps: [listAccounts()],
    expect: [{ matches: 'accountsAre', with: { ids: [givenAccountId] }, proves: ['ACC-REQ-040', 'AUT-REQ-350'] }],
  },
  {
    id: 'ACC-004',
    title: 'reads the one account that the path names',
    operation: 'getAccount',
    versions: both,
    ref: 'Source document, "Account resource"',
    given: 'authorisedConsent',
    steps: [listAccounts(), readAccount()],
    expect: [
      { status: 200, proves: ['ACC-REQ-020', 'ACC-REQ-060', 'AUT-REQ-060'] },
      { body: { 'Data.Account[].AccountId': givenAccountId }, proves: ['ACC-REQ-050', 'ACC-REQ-020'] },
      { matches: 'exactlyAccounts', with: { count: 1 }, proves: 'ACC-REQ-090' },
      { matches: 'asInList', with: { list: 0 }, proves: ['ACC-REQ-020', 'ACC-REQ-050'] },
    ],
  },
  {
    id: 'ACC-005',
    title: 'refuses an AccountId that does not exist',
    operation: 'getAccount',
    versions: both,
    ref: 'Parent standard: identifiers that do not exist',
    given: 'authorisedConsent',
    steps: [readAccount({ from: 'fresh', name: 'account' })],
    expect: unknownId('ERR-REQ-450'),
  },
  {
    id: 'ACC-006',
    title: 'refuses an account that the PSU did not choose',
    operation: 'getAccount',
    versions: both,
    ref: 'Parent standard: account not in the consent',
    given: 'narrowConsent',
    steps: [readAccount({ from: 'given', name: 'otherAccountId' })],
    expect: [
      { status: [400, 401, 403, 404], proves: 'AUT-REQ-350' },
      { status: 403, proves: 'ACC-REQ-490' },
      { absent: ['Data'], proves: ['ACC-REQ-490', 'AUT-REQ-350'] },
    ],
  },
  {
    id: 'ACC-007',
    title: 'leaves identifiers and servicer out where only ReadAccountsBasic was granted',
    operation: 'getAccounts',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicConsent',
    steps: [listAccounts(), readAccount()],
    expect: [
      ...accountsCame('ACC-REQ-010', 0),
      {
        absent: ['Data.Account[].Account', 'Data.Account[].Servicer'],
        step: 0,
        proves: ['ACC-REQ-470', 'ACC-REQ-450'],
      },
      ...accountsCame('ACC-REQ-020'),
      { absent: ['Data.Account[].Account', 'Data.Account[].Servicer'], proves: ['ACC-REQ-470', 'ACC-REQ-450'] },
    ],
  },
  {
    id: 'ACC-008',
    title: 'shows the identifiers of every account where ReadAccountsDetail was granted',
    operation: 'getAccounts',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'detailConsent',
    steps: [listAccounts(), readAccount()],
    expect: [
      { present: identifiers, step: 0, proves: 'ACC-REQ-430' },
      { present: identifiers, proves: 'ACC-REQ-430' },
    ],
  },
  {
    id: 'ACC-009',
    title: 'shows the fields of Detail where Basic and Detail were both granted',
    operation: 'getAccounts',
    versions: both,
    ref: 'Parent standard, permissions: Detail implies Basic',
    given: 'authorisedConsent',
    steps: [listAccounts()],
    expect: [
      { status: 200, proves: 'AAC-REQ-720' },
      { present: identifiers, proves: 'AAC-REQ-720' },
    ],
  },
  {
    id: 'ACC-010',
    title: 'masks card numbers but for the last four digits',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource": Account',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [
      { matches: 'panMasked', proves: 'ACC-REQ-250' },
      { matches: 'panKeepsLastFour', proves: 'ACC-REQ-510' },
    ],
  },
  {
    id: 'ACC-011',
    title: 'gives an account as many identifiers as the version allows',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource": Account',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [{ matches: 'identifiersPerAccount', proves: ['ACC-REQ-220', 'ACC-REQ-230', 'ACC-REQ-240'] }],
  },
  {
    id: 'ACC-012',
    title: 'writes scheme names as the version defines them',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource": SchemeName; "Versioning"',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [
      { matches: 'schemeNames', proves: ['ACC-REQ-290', 'ACC-REQ-300', 'VER-REQ-180', 'VER-REQ-240'] },
      { matches: 'schemePrefixConstant', proves: 'ACC-REQ-310' },
      { matches: 'schemePrefixOfFramework', proves: 'FMT-REQ-340' },
    ],
  },
  {
    id: 'ACC-013',
    title: 'names a servicer with both scheme and identification',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource": Servicer',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [{ matches: 'servicerComplete', proves: ['ACC-REQ-460', 'ACC-REQ-260', 'ACC-REQ-270', 'ACC-REQ-280'] }],
  },
  {
    id: 'ACC-014',
    title: 'gives every account an AccountId of its own that stays the same',
    operation: 'getAccounts',
    versions: both,
    ref: 'Source document, "Account resource": AccountId',
    given: 'authorisedConsent',
    steps: [listAccounts(), listAccounts()],
    expect: [
      { matches: 'uniqueAccountIds', proves: ['ACC-REQ-120', 'FMT-REQ-280'] },
      { matches: 'sameAccounts', with: { as: 0 }, proves: 'FMT-REQ-280' },
    ],
  },
  {
    id: 'ACC-015',
    title: 'writes Bahraini IBANs with 22 characters',
    operation: 'getAccounts',
    versions: both,
    ref: 'ISO 13616; docs/facts.md section 1',
    given: 'detailConsent',
    steps: [listAccounts()],
    expect: [{ matches: 'bahrainiIban', proves: 'FMT-REQ-310' }],
  },
  {
    id: 'ACC-016',
    title: 'refuses account reads under a consent without a permission for accounts',
    operation: 'getAccounts',
    versions: ['0.0.1'],
    ref: 'Parent standard, permissions',
    given: 'nothing',
    steps: [
      create({ Permissions: ['ReadBalances'] }),
      decide('approve', createdConsentId()),
      exchangeCode,
      listAccounts(latest),
      readAccount({ from: 'fresh', name: 'account' }, latest),
    ],
    expect: [
      { status: 403, step: 3, proves: 'ACC-REQ-480' },
      { absent: ['Data'], step: 3, proves: 'ACC-REQ-480' },
      { status: 403, proves: 'ACC-REQ-480' },
    ],
  },
  {
    id: 'ACC-017',
    title: 'shows the one account that the PSU picked at the bank, to a TPP that sends a scope beside its code',
    operation: 'getAccounts',
    versions: both,
    ref: 'Public framework: an AISP cannot preselect accounts; RFC 6749 sections 3.2 and 4.1.3',
    given: 'nothing',
    steps: [
      create(),
      decide('approve', createdConsentId(), { psu: 'several', accounts: 'first' }),
      { token: 'authorization_code', form: { scope: 'openid accounts' } },
      listAccounts(latest),
    ],
    expect: [
      { status: 200, step: 2, proves: 'AUT-REQ-870' },
      ...accountsCame('AUT-REQ-870'),
      { matches: 'exactlyAccounts', with: { count: 1 }, proves: ['ACC-REQ-040', 'AUT-REQ-670'] },
    ],
  },
] as const satisfies readonly Case[]
