import { describe, expect, test } from 'vitest'
import { accountsBody, type ExchangeParts, errorBody, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const list = (parts: ExchangeParts) => exchangeEntry({ operation: 'getAccounts', ...parts })

describe('WIR-body-json', () => {
  const judged = (parts: ExchangeParts) => verdictOf('WIR-body-json', [list(parts)], 'stated')

  test.each([
    [200, ['ACC-REQ-070']],
    [400, ['ERR-REQ-100']],
    [403, ['ERR-REQ-110']],
    [500, ['ERR-REQ-120']],
  ])('misses the body of a %i that is empty, HTML or says nothing', (status, proves) => {
    for (const [body, received] of [
      ...(status === 403 ? [] : [['', 'an empty body']]),
      ['<html>Bad gateway</html>', '"<html>Bad gateway</html>"'],
      ['{"Data":', '"{\\"Data\\":"'],
      ['{}', '{}'],
      ['null', 'null'],
    ]) {
      expect(judged({ status, body })).toMatchObject({ outcome: 'fail', findings: [{ received, proves }] })
    }
  })

  test('warns of an empty 403 at framework: the parent standard leaves its body to the bank', () => {
    const empty = (status: number) => [list({ status, body: '' })]

    expect(verdictOf('WIR-body-json', empty(403), 'stated').outcome).toBe('info')
    expect(verdictOf('WIR-body-json', empty(403), 'framework').outcome).toBe('warn')
    expect(verdictOf('WIR-body-json', empty(403), 'all').outcome).toBe('fail')
    expect(verdictOf('WIR-body-json', empty(400), 'framework').outcome).toBe('fail')
  })

  test.each([401, 404, 405, 406, 415, 429])('expects none on a %i', (status) => {
    expect(judged({ status })).toMatchObject({ outcome: 'not-applicable', looked: 0 })
  })

  test('expects none on HEAD, and accepts any body that says something', () => {
    expect(judged({ method: 'HEAD', deviates: ['method'] }).outcome).toBe('not-applicable')
    expect(judged({ body: { a: 1 } }).outcome).toBe('pass')
  })
})

test('WIR-body-json finds a name that comes twice in an object', () => {
  const twice = [
    '{"Data":{"Account":[]},"Data":{"Account":[{}]}}',
    '{"Data":{"Account":[{"AccountId":"a","AccountId" : "b"}]}}',
    '{"Data":{"a":1,"\\u0061":2}}',
  ]
  const once = '{"Data":{"Account":[{"AccountId":"Data: \\"a\\""},{"AccountId":"b:c"}],"a":{"a":{}}}}'

  for (const body of twice) expect(verdictOf('WIR-body-json', [list({ body })]).outcome).toBe('fail')
  expect(verdictOf('WIR-body-json', [list({ body: once })]).outcome).toBe('pass')
})

test('WIR-content-type finds bytes that are no UTF-8', () => {
  const body = '{"Data":{"Account":[]}}'
  const odd = list({ body })
  const { response } = odd

  expect(verdictOf('WIR-content-type', [odd]).outcome).toBe('pass')
  expect(verdictOf('WIR-content-type', [{ ...odd, response: { ...response, notUtf8: true } } as never]).outcome).toBe(
    'fail',
  )
})

test('WIR-token-not-repeated finds the token of the request in a body or a header, and no other', () => {
  const requestHeaders = [
    ['authorization', 'Bearer «secret:0a1b2c3d»'],
    ['accept', 'application/json'],
    ['x-fapi-interaction-id', '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'],
  ] as const
  const says = (text: string) => [
    list({ requestHeaders, status: 400, body: { ...errorBody('400 BadRequest'), Message: text } }),
  ]

  expect(verdictOf('WIR-token-not-repeated', says('bad token «secret:0a1b2c3d»')).outcome).toBe('fail')
  expect(verdictOf('WIR-token-not-repeated', says('bad token «secret:ffffffff»')).outcome).toBe('pass')
  expect(
    verdictOf('WIR-token-not-repeated', [
      list({ requestHeaders, responseHeaders: [['www-authenticate', 'Bearer error="«secret:0a1b2c3d»"']] }),
    ]).outcome,
  ).toBe('fail')
  expect(verdictOf('WIR-token-not-repeated', [list({ requestHeaders: [] })]).outcome).toBe('not-applicable')
})

test('WIR-file wants XML that says that it is, and leaves JSON to others', () => {
  const judged = (type: string, body: string) =>
    findingsOf('WIR-file', [
      exchangeEntry({ operation: 'getFilePaymentFile', body, responseHeaders: [['content-type', type]] }),
    ])

  expect(judged('text/xml', '<a/>')).toBe('pass')
  expect(judged('application/xml; charset=utf-8', '\ufeff<a/>')).toBe('pass')
  expect(judged('application/json', '<a/>')).not.toBe('pass')
  expect(judged('text/xml', '')).not.toBe('pass')
  expect(verdictOf('WIR-file', [list({ body: { a: 1 } })]).outcome).toBe('not-applicable')
})

describe('WIR-content-type', () => {
  const typed = (type: string | undefined, parts: ExchangeParts = {}) =>
    verdictOf('WIR-content-type', [
      list({
        body: accountsBody({ AccountId: 'a' }),
        responseHeaders: type ? [['content-type', type]] : null,
        ...parts,
      }),
    ])

  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json; charset="utf-8"',
  ])('takes %s', (type) => {
    expect(typed(type).outcome).toBe('pass')
  })

  test.each(['text/html', 'application/hal+json', 'application/json; charset=iso-8859-1', '', undefined])(
    'does not take %s',
    (type) => {
      expect(typed(type)).toMatchObject({ outcome: 'fail', findings: [{ proves: ['HDR-REQ-160', 'HDR-REQ-300'] }] })
    },
  )

  test('names the row of the answer', () => {
    const text = { responseHeaders: [['content-type', 'text/plain']], body: { a: 1 } } as const
    const rows = (parts: ExchangeParts) =>
      verdictOf('WIR-content-type', [exchangeEntry({ ...text, ...parts })]).findings[0]?.proves

    expect(rows({ operation: 'getAccountAccessConsent' })).toEqual(['AAC-REQ-210', 'HDR-REQ-300'])
    expect(rows({ operation: 'getAccountAccessConsent', status: 400 })).toEqual(['HDR-REQ-300'])
  })

  test('looks at no text of a refusal that nobody describes a body for', () => {
    expect(typed('text/plain', { status: 401, body: 'no' }).outcome).toBe('not-applicable')
    expect(typed('text/plain', { status: 404, body: 'no' }).outcome).toBe('not-applicable')
    expect(typed('text/plain', { status: 400, body: 'no' }).outcome).toBe('fail')
  })

  test('looks at no body that says nothing', () => {
    expect(typed('application/json', { body: '{}' }).outcome).toBe('not-applicable')
    expect(typed(undefined, { body: '' }).outcome).toBe('not-applicable')
  })
})

