/**
 * Which operations each version offers under which base path, and which it does not.
 *
 * @module
 */
import { type OperationId, operation, type RequirementId, type Version } from '#standard/index.js'
import { create, createdConsentId, givenAccountId, listAccounts, patch, read, readAccount, remove } from './calls.js'
import type { Call, Case, Expectation } from './case.js'
import { accountsCame, consentIs, notOffered } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

interface Absent {
  readonly call: OperationId
  readonly row: RequirementId
  /** A row that requires a 404. */
  readonly notFound?: RequirementId
}

/** What 1.0.0 adds, called under the base of 0.0.1. */
const absentFrom001: readonly Absent[] = [
  { call: 'getStandingOrders', row: 'VER-REQ-070', notFound: 'VER-REQ-210' },
  { call: 'getAccountStandingOrders', row: 'VER-REQ-070', notFound: 'VER-REQ-210' },
  { call: 'getDomesticPaymentConsentFundsConfirmation', row: 'VER-REQ-080' },
  { call: 'getDomesticPaymentDetails', row: 'VER-REQ-090', notFound: 'VER-REQ-220' },
  { call: 'createDomesticFutureDatedPaymentConsent', row: 'VER-REQ-100' },
  { call: 'createDomesticFutureDatedPayment', row: 'VER-REQ-100' },
  { call: 'createDomesticFutureDatedPaymentCancellationConsent', row: 'VER-REQ-100' },
  { call: 'getDomesticFutureDatedPaymentConsent', row: 'VER-REQ-100' },
  { call: 'getDomesticFutureDatedPayment', row: 'VER-REQ-100' },
  { call: 'getDomesticFutureDatedPaymentDetails', row: 'VER-REQ-090' },
  { call: 'getDomesticFutureDatedPaymentCancellationConsent', row: 'VER-REQ-100' },
  { call: 'patchDomesticFutureDatedPayment', row: 'VER-REQ-100' },
  { call: 'createInternationalPaymentConsent', row: 'VER-REQ-110' },
  { call: 'createInternationalPayment', row: 'VER-REQ-110' },
  { call: 'getInternationalPaymentConsent', row: 'VER-REQ-110' },
  { call: 'getInternationalPayment', row: 'VER-REQ-110' },
  { call: 'getInternationalPaymentConsentFundsConfirmation', row: 'VER-REQ-080' },
  { call: 'getInternationalPaymentDetails', row: 'VER-REQ-090' },
  { call: 'getSharingProductDetails', row: 'VER-REQ-120' },
  { call: 'createEventSubscription', row: 'VER-REQ-130' },
  { call: 'getEventSubscriptions', row: 'VER-REQ-130' },
  { call: 'notifyEvent', row: 'VER-REQ-140' },
  { call: 'pollEvents', row: 'VER-REQ-150' },
]

const absentCalls = absentFrom001.map(
  ({ call }): Call => ({
    call,
    token: 'public',
    params: {
      AccountId: 'any',
      ConsentId: 'any',
      DomesticPaymentId: 'any',
      DomesticFutureDatedPaymentId: 'any',
      InternationalPaymentId: 'any',
    },
    ...(/^(create|notify|patch|poll)/.test(call) && { body: {}, deviates: ['body'] }),
  }),
)

const absences = absentFrom001.flatMap(({ row, notFound }, step): Expectation[] => [
  { status: notOffered, step, proves: row },
  ...(notFound ? [{ status: 404, step, proves: notFound }] : []),
])

/** Resources of the wider framework that are in neither operation list. */
const elsewhere = [
  '/direct-debits',
  '/offers',
  '/party',
  '/statements',
  '/future-dated-payments',
  '/accounts/{AccountId}/direct-debits',
  '/accounts/{AccountId}/party',
  '/accounts/{AccountId}/supplementary-account-info',
]

