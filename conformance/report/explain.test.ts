import { describe, expect, test } from 'vitest'
import type { Case, Expectation, Step } from '../cases/case.js'
import { cases } from '../cases/index.js'
import { expectationText, explainCase } from './explain.js'
import { explainOther } from './explain-rows.js'
import { stepLines } from './explain-steps.js'
import { listCases } from './list-cases.js'

const refuses = {
  id: 'AAC-004',
  title: 'refuses a property inside Risk',
  operation: 'createAccountAccessConsent',
  versions: ['0.0.1', '1.0.0'],
  ref: 'Account access consent, request body: Risk',
  given: 'pendingConsent',
  needs: ['tpp.other'],
  steps: [{ call: 'createAccountAccessConsent', body: { Data: {}, Risk: { Score: 1 } }, deviates: ['Risk.Score'] }],
  expect: [
    { proves: 'AAC-REQ-010', status: 400 },
    { proves: ['AAC-REQ-010', 'AAC-REQ-020'], errorCode: ['Field.Unexpected', 'Field.Invalid'], path: 'Risk' },
  ],
} as const satisfies Case

describe('explain', () => {
  test('explains what a case starts from, sends, expects and why', () => {
    expect(explainCase(refuses)).toBe(`AAC-004  refuses a property inside Risk

  Operation   createAccountAccessConsent: POST /account-access-consents
  Versions    0.0.1, 1.0.0
  Rests on    Account access consent, request body: Risk
  Needs       tpp.other in the profile of the bank

Starts from
  pendingConsent: a new consent in AwaitingAuthorisation

Steps
  1. POST /account-access-consents   (createAccountAccessConsent)
     with the public token (client credentials, the scope of the operation)
     body { "Data": {}, "Risk": { "Score": 1 } }
     wrong on purpose: Risk.Score

Expects
  1. status 400
     proves AAC-REQ-010
  2. an error with code Field.Unexpected or Field.Invalid at Risk
     proves AAC-REQ-010, AAC-REQ-020

Because
  AAC-REQ-010  stated, must  (Endpoints: operation lists, POST /account-access-consents)
    POST /account-access-consents creates an account access consent.
  AAC-REQ-020  stated, must  (Endpoints: operation lists, GET /account-access-consents/{ConsentId}/)
    GET /account-access-consents/{ConsentId}/ returns the consent resource.
`)
  })

  const steps: [Step, string[]][] = [
    [
      {
        call: 'getAccount',
        params: { AccountId: { from: 'given', name: 'accountId' } },
        headers: { accept: 'text/html', 'x-fapi-interaction-id': null },
        base: '0.0.1',
        repeat: { times: 50, until: 429 },
      },
      [
        'GET /accounts/{AccountId}/   (getAccount)',
        'at the base of version 0.0.1',
        'path parameter AccountId ‹accountId of the starting point›',
        'with the token of the consent',
        'header accept: text/html',
        'without the header x-fapi-interaction-id',
        'repeated up to 50 times, or until status 429',
      ],
    ],
    [
      { call: 'getAccounts', method: 'PUT', path: '/x', query: { page: '2' }, authorization: 'Basic x', rawBody: '{' },
      ['PUT /x   (getAccounts)', 'query parameter page "2"', 'with Authorization: Basic x', 'body, verbatim: "{"'],
    ],
    [
      {
        authorise: 'approve',
        consentId: { from: 'step', step: 0, path: 'Data.ConsentId' },
        psu: 'several',
        accounts: 'first',
      },
      ["PSU several approves consent ‹Data.ConsentId of answer 1› on the bank's page, choosing the first account"],
    ],
    [
      { authorise: 'reject', consentId: 'c', tpp: 'other', state: 'a b', parameters: { nonce: null, scope: 'x' } },
      [
        'PSU main rejects consent "c" on the bank\'s page',
        'sent there by TPP other',
        'state "a b"',
        'without parameter nonce',
        'parameter scope "x"',
      ],
    ],
    [
      { token: 'refresh_token', tpp: 'other', wrongSecret: true, form: { scope: null } },
      [
        'POST to the token endpoint, grant refresh_token',
        'as TPP other',
        'without form field scope',
        'wrong on purpose: the secret of the TPP',
      ],
    ],
    [
      { call: 'createDomesticPayment', token: 'latest', tpp: 'other', user: 'second', userHeader: 'UserAgent' },
      [
        'POST /domestic-payments   (createDomesticPayment)',
        'with the access token that the case got last',
        'sent by TPP other',
        'with the user token of another user of the TPP',
        'the user token in the header UserAgent',
      ],
    ],
    [{ fetch: 'jwks' }, ['GET the keys of the issuer']],
    [{ advance: 86_400_000, beyond: 60_000 }, ["the bank's clock is moved on by 1 day and 1 minute"]],
    [
      { advance: { to: { from: 'step', step: 0, path: 'Data.At' } }, beyond: -60_000, otherwise: 3_600_000 },
      ["the bank's clock is moved on to ‹Data.At of answer 1› less 1 minute; by 1 hour where the answer has none"],
    ],
    [
      { advance: { seconds: { from: 'step', step: 2, path: 'expires_in' } } },
      ["the bank's clock is moved on by ‹expires_in of answer 3› seconds"],
    ],
  ]

  test.each(steps)('puts the step %j into words', (step, lines) => {
    expect(stepLines(step)).toEqual(lines)
  })

  test.each([
    [{ from: 'fresh', name: 'key' }, '‹fresh UUID "key"›'],
    [{ from: 'clock', offsetMillis: 7_200_000, form: 'noZone' }, '‹2 hours from now, written without a time zone›'],
    [{ from: 'clock', offsetMillis: -86_400_000 }, '‹1 day ago›'],
    [{ from: 'clock', offsetMillis: 0 }, '‹now›'],
    [
      { from: 'row', step: 1, path: 'Data.Balance[]', where: 'Type', is: ['A', 'B'], take: 'Amount.Amount' },
      '‹Amount.Amount of the row of answer 2 whose Type is ["A", "B"]›',
    ],
    [[1, null], '[1, null]'],
  ] as const)('names where the value %j comes from', (value, words) => {
    expect(stepLines({ call: 'getAccounts', body: value })).toContain(`body ${words}`)
  })

  type Claim = Expectation extends infer E ? (E extends Expectation ? Omit<E, 'proves'> : never) : never
  const claims: [Claim, string][] = [
    [{ status: [400, 403, 404] }, 'status 400, 403 or 404'],
    [{ status: [400, 403], tolerates: [404] }, 'status 400 or 403 (404 is at most a warning)'],
    [
      {
        allErrors: [
          { errorCode: 'Field.Missing', path: 'Data' },
          { errorCode: 'Field.Invalid', path: 'Risk' },
        ],
      },
      'all of these errors at once: Field.Missing at Data, Field.Invalid at Risk',
    ],
    [{ body: { 'Data.Status': 'Revoked' } }, 'in the body, Data.Status is "Revoked"'],
    [{ absent: ['Data.Account[].Nickname'] }, 'not in the body: Data.Account[].Nickname'],
    [{ present: ['Links'] }, 'in the body: Links'],
    [{ header: 'retry-after', like: '^\\d+$' }, 'header retry-after like ^\\d+$'],
    [{ header: 'etag', like: null }, 'no header etag'],
    [{ redirect: 'code' }, 'a redirect back to the TPP with a code, and state byte for byte'],
    [
      { redirect: 'error', error: ['access_denied', 'server_error'] },
      'a redirect back to the TPP with error access_denied or server_error, and state byte for byte',
    ],
    [{ noCode: true }, 'no redirect with a code'],
    [{ matches: 'sameAccounts', with: { step: 0 } }, 'the rule sameAccounts holds with step 0'],
  ]

  test.each(claims)('puts the expectation %j into words', (claim, words) => {
    const expectation = { proves: 'AAC-REQ-010', ...claim } as Expectation

    expect(expectationText(expectation, { steps: [{ fetch: 'jwks' }] })).toBe(words)
  })

  test('names the answer where there are several', () => {
    const two: [Step, Step] = [{ fetch: 'jwks' }, { fetch: 'discovery' }]

    expect(expectationText({ proves: 'AAC-REQ-010', status: 200, step: 0 }, { steps: two })).toBe(
      'answer 1: status 200',
    )
    expect(expectationText({ proves: 'AAC-REQ-010', status: 200 }, { steps: two })).toBe('answer 2: status 200')
  })
})

