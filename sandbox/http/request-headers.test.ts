import { describe, expect, test } from 'vitest'
import { acceptsJson, hasBody, headerProblems, sendsJson, sentInteractionId } from './request-headers.js'

describe('Accept', () => {
  test.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/*;q=0.5',
    'application/json',
    'Application/JSON',
    'application/json;q=0.1, text/html',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'text/html, application/xhtml+xml, */*;q=0.1',
  ])('%j admits JSON', (accept) => {
    expect(acceptsJson(accept === undefined ? {} : { accept })).toBe(true)
  })

  test.each([
    'application/jwt',
    'text/html',
    'text/*',
    'application/xml',
    'application/json;q=0',
    'application/json; charset=iso-8859-1',
    '*/*;q=0',
    'application/json;q=0, */*',
    'json',
    'application',
    ',,',
  ])('%j does not', (accept) => {
    expect(acceptsJson({ accept })).toBe(false)
  })

  test.each([
    ['utf-8', true],
    ['iso-8859-1, utf-8;q=0.5', true],
    ['*', true],
    ['iso-8859-1', false],
  ])('with Accept-Charset %j: %s', (charset, expected) => {
    expect(acceptsJson({ accept: 'application/json', 'accept-charset': charset })).toBe(expected)
  })
})

describe('Content-Type', () => {
  test.each([
    'application/json',
    'Application/Json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf-8 ',
    'application/json; profile=x',
  ])('%j is JSON', (type) => {
    expect(sendsJson({ 'content-type': type })).toBe(true)
  })

  test.each([
    undefined,
    '',
    'json',
    'text/plain',
    'text/json',
    'application/xml',
    'application/jwt',
    'application/json-patch+json',
    'application/ld+json',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json, text/plain',
  ])('%j is not', (type) => {
    expect(sendsJson(type === undefined ? {} : { 'content-type': type })).toBe(false)
  })

  test.each([
    ['identity', true],
    [' Identity ', true],
    ['gzip', false],
    ['br', false],
    ['deflate', false],
    ['gzip, identity', false],
    ['', false],
  ])('with Content-Encoding %j: %s', (encoding, expected) => {
    expect(sendsJson({ 'content-type': 'application/json', 'content-encoding': encoding })).toBe(expected)
  })
})

test.each([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [{ 'transfer-encoding': 'chunked' }, true],
])('a request with %j announces a body: %s', (headers, expected) => {
  expect(hasBody(headers)).toBe(expected)
})

describe('the headers of the standard', () => {
  const uuid = '93bac548-d2de-4546-b106-880a5018460d'
  const id = 'x-fapi-interaction-id'
  const date = 'x-fapi-auth-date'
  const ip = 'x-fapi-customer-ip-address'
  const problemsOf = (headers: Record<string, string>) =>
    headerProblems(headers).map((each) => [each.detail?.ErrorCode, each.detail?.Path])

  test.each([
    {},
    { [id]: uuid },
    { [id]: uuid.toUpperCase() },
    { [date]: 'Tue, 15 Jan 2030 09:00:00 GMT' },
    { [date]: 'Tue, 15 Jan 2030 09:00:00 UTC' },
    { [ip]: '203.0.113.9' },
    { [ip]: '2001:db8::1' },
    { [ip]: '::ffff:203.0.113.9' },
    { 'x-customer-user-agent': '<script>' },
    { 'x-idempotency-key': 'x'.repeat(100) },
    { 'x-jws-signature': 'nonsense' },
  ])('are right as %j', (headers) => {
    expect(problemsOf(headers)).toEqual([])
  })

  test.each([
    [id, ''],
    [id, 'abc'],
    [id, `${uuid} `],
    [id, `{${uuid}}`],
    [id, `urn:uuid:${uuid}`],
    [id, uuid.replaceAll('-', '')],
    [id, `${uuid}, ${uuid}`],
    [date, ''],
    [date, 'Mon, 15 Jan 2030 09:00:00 GMT'],
    [date, '2030-01-15T09:00:00Z'],
    [date, 'Tue, 15 Jan 2030 09:00:00 +0300'],
    [date, 'Tue, 15 Jan 2030 24:00:00 GMT'],
    [date, 'Tue, 30 Feb 2030 09:00:00 GMT'],
    [date, 'tue, 15 jan 2030 09:00:00 GMT'],
    [ip, ''],
    [ip, 'localhost'],
    [ip, '203.0.113'],
    [ip, '203.0.113.256'],
    [ip, '203.0.113.9:80'],
    [ip, '203.0.113.9, 203.0.113.10'],
    [ip, '[2001:db8::1]'],
  ])('are refused as %s: %j', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([['Header.Invalid', name]])
  })

  test('are all reported at once', () => {
    expect(problemsOf({ [id]: '1', [date]: '2', [ip]: '3' })).toEqual([
      ['Header.Invalid', id],
      ['Header.Invalid', date],
      ['Header.Invalid', ip],
    ])
  })

  test('are quoted in short', () => {
    const [problem] = headerProblems({ [id]: 'x'.repeat(10_000) })

    expect(problem?.detail?.Message.length).toBeLessThan(120)
  })

  test('give the interaction id back only when it is a UUID', () => {
    expect(sentInteractionId({ [id]: uuid })).toBe(uuid)
    expect(sentInteractionId({ [id]: 'abc' })).toBeUndefined()
    expect(sentInteractionId({ [id]: `${uuid}, ${uuid}` })).toBeUndefined()
    expect(sentInteractionId({})).toBeUndefined()
  })
})
