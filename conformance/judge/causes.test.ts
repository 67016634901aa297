import { describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { Entry } from '../transcript/entry.js'
import { judge } from './judge.js'
import {
  account,
  accountsBody,
  caseEntry,
  chain,
  errorBody,
  exchangeEntry,
  journeyEntry,
  runEntry,
} from './testing/transcripts.js'

const made = (id: string, changes: Partial<Case> = {}): Case => ({
  id,
  title: `does ${id}`,
  operation: 'getAccounts',
  versions: ['1.0.0'],
  ref: 'Accounts',
  given: 'authorisedConsent',
  steps: [{ call: 'getAccounts' }],
  expect: [{ proves: 'ACC-REQ-010', status: 200 }],
  ...changes,
})

const tests = [
  made('TST-001'),
  made('TST-002'),
  made('TST-003', {
    steps: [{ call: 'patchAccountAccessConsent' }, { call: 'getAccounts', deviates: ['token'] }],
    expect: [{ proves: 'AAC-REQ-480', status: 401 }],
  }),
  made('TST-004', {
    expect: [
      { proves: 'ACC-REQ-010', status: 200 },
      { proves: 'ACC-REQ-020', present: ['Data.Account[]'] },
    ],
  }),
]

/** The causes of a run of those cases that have a last entry. */
function causes(...entries: readonly Entry[]) {
  const planned = entries.flatMap((entry) => (entry.kind === 'case' ? [`${entry.case}@1.0.0`] : []))
  return judge(chain([runEntry(planned), ...entries]), { cases: tests, waivers: [], today: '2030-01-15' })
}

const call = (id: string, parts: Parameters<typeof exchangeEntry>[0] = {}) =>
  exchangeEntry({ operation: 'getAccounts', case: id, step: 0, body: accountsBody(account()), ...parts })

const forbidden = {
  status: 403,
  body: errorBody('403 Forbidden', { ErrorCode: 'Resource.InvalidConsentStatus', Path: 'ConsentId' }),
}

const shared = { given: 'authorisedConsent@1.0.0' }

describe('what did not pass is traced to the first exchange that explains it:', () => {
  test('cases that share a starting point that failed are one cause', () => {
    const failed = exchangeEntry({
      operation: 'createAccountAccessConsent',
      requestBody: { Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} },
      status: 403,
      body: errorBody('403 Forbidden', { ErrorCode: 'Header.Invalid' }),
      ...shared,
    })
    const reason = (id: string) =>
      caseEntry(id, {
        couldNotRun: {
          reason: 'starting point authorisedConsent: POST answered 403, expected 201',
          blame: 'bank',
          entry: 1,
        },
      })

    const { causes: found } = causes(failed, reason('TST-001'), reason('TST-002'))

    expect(found).toMatchObject([
      {
        party: 'bank',
        title: 'POST /account-access-consents answers 403',
        evidence: [1],
        cases: ['TST-001@1.0.0', 'TST-002@1.0.0'],
      },
    ])
  })

  test('a step that went wrong explains what a later step of the case shows', () => {
    const broken = exchangeEntry({
      operation: 'patchAccountAccessConsent',
      method: 'PATCH',
      requestBody: { Data: { Status: 'Revoked' } },
      case: 'TST-003',
      step: 0,
      status: 500,
      body: errorBody('500 InternalServerError', { ErrorCode: 'UnexpectedError' }),
    })

    const { causes: found } = causes(broken, call('TST-003', { step: 1, deviates: ['token'] }), caseEntry('TST-003'))

    expect(found).toMatchObject([{ party: 'bank', rule: 'server-error', evidence: [1], cases: ['TST-003@1.0.0'] }])
  })

  test('a finding about every exchange explains the cases that saw the same, and checks of one answer are one cause', () => {
    const noList = { body: { Data: { Account: null }, Links: 'x' } }

    const { causes: found } = causes(call('TST-004', noList), caseEntry('TST-004'))

    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ party: 'bank', cases: ['TST-004@1.0.0'], checks: ['WIR-success-schema'] })
  })

  test('what has nothing to do with it is a cause of its own', () => {
    const { causes: found } = causes(
      call('TST-001', { status: 500 }),
      caseEntry('TST-001'),
      call('TST-003', { step: 1, deviates: ['token'] }),
      caseEntry('TST-003'),
    )

    expect(found.map(({ cases }) => cases)).toEqual([['TST-001@1.0.0'], ['TST-003@1.0.0']])
  })

  test('a call that answers a sound request with an error explains that it answers a wrong one so', () => {
    const { causes: found } = causes(
      call('TST-001', forbidden),
      caseEntry('TST-001'),
      call('TST-003', { step: 1, deviates: ['token'], ...forbidden }),
      caseEntry('TST-003'),
    )

    expect(found.map(({ cases }) => cases).filter(({ length }) => length > 0)).toEqual([
      ['TST-001@1.0.0', 'TST-003@1.0.0'],
    ])
  })
})

test('a case that failed because of the profile could not run, and the bank is not blamed', () => {
  const rejected = journeyEntry({
    failure: { kind: 'page', message: 'the page rejects what was entered: no' },
    case: 'TST-001',
    step: 0,
    psu: 'main',
  })
  const { cases, exitCode, causes: found } = causes(rejected, call('TST-001', forbidden), caseEntry('TST-001'))

  expect(cases[0]).toMatchObject({ outcome: 'could-not-run', blame: 'config' })
  expect(found[0]).toMatchObject({ party: 'config', rule: 'person-rejected' })
  expect(exitCode).toBe(2)
})

test('a clean run has no cause', () => {
  const { causes: found, exitCode } = causes(call('TST-001'), caseEntry('TST-001'))

  expect({ found, exitCode }).toEqual({ found: [], exitCode: 0 })
})