test('a 401 and the other refusals without a described body have none', () => {
  const body = { message: 'no' }

  expect(verdictOf('WIR-unauthorised-no-body', [list({ status: 401, body })], 'stated').outcome).toBe('info')
  expect(findingsOf('WIR-unauthorised-no-body', [list({ status: 401 })])).toBe('pass')
  for (const status of [404, 405, 406, 415, 429]) {
    expect(verdictOf('WIR-refusal-no-body', [list({ status, body })], 'framework').outcome).toBe('info')
    expect(verdictOf('WIR-refusal-no-body', [list({ status, body })], 'all').outcome).toBe('warn')
    expect(findingsOf('WIR-refusal-no-body', [list({ status })])).toBe('pass')
  }
  expect(findingsOf('WIR-refusal-no-body', [list({ status: 400, body: errorBody('400') })])).toBe('not-applicable')
})

test.each([
  [undefined, undefined, 'pass'],
  ['gzip', undefined, 'pass'],
  ['deflate, GZIP', undefined, 'pass'],
  ['UTF-8', undefined, ['content-encoding']],
  ['gzip', 'a body that is not gzip', ['content-encoding']],
])('WIR-content-encoding looks at %j, of which was found %j', (value, undecodable, expected) => {
  const responseHeaders = value === undefined ? [] : [['content-encoding', value] as const]
  const entry = exchangeEntry({ operation: 'getAccounts', body: { Data: {} }, responseHeaders })
  const { response } = entry
  const seen = response && undecodable ? { ...entry, response: { ...response, body: '', undecodable } } : entry

  expect(findingsOf('WIR-content-encoding', [seen])).toEqual(expected)
})

test.each([
  [['application/json; charset=utf8'], 'pass'],
  [['Application/JSON;Charset="UTF-8"'], 'pass'],
  [['application/json', 'text/html'], ['content-type']],
  [['application/json; charset=iso-8859-1'], ['content-type']],
])('WIR-content-type looks at %j', (values, expected) => {
  const responseHeaders = values.map((value) => ['content-type', value] as const)
  const entry = exchangeEntry({ operation: 'getAccounts', body: { Data: {} }, responseHeaders })

  expect(findingsOf('WIR-content-type', [entry])).toEqual(expected)
})

test('a byte order mark is named, which nobody would see', () => {
  const entry = exchangeEntry({ operation: 'getAccounts', body: '\ufeff{"Data":{}}' })

  expect(verdictOf('WIR-body-json', [entry]).findings).toMatchObject([
    { received: expect.stringMatching(/^a byte order mark, then "\{/) },
  ])
})
