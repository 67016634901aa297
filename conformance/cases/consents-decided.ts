/**
 * A PSU's decision on the bank's page, and the consent afterwards.
 *
 * @module
 */
import { decide, patch, read } from './calls.js'
import type { Case } from './case.js'
import { consentIs } from './expect.js'

const both = ['0.0.1', '1.0.0'] as const

export const consentsDecided = [
  {
    id: 'AAC-070',
    title: 'makes a consent Authorised when the PSU approves it',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "States and transitions"; parent standard',
    given: 'pendingConsent',
    steps: [read(), decide('approve'), read()],
    expect: [
      { redirect: 'code', step: 1, proves: 'AAC-REQ-570' },
      consentIs('Authorised', 'AAC-REQ-570'),
      { matches: 'statusUpdateMoved', with: { since: 0 }, proves: 'AAC-REQ-290' },
    ],
  },
  {
    id: 'AAC-071',
    title: 'makes a consent Rejected when the PSU rejects it',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'Source document, "States and transitions"; parent standard',
    given: 'pendingConsent',
    steps: [decide('reject'), read()],
    expect: [{ redirect: 'error', step: 0, proves: 'AAC-REQ-580' }, consentIs('Rejected', 'AAC-REQ-580')],
  },
  {
    id: 'AAC-072',
    title: 'makes a consent Rejected when the PSU cancels',
    operation: 'getAccountAccessConsent',
    versions: both,
    ref: 'docs/decisions/0013: a cancelled authorisation rejects the consent',
    given: 'pendingConsent',
    steps: [decide('cancel'), read()],
    expect: [{ redirect: 'error', step: 0, proves: 'AAC-REQ-590' }, consentIs('Rejected', 'AAC-REQ-590')],
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
    title: 'lets the PSU authorise an Authorised consent again',
    operation: 'getAccounts',
    versions: both,
    ref: 'Parent standard: re-authentication',
    given: 'ownAuthorisedConsent',
    steps: [decide('approve'), read()],
    expect: [{ redirect: 'code', step: 0, proves: 'AUT-REQ-700' }, consentIs('Authorised', 'AUT-REQ-700')],
  },
] as const satisfies readonly Case[]
