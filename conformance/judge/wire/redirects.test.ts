import { describe, expect, test } from 'vitest'
import { chain, exchangeEntry, journeyEntry, runEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'
import { judgeWire } from '../wire-verdicts.js'

const code = ['code', 'x'] as const
const state = ['state', 'abc'] as const
const error = ['error', 'access_denied'] as const

describe('WIR-redirect-outcome', () => {
  test.each([
    [[code, state], []],
    [[error, state], []],
    [[state], ['AUT-REQ-560']],
    [[code, error, state], ['AUT-REQ-570']],
    [[code, code, state], ['AUT-REQ-560']],
  ])('looks at %j', (redirected, rows) => {
    const { findings } = verdictOf('WIR-redirect-outcome', [journeyEntry({ redirected })])

    expect(findings.flatMap(({ proves }) => proves)).toEqual(rows)
  })
})

test.each([
  [[code, state], 'pass'],
  [[error, state], 'pass'],
  [[error], ['state']],
  [[code, ['state', 'abc%']], ['state']],
  [[code, state, state], ['state']],
] as const)('WIR-redirect-state looks at %j', (redirected, expected) => {
  expect(findingsOf('WIR-redirect-state', [journeyEntry({ redirected })])).toEqual(expected)
})

describe('WIR-redirect-placement', () => {
  const placed = (responseType: string, placement: 'query' | 'fragment') =>
    findingsOf('WIR-redirect-placement', [
      journeyEntry({
        authorizationUrl: `https://bank.example/authorize${responseType}`,
        redirect: { parameters: [code, state], placement, count: 1 },
      }),
    ])

  test.each([
    ['?response_type=code', 'query', 'pass'],
    ['?response_type=code', 'fragment', [undefined]],
    ['?response_type=code%20id_token', 'fragment', 'pass'],
    ['?response_type=id_token+code', 'query', [undefined]],
    ['?request=signed', 'query', 'not-applicable'],
  ] as const)('%s comes back in the %s', (responseType, placement, expected) => {
    expect(placed(responseType, placement)).toEqual(expected)
  })
})

describe('WIR-redirect-issuer', () => {
  const issuer = ['iss', 'https://bank.example'] as const
  const discovery = (announces: unknown) =>
    exchangeEntry({
      url: 'https://bank.example/.well-known/openid-configuration',
      body: { issuer: 'https://bank.example', authorization_response_iss_parameter_supported: announces },
    })

  test.each([
    [true, [code, state, issuer], 'pass'],
    [true, [error, state, issuer], 'pass'],
    [true, [code, state], ['iss']],
    [true, [error, state], ['iss']],
    [true, [code, state, issuer, issuer], ['iss']],
    [false, [code, state], 'not-applicable'],
    [undefined, [code, state], 'not-applicable'],
    ['true', [code, state], 'not-applicable'],
    [undefined, [code, state, issuer], 'pass'],
    [undefined, [code, state, ['iss', 'https://bank.example/']], ['iss']],
  ] as const)('announced %j, looks at %j', (announces, redirected, expected) => {
    expect(findingsOf('WIR-redirect-issuer', [discovery(announces), journeyEntry({ redirected })])).toEqual(expected)
  })

  test('wants none beside an ID token, which names the issuer itself', () => {
    const hybrid = journeyEntry({ redirected: [code, state], idToken: { problems: [] } })

    expect(findingsOf('WIR-redirect-issuer', [discovery(true), hybrid])).toBe('not-applicable')
  })
})

test.each([
  ['access_denied', 'pass'],
  ['login_required', 'pass'],
  ['user_cancelled', ['error']],
  ['', ['error']],
])('WIR-redirect-error looks at %j', (value, expected) => {
  expect(findingsOf('WIR-redirect-error', [journeyEntry({ redirected: [['error', value], state] })])).toEqual(expected)
})

test('WIR-redirect-id-token tells what was found in a token beside a code', () => {
  const idToken = (pointer?: string) => ({ problems: pointer ? [{ pointer, expected: 'x', received: 'y' }] : [] })
  const found = (pointer?: string) => findingsOf('WIR-redirect-id-token', [journeyEntry({ idToken: idToken(pointer) })])

  expect(found()).toBe('pass')
  expect(found('/id_token/c_hash')).toEqual(['/id_token/c_hash'])
  expect(findingsOf('WIR-redirect-id-token', [journeyEntry({})])).toBe('not-applicable')
})

test('a journey that did not come back is not looked at', () => {
  const failed = journeyEntry({ failure: { kind: 'timeout', message: 'x' } })
  const verdicts = judgeWire(chain([failed]), runEntry([]).profile).filter(({ check }) => /redirect/.test(check))

  expect(verdicts.map(({ outcome }) => outcome)).toEqual(verdicts.map(() => 'not-applicable'))
})

test.each([
  [[error, state], 'pass'],
  [[error, ['error_description', 'you said no'], state], 'pass'],
  [[error, ['error_description', 'you said "no"'], state], ['error_description']],
  [[error, ['error_description', '\u00ab non \u00bb'], state], ['error_description']],
  [[error, ['error_uri', 'https://bank.example/a b'], state], ['error_uri']],
  [[code, ['error_description', '"'], state], 'not-applicable'],
] as const)('WIR-redirect-error-text looks at %j', (redirected, expected) => {
  expect(findingsOf('WIR-redirect-error-text', [journeyEntry({ redirected })])).toEqual(expected)
})

test.each([
  [[code, state], 'pass'],
  [[code, state, ['session_state', 'a'], ['session_state', 'a']], ['session_state']],
] as const)('WIR-redirect-once looks at %j', (redirected, expected) => {
  expect(findingsOf('WIR-redirect-once', [journeyEntry({ redirected })])).toEqual(expected)
})
