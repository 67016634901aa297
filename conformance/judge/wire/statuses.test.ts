import { describe, expect, test } from 'vitest'
import { type OperationId, operationIds } from '#standard/index.js'
import { chain, type ExchangeParts, errorBody, exchangeEntry, runEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'
import { judgeWire } from '../wire-verdicts.js'

describe('WIR-status-documented', () => {
  test.each<[string, ExchangeParts, string[]]>([
    ['a creation with 201', { operation: 'createAccountAccessConsent', status: 201 }, []],
    ['a creation with 200', { operation: 'createAccountAccessConsent', status: 200 }, ['AAC-REQ-060']],
    ['a creation with 415', { operation: 'createAccountAccessConsent', status: 415 }, []],
    ['a creation with 422', { operation: 'createAccountAccessConsent', status: 422 }, ['AAC-REQ-080']],
    ['a list with 200', { operation: 'getAccounts', status: 200 }, []],
    ['a list with 201', { operation: 'getAccounts', status: 201 }, ['ACC-REQ-060']],
    ['a list with 415', { operation: 'getAccounts', status: 415 }, ['ERR-REQ-380']],
    ['a list with a redirect', { operation: 'getAccounts', status: 301 }, ['ERR-REQ-380']],
    ['a delete with 200', { operation: 'deleteAccountAccessConsent', version: '0.0.1' }, ['AAC-REQ-380']],
    ['a PATCH with 204', { operation: 'patchAccountAccessConsent', status: 204 }, ['AAC-REQ-430']],
    ['no path with 404', { path: '/nope', status: 404 }, []],
    ['no path with 400', { path: '/nope', status: 400 }, ['ERR-REQ-590']],
    ['no path with 429', { path: '/nope', status: 429 }, []],
    ['no method with 405', { path: '/accounts', method: 'PUT', status: 405 }, []],
    ['no method with 404', { path: '/accounts', method: 'PUT', status: 404 }, ['ERR-REQ-600']],
    ['HEAD with 200', { path: '/accounts', method: 'HEAD', status: 200 }, []],
    ['OPTIONS with anything', { path: '/accounts', method: 'OPTIONS', status: 204 }, []],
  ])('answers %s', (_, parts, expected) => {
    const deviates = ['body', ...(parts.method ? ['method'] : [])]
    const { looked, findings } = verdictOf('WIR-status-documented', [exchangeEntry({ deviates, ...parts })])

    expect(looked).toBe(parts.method === 'OPTIONS' ? 0 : 1)
    expect(findings.map(({ proves }) => proves.join())).toEqual(expected)
  })
})

test('an answer of an operation that the judge does not know is not passed over', () => {
  const answer = exchangeEntry({ operation: 'newOperation' as OperationId, deviates: ['body'] })
  const profile = { ...runEntry([]).profile, operations: operationIds }

  expect(() => judgeWire(chain([answer]), profile)).toThrow()
})

describe('WIR-no-server-error', () => {
  const rowsOf = (status: number, body?: unknown) =>
    verdictOf('WIR-no-server-error', [exchangeEntry({ path: '/accounts', status, body })], 'stated').findings.map(
      ({ proves, outcome }) => `${proves} ${outcome}`,
    )

  test('finds a 5xx, and a 500 that does not say UnexpectedError', () => {
    expect(rowsOf(404)).toEqual([])
    expect(rowsOf(503)).toEqual(['ERR-REQ-090 fail'])
    expect(rowsOf(500, errorBody('500', { ErrorCode: 'UnexpectedError' }))).toEqual(['ERR-REQ-090 fail'])
    expect(rowsOf(500, '<html>')).toEqual(['ERR-REQ-090 fail', 'ERR-REQ-610 warn'])
  })

  test('says nothing of a bank that never refuses', () => {
    expect(findingsOf('WIR-no-server-error', [exchangeEntry({ path: '/accounts' })])).toBe('not-applicable')
  })
})

test.each([
  ['30', 'pass'],
  ['Tue, 15 Jan 2030 09:00:00 GMT', ['retry-after']],
  ['1.5', ['retry-after']],
  ['', ['retry-after']],
  [undefined, ['retry-after']],
])('WIR-retry-after looks at %j', (value, expected) => {
  const responseHeaders = value === undefined ? [] : [['retry-after', value] as const]

  expect(findingsOf('WIR-retry-after', [exchangeEntry({ path: '/accounts', status: 429, responseHeaders })])).toEqual(
    expected,
  )
})

test.each([
  ['Bearer', 'pass'],
  ['bearer realm="bank", error="invalid_token"', 'pass'],
  ['Basic realm="bank", Bearer error="invalid_token"', 'pass'],
  ['Basic realm="bank"', ['www-authenticate']],
  ['BearerToken', ['www-authenticate']],
  ['', ['www-authenticate']],
  [undefined, ['www-authenticate']],
])('WIR-www-authenticate looks at %j', (value, expected) => {
  const responseHeaders = value === undefined ? [] : [['www-authenticate', value] as const]

  expect(
    findingsOf('WIR-www-authenticate', [exchangeEntry({ path: '/accounts', status: 401, responseHeaders })]),
  ).toEqual(expected)
})

test.each([
  [[['allow', 'GET, HEAD']], 'pass'],
  [
    [
      ['allow', 'HEAD'],
      ['allow', 'GET'],
    ],
    'pass',
  ],
  [[['allow', 'POST']], ['allow']],
  [[], ['allow']],
] as const)('WIR-allow looks at %j', (responseHeaders, expected) => {
  const refused = exchangeEntry({ path: '/accounts', method: 'PUT', status: 405, responseHeaders })

  expect(findingsOf('WIR-allow', [refused])).toEqual(expected)
})

test.each([
  [['Tue, 15 Jan 2030 09:00:00 GMT'], 'pass'],
  [['2030-01-15T09:00:00Z'], ['date']],
  [['Mon, 15 Jan 2030 09:00:00 GMT'], ['date']],
  [['Tue, 15 Jan 2030 09:00:00 GMT', 'Tue, 15 Jan 2030 09:00:00 GMT'], ['date']],
  [[], 'not-applicable'],
])('WIR-date looks at %j', (values, expected) => {
  const responseHeaders = values.map((value) => ['date', value] as const)

  expect(findingsOf('WIR-date', [exchangeEntry({ operation: 'getAccounts', responseHeaders })])).toEqual(expected)
})

test.each([
  [401, 'Bearer', 'not-applicable'],
  [401, 'Bearer error="invalid_token"', 'pass'],
  [401, 'Basic realm="x", Bearer realm="a", error=invalid_token', 'pass'],
  [403, 'bearer error="insufficient_scope", scope="accounts"', 'pass'],
  [403, 'Bearer error="invalid_token"', ['www-authenticate']],
  [401, 'Bearer error="insufficient_scope"', ['www-authenticate']],
  [401, 'Bearer error="other_error"', 'pass'],
  [401, 'Bearer error="invalid_token", error_description="abgelaufen: \u00fc"', ['www-authenticate error_description']],
])('WIR-challenge-error looks at %i with %j', (status, value, expected) => {
  const responseHeaders = [['www-authenticate', value]] as const
  const refused = exchangeEntry({ operation: 'getAccounts', status, deviates: ['token'], responseHeaders })

  expect(findingsOf('WIR-challenge-error', [refused])).toEqual(expected)
})
