import { describe, expect, test } from 'vitest'
import type { Case, Expectation, Step } from '../cases/case.js'
import type { Entry } from '../transcript/entry.js'
import { judgeCase } from './case-verdict.js'
import { anyCase } from './testing/case-records.js'
import {
  caseEntry,
  chain,
  consentBody,
  type ExchangeParts,
  errorBody,
  exchangeEntry,
  journeyEntry,
} from './testing/transcripts.js'

const read: Step = { call: 'getAccountAccessConsent' }

function makeCase(expectation: Expectation, steps: readonly [Step, ...Step[]] = [read]): Case {
  return { ...anyCase, steps, expect: [expectation] }
}

const answer = (parts: ExchangeParts) =>
  exchangeEntry({ case: 'TST-001', step: 0, operation: 'getAccountAccessConsent', ...parts })

function judged(
  expectation: Expectation,
  entries: readonly Entry[],
  strictness: 'stated' | 'framework' | 'all' = 'all',
) {
  return judgeCase(makeCase(expectation), '1.0.0', chain([...entries, caseEntry('TST-001')]), strictness)
}

describe('the severity of a broken expectation', () => {
  const late: Expectation = { status: 200, proves: 'AAC-REQ-520' }

  test.each([
    ['stated', 'info', 'spec-gap'],
    ['framework', 'warn', 'bank'],
    ['all', 'fail', 'bank'],
  ] as const)('comes from its row and from strictness %s', (strictness, outcome, blame) => {
    expect(judged(late, [answer({ status: 400 })], strictness)).toMatchObject({ outcome, blame })
  })

  test('is that of the most severe of its rows', () => {
    const both: Expectation = { status: 200, proves: ['AAC-REQ-520', 'AAC-REQ-020'] }

    expect(judged(both, [answer({ status: 400 })], 'stated')).toMatchObject({ outcome: 'fail', blame: 'bank' })
  })

  test('is reduced for an answer the case tolerates', () => {
    const unknown: Expectation = { status: 400, tolerates: [404], proves: 'ERR-REQ-450' }

    expect(judged(unknown, [answer({ status: 404 })], 'framework')).toMatchObject({
      outcome: 'info',
      blame: 'spec-gap',
    })
    expect(judged(unknown, [answer({ status: 404 })], 'all').outcome).toBe('warn')
    expect(judged(unknown, [answer({ status: 500 })], 'all').outcome).toBe('fail')
  })

  test('applies in the versions of its rows alone', () => {
    const old: Expectation = { status: 204, proves: 'AAC-REQ-380' }
    const verdict = judgeCase(makeCase(old), '1.0.0', chain([answer({}), caseEntry('TST-001')]), 'all')

    expect(verdict).toMatchObject({ outcome: 'could-not-run', checks: [] })
  })
})

describe('the evidence of a check', () => {
  test('is given as entry numbers of the transcript', () => {
    const { outcome, checks } = judged({ status: 200, proves: 'AAC-REQ-020' }, [answer({ body: consentBody() })])

    expect(outcome).toBe('pass')
    expect(checks).toEqual([{ check: 'status', outcome: 'pass', proves: ['AAC-REQ-020'], evidence: [0] }])
  })

  test('is the last of several answers', () => {
    expect(
      judged({ status: 429, proves: 'ERR-REQ-080' }, [answer({ status: 200 }), answer({ status: 429 })]).outcome,
    ).toBe('pass')
  })

  test('is not the answer to another step, case or version', () => {
    const others = [answer({ step: 1 }), answer({ case: 'TST-002' }), answer({ version: '0.0.1' })]

    expect(judged({ status: 200, proves: 'AAC-REQ-020' }, others)).toMatchObject({
      outcome: 'could-not-run',
      blame: 'suite',
      reason: 'step 1 was not sent',
    })
  })

  test.each([
    ['reset', 'network'],
    ['connect', 'network'],
    ['tls', 'network'],
    ['timeout', 'bank'],
    ['too-large', 'bank'],
  ] as const)('is nothing after a %s, which is for the %s to explain', (kind, blame) => {
    const cut = answer({ failure: { kind, message: 'cut' } })

    expect(judged({ status: 200, proves: 'AAC-REQ-020' }, [cut])).toMatchObject({ outcome: 'could-not-run', blame })
  })
})