/** A consent of one version, read and used under the base of the other. */
function underOtherBase(base: Version): Omit<Case, 'id' | 'title' | 'versions'> {
  const refused = [400, 401, 403, 404]
  return {
    operation: 'getAccounts',
    ref: 'docs/facts.md section 13',
    given: 'authorisedConsent',
    steps: [listAccounts({ base, deviates: ['base'] }), read(undefined, { base, deviates: ['base'] })],
    expect: [
      { status: refused, step: 0, proves: 'VER-REQ-250' },
      { absent: ['Data'], step: 0, proves: 'VER-REQ-250' },
      { status: refused, proves: 'VER-REQ-250' },
    ],
  }
}

/** What is read under one base with the token of a consent that was made under the other. */
function readsUnderOtherBase(base: Version): Omit<Case, 'id' | 'title' | 'versions'> {
  const refused = [400, 401, 403, 404]
  const reads = accountInformationReads.filter((id) => operation(id).versions.includes(base))
  const call = (id: OperationId): Call => ({
    call: id,
    base,
    deviates: ['base'],
    ...(operation(id).path.includes('{') && { params: { AccountId: givenAccountId } }),
  })
  return {
    operation: 'getAccount',
    ref: 'docs/facts.md section 13',
    given: 'everythingConsent',
    steps: reads.map(call) as unknown as [Call, ...Call[]],
    expect: reads.flatMap((_, step): Expectation[] => [
      { status: refused, step, proves: 'VER-REQ-250' },
    ]) as unknown as [Expectation, ...Expectation[]],
  }
}

const accountInformationReads: readonly OperationId[] = [
  'getAccount',
  'getAccountBalances',
  'getBalances',
  'getAccountTransactions',
  'getTransactions',
  'getAccountBeneficiaries',
  'getBeneficiaries',
  'getAccountStandingOrders',
  'getStandingOrders',
]