test.each(cases.map((each) => each.id))('%s is explained without a gap', (id) => {
  const testCase = cases.find((each) => each.id === id) as Case

  const text = explainCase(testCase)

  expect(text).not.toMatch(/ undefined$|\[object/m)
  for (const { proves } of testCase.expect) expect(text).toContain(`${[proves].flat().at(-1)}  `)
})

test('the list has a line for each case, and how many there are', () => {
  const short: Case = { ...refuses, id: 'ACC-001', versions: ['1.0.0'], operation: 'getAccounts', title: 'lists' }

  expect(listCases([refuses, short])).toBe(`CASE     VERSIONS     BASIS         OPERATION                   TITLE
AAC-004  0.0.1 1.0.0  stated, must  createAccountAccessConsent  refuses a property inside Risk
ACC-001  1.0.0        stated, must  getAccounts                 lists

2 cases
`)
})

describe('explain of what is no case', () => {
  test('explains a wire check by the rows it proves', () => {
    expect(explainOther('wir-status-documented', cases)).toMatch(
      /^WIR-status-documented {2}every exchange: [\s\S]+\nBecause\n {2}[A-Z]{3}-REQ-\d{3} {2}(stated|framework|inferred), /,
    )
  })

  test('explains an operation by what is asked of it', () => {
    const text = explainOther('getaccounts', cases)

    expect(text).toMatch(/^getAccounts {2}GET \/accounts\n[\s\S]+What is asked of it\n {2}[A-Z]{3}-REQ-\d{3}/)
    expect(text).toContain('  ACC-001  ')
  })

  test('explains an error code by where it is asked for', () => {
    const text = explainOther('field.missing', cases)

    expect(text).toContain('ERR-REQ-400')
    expect(text).toContain('  AAC-021  refuses a body without Data')
  })

  test('explains a row of the ledger by what tries it', () => {
    const text = explainOther('ERR-REQ-450', cases)

    expect(text).toMatch(/^ERR-REQ-450 {2}\w+, \w+ {2}\(/)
    expect(text).toContain('ACC-005  refuses an AccountId that does not exist')
    expect(explainOther('ERR-REQ-999', cases)).toBeUndefined()
  })
})