describe('a case that was not completed', () => {
  test('could not run, for the reason the runner gives', () => {
    const couldNotRun = { reason: 'no consent', blame: 'config' } as const
    const entries = chain([caseEntry('TST-001', { couldNotRun })])
    const verdict = judgeCase(makeCase({ status: 200, proves: 'AAC-REQ-020' }), '1.0.0', entries, 'all')

    expect(verdict).toMatchObject({ outcome: 'could-not-run', ...couldNotRun })
    expect(verdict.checks).toMatchObject([{ outcome: 'could-not-run', ...couldNotRun }])
  })

  test('passes no check by earlier answers', () => {
    const couldNotRun = { reason: 'the run has no code', blame: 'bank' } as const
    const entries = chain([answer({}), caseEntry('TST-001', { couldNotRun })])
    const verdict = judgeCase(makeCase({ status: 200, proves: 'AAC-REQ-020' }), '1.0.0', entries, 'all')

    expect(verdict).toMatchObject({ outcome: 'could-not-run', ...couldNotRun, checks: [{ outcome: 'pass' }] })
  })

  test('still fails where an answer it got is wrong', () => {
    const couldNotRun = { reason: 'no ConsentId in the answer', blame: 'bank' } as const
    const entries = chain([answer({ body: {}, status: 500 }), caseEntry('TST-001', { couldNotRun })])

    expect(judgeCase(makeCase({ status: 200, proves: 'AAC-REQ-020' }), '1.0.0', entries, 'all').outcome).toBe('fail')
  })

  test('could not run when the transcript ends early', () => {
    const verdict = judgeCase(makeCase({ status: 200, proves: 'AAC-REQ-020' }), '1.0.0', chain([answer({})]), 'all')

    expect(verdict).toMatchObject({ outcome: 'could-not-run', blame: 'suite' })
  })
})

test('a request of ours that the case does not ask for is an error of the suite, whatever the bank answers', () => {
  const lower = answer({
    status: 401,
    requestHeaders: [
      ['authorization', 'bearer [token:1]'],
      ['accept', 'application/json'],
      ['x-fapi-interaction-id', '00000000-0000-4000-8000-000000000001'],
    ],
  })

  expect(judged({ status: 200, proves: 'AAC-REQ-020' }, [lower])).toMatchObject({
    outcome: 'suite-error',
    blame: 'suite',
    checks: [{ check: 'own-request', pointer: 'authorization', outcome: 'suite-error' }],
  })
})

test('a refusal for lack of a client certificate is blamed on the configuration and not on the bank', () => {
  const refused = answer({ status: 403, body: '<html>No required SSL certificate was sent</html>' })

  expect(judged({ status: 200, proves: 'AAC-REQ-020' }, [refused])).toMatchObject({
    outcome: 'could-not-run',
    blame: 'config',
  })
})

test('every problem of an answer is its own finding', () => {
  const all: Expectation = {
    allErrors: [
      { errorCode: 'Field.Missing', path: 'Data' },
      { errorCode: 'Field.Missing', path: 'Risk' },
      { errorCode: 'Field.Invalid', path: 'Data.Permissions' },
    ],
    proves: 'ERR-REQ-360',
  }
  const partial = answer({
    status: 400,
    body: errorBody('400 BadRequest', { ErrorCode: 'Field.Missing', Path: '$.Data' }),
  })

  expect(judged(all, [partial]).checks.map(({ expected }) => expected)).toEqual([
    'Field.Missing at Risk',
    'Field.Invalid at Data.Permissions',
  ])
})

test('a journey is judged by its redirect', () => {
  const walk: Step = { authorise: 'reject', consentId: 'c-1' }
  const refusal = makeCase({ redirect: 'error', error: 'access_denied', proves: 'AUT-REQ-570' }, [walk])
  const judge = (redirected: [string, string][]) =>
    judgeCase(
      refusal,
      '1.0.0',
      chain([journeyEntry({ case: 'TST-001', step: 0, redirected }), caseEntry('TST-001')]),
      'all',
    )

  expect(
    judge([
      ['error', 'access_denied'],
      ['state', 'abc'],
    ]).outcome,
  ).toBe('pass')
  expect(judge([['error', 'access_denied']]).checks).toMatchObject([{ outcome: 'fail', pointer: 'state' }])
  expect(
    judge([
      ['code', '1'],
      ['state', 'abc'],
    ]).checks,
  ).toMatchObject([{ outcome: 'fail', received: 'a code' }])
})