export const versions: readonly Case[] = [
  {
    id: 'VER-001',
    title: 'serves the operations of a version under its base',
    operation: 'createAccountAccessConsent',
    versions: both,
    ref: 'Source document, "Versioning"',
    given: 'nothing',
    needs: ['oneBase'],
    steps: [create()],
    expect: [
      { status: 201, proves: ['VER-REQ-040', 'VER-REQ-050'] },
      { matches: 'underPublishedBase', proves: ['VER-REQ-010', 'VER-REQ-020', 'VER-REQ-030'] },
    ],
  },
  {
    id: 'VER-002',
    title: 'offers no DELETE of a consent in 1.0.0',
    operation: 'getAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, operation list of 1.0.0',
    given: 'pendingConsent',
    steps: [remove(), read()],
    expect: [
      { status: notOffered, step: 0, proves: 'VER-REQ-160' },
      { status: 405, step: 0, proves: 'VER-REQ-190' },
      consentIs('AwaitingAuthorisation', 'VER-REQ-160'),
    ],
  },
  {
    id: 'VER-003',
    title: 'offers no PATCH of a consent in 0.0.1',
    operation: 'getAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Source document, operation list of 0.0.1',
    given: 'pendingConsent',
    steps: [patch(), read()],
    expect: [
      { status: notOffered, step: 0, proves: 'VER-REQ-060' },
      { status: 405, step: 0, proves: 'VER-REQ-200' },
      consentIs('AwaitingAuthorisation', 'VER-REQ-060'),
    ],
  },
  {
    id: 'VER-004',
    title: 'offers no operation that is new in 1.0.0 under the base of 0.0.1',
    operation: 'getAccounts',
    versions: ['0.0.1'],
    ref: 'Source document, "Versioning"',
    given: 'nothing',
    steps: absentCalls as [Call, ...Call[]],
    expect: absences as [Expectation, ...Expectation[]],
  },
  {
    id: 'VER-005',
    title: 'answers 404 to resources that are in neither operation list',
    operation: 'getAccounts',
    versions: both,
    ref: 'docs/facts.md section 15.25',
    given: 'authorisedConsent',
    steps: elsewhere.map((path) => readAccount(undefined, { path, deviates: ['path'] })) as unknown as [
      Call,
      ...Call[],
    ],
    expect: elsewhere.map((_, step) => ({ status: 404, step, proves: 'VER-REQ-270' })) as [
      Expectation,
      ...Expectation[],
    ],
  },
  {
    id: 'VER-006',
    title: 'answers 405 to OPTIONS',
    operation: 'getAccounts',
    versions: both,
    ref: 'docs/facts.md section 15.24',
    given: 'authorisedConsent',
    steps: [listAccounts({ method: 'OPTIONS', deviates: ['method'] })],
    expect: [{ status: 405, proves: 'VER-REQ-280' }],
  },
  {
    id: 'VER-007',
    title: 'answers HEAD like GET, without the body',
    operation: 'getAccounts',
    versions: both,
    ref: 'docs/facts.md section 15.24; RFC 9110 section 9.3.2',
    given: 'authorisedConsent',
    steps: [listAccounts(), listAccounts({ method: 'HEAD', deviates: ['method'] })],
    expect: [
      ...accountsCame('ACC-REQ-010', 0),
      { matches: 'likeGetWithoutBody', with: { get: 0 }, proves: 'VER-REQ-290' },
    ],
  },
  {
    id: 'VER-008',
    title: 'serves the path of an item with and without a slash at its end',
    operation: 'getAccount',
    versions: both,
    ref: 'Source document, operation lists; docs/facts.md section 1',
    given: 'authorisedConsent',
    steps: [
      readAccount(undefined, { path: '/accounts/{AccountId}/' }),
      readAccount(undefined, { path: '/accounts/{AccountId}' }),
    ],
    expect: [...accountsCame('VER-REQ-300', 0), { matches: 'sameAnswer', with: { as: 0 }, proves: 'VER-REQ-320' }],
  },
  {
    id: 'VER-009',
    title: 'serves the path of a consent with and without a slash at its end',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, operation lists; docs/facts.md section 1',
    given: 'pendingConsent',
    steps: [
      read(undefined, { path: '/account-access-consents/{ConsentId}/' }),
      read(undefined, { path: '/account-access-consents/{ConsentId}' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'VER-REQ-300' },
      { matches: 'sameAnswer', with: { as: 0 }, proves: 'VER-REQ-320' },
    ],
  },
  {
    id: 'VER-010',
    title: 'refuses a 0.0.1 consent under the base of 1.0.0',
    versions: ['0.0.1'],
    ...underOtherBase('1.0.0'),
  },
  {
    id: 'VER-011',
    title: 'refuses a 1.0.0 consent under the base of 0.0.1',
    versions: ['1.0.0'],
    ...underOtherBase('0.0.1'),
  },
  {
    id: 'VER-027',
    title: 'revokes a consent by its path with and without a slash at its end',
    operation: 'patchAccountAccessConsent',
    versions: ['1.0.0'],
    ref: 'Source document, operation lists; docs/facts.md section 1',
    given: 'nothing',
    steps: [
      create(),
      create(),
      patch(createdConsentId(0), { path: '/account-access-consents/{ConsentId}/' }),
      patch(createdConsentId(1), { path: '/account-access-consents/{ConsentId}' }),
    ],
    expect: [
      consentIs('Revoked', 'VER-REQ-300', 2),
      { status: 200, proves: 'VER-REQ-320' },
      consentIs('Revoked', 'VER-REQ-320'),
    ],
  },
  {
    id: 'VER-028',
    title: 'deletes a consent by its path with and without a slash at its end',
    operation: 'deleteAccountAccessConsent',
    versions: ['0.0.1'],
    ref: 'Source document, operation lists; docs/facts.md section 1',
    given: 'nothing',
    steps: [
      create(),
      create(),
      remove(createdConsentId(0), { path: '/account-access-consents/{ConsentId}/' }),
      remove(createdConsentId(1), { path: '/account-access-consents/{ConsentId}' }),
    ],
    expect: [
      { status: 204, step: 2, proves: 'VER-REQ-300' },
      { status: 204, proves: 'VER-REQ-320' },
    ],
  },
  {
    id: 'VER-029',
    title: 'shows nothing of a 0.0.1 consent under the base of 1.0.0',
    versions: ['0.0.1'],
    ...readsUnderOtherBase('1.0.0'),
  },
  {
    id: 'VER-030',
    title: 'shows nothing of a 1.0.0 consent under the base of 0.0.1',
    versions: ['1.0.0'],
    ...readsUnderOtherBase('0.0.1'),
  },
]
