import { describe, expect, test } from 'vitest'
import { operationIds } from '#standard/index.js'
import {
  formOf,
  headerValues,
  instantOf,
  jsonOf,
  mediaType,
  placeOf,
  readJson,
  saysSomething,
  show,
} from './reading.js'

test.each([
  ['', { kind: 'empty' }],
  [' \n', { kind: 'empty' }],
  [undefined, { kind: 'empty' }],
  ['<html>', { kind: 'text', text: '<html>' }],
  ['{"a":1}', { kind: 'json', value: { a: 1 } }],
  ['null', { kind: 'json', value: null }],
])('a body of %j is read without an error', (body, expected) => {
  expect(readJson(body)).toEqual(expected)
})

test.each([{}, [], null, 5, 'text', undefined])('%j is empty', (value) => {
  expect(saysSomething(value)).toBe(false)
})

test.each(['application/json', 'application/json;charset=UTF-8', 'APPLICATION/JSON ; charset=utf-8'])(
  '%s is JSON',
  (value) => {
    expect(mediaType([['Content-Type', value]])).toBe('application/json')
  },
)

test('reads every value of a header that came twice', () => {
  expect(
    headerValues(
      [
        ['x-fapi-interaction-id', 'a'],
        ['X-FAPI-Interaction-Id', 'b'],
      ],
      'x-fapi-interaction-id',
    ),
  ).toEqual(['a', 'b'])
})

test('reads a form, and only a form', () => {
  const request = { method: 'POST', url: 'https://bank.example/token', body: 'grant_type=refresh_token' }
  const form = [['content-type', 'application/x-www-form-urlencoded']] as const

  expect(formOf({ ...request, headers: form })?.get('grant_type')).toBe('refresh_token')
  expect(formOf({ ...request, headers: [] })).toBeUndefined()
})

test('shortens what it shows', () => {
  expect(show(undefined)).toBe('nothing')
  expect(show('x'.repeat(100))).toHaveLength(80)
})

test('an instant is read with an offset in either form, and from nothing else', () => {
  expect(instantOf('2030-01-15T12:00:00+03:00')).toBe(Date.UTC(2030, 0, 15, 9))
  expect(instantOf('2030-01-15T12:00:00+0300')).toBe(Date.UTC(2030, 0, 15, 9))
  expect(instantOf('2030-01-15T12:00:00')).toBeUndefined()
  expect(instantOf(5)).toBeUndefined()
  expect(jsonOf('{"broken')).toBeUndefined()
})

describe('the operation of an exchange', () => {
  const bases = { '0.0.1': 'https://bank.example/api', '1.0.0': 'https://bank.example/api/bobf/release1.0.0' }
  const place = (url: string) => placeOf(url, { versions: bases }, operationIds)

  test('is found under the longest base, with or without a slash at the end', () => {
    expect(place('https://bank.example/api/bobf/release1.0.0/accounts/a%20b/?x=1')).toMatchObject({
      version: '1.0.0',
      operations: { GET: 'getAccount' },
      parameters: { AccountId: 'a b' },
    })
    expect(place('https://bank.example/api/accounts')).toMatchObject({
      version: '0.0.1',
      operations: { GET: 'getAccounts' },
    })
  })

  test('is none for a path that is not defined, or not defined in this version', () => {
    expect(place('https://bank.example/api/standing-orders')).toMatchObject({ version: '0.0.1', operations: {} })
    expect(place('https://bank.example/api/nope')?.operations).toEqual({})
  })

  test('is outside the interface when no base matches to the end of a segment', () => {
    expect(place('https://bank.example/apis/accounts')).toBeUndefined()
    expect(place('https://bank.example/oauth2/token')).toBeUndefined()
  })
})
