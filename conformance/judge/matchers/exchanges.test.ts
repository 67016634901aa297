import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import { accountsBody, bases, consentBody, type ExchangeParts, errorBody, uuid } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

function outcome(name: keyof typeof matchers, settings: Settings, ...parts: readonly ExchangeParts[]) {
  return outcomeOf(matchers[name](recordOf(answers(...parts)), settings))
}

const name = 'x-fapi-interaction-id'

test('interactionIdMade wants a UUID that was not sent', () => {
  const outcomeFor = (received: string | undefined, sent: string) =>
    outcome(
      'interactionIdMade',
      {},
      {
        requestHeaders: [[name, sent]],
        responseHeaders: received === undefined ? null : [[name, received]],
      },
    )

  expect(outcome('interactionIdMade', {}, { requestHeaders: [] })).toBe('met')
  expect(outcomeFor(uuid(1), 'call-1')).toBe('met')
  expect(outcomeFor(uuid(1), uuid(1))).toEqual([name])
  expect(outcomeFor('call-1', 'call-1')).toEqual([name])
  expect(outcomeFor(undefined, 'call-1')).toEqual([name])
})

test('likeGetWithoutBody wants the status and type of the GET, and nothing else', () => {
  const json = [['content-type', 'application/json']] as const
  const get: ExchangeParts = { body: { Data: {} } }
  const after = (head: ExchangeParts) => outcome('likeGetWithoutBody', { get: 0 }, get, head)

  expect(after({ responseHeaders: json })).toBe('met')
  expect(after({ responseHeaders: json, status: 405 })).toEqual([undefined])
  expect(after({})).toEqual(['content-type'])
  expect(after({ body: { Data: {} } })).toEqual([undefined])
  expect(outcome('likeGetWithoutBody', { get: 0 }, { failure: { kind: 'reset', message: 'x' } }, get)).toBe('unseen')
})

test('noBody wants nothing at all', () => {
  expect(outcome('noBody', {}, {})).toBe('met')
  expect(outcome('noBody', {}, { body: {} })).toEqual([undefined])
})

test('fileAsSent wants the file that was sent, letter by letter', () => {
  const after = (body: string) => outcome('fileAsSent', { request: 0 }, { requestBody: '<a>\r\n</a>' }, { body: body })

  expect(after('<a>\r\n</a>')).toBe('met')
  expect(after('<a>\n</a>')).toEqual([undefined])
  expect(after('')).toEqual([undefined])
})

test('refusedOnConnection wants 401, or a connection that was refused', () => {
  expect(outcome('refusedOnConnection', {}, { status: 401 })).toBe('met')
  expect(outcome('refusedOnConnection', {}, { failure: { kind: 'tls', message: 'certificate required' } })).toBe('met')
  expect(outcome('refusedOnConnection', {}, { failure: { kind: 'reset', message: 'x' } })).toBe('met')
  expect(outcome('refusedOnConnection', {}, { failure: { kind: 'timeout', message: 'x' } })).toBe('unseen')
  expect(outcome('refusedOnConnection', {}, { status: 200, body: accountsBody() })).toEqual([undefined])
  expect(outcome('refusedOnConnection', {}, { status: 403, body: errorBody('403 Forbidden') })).toEqual([undefined])
})

test('bodyLike wants a body that is like an expression', () => {
  const like = { like: '<TxSts>[A-Z]{4}</TxSts>' }

  expect(outcome('bodyLike', like, { body: '<x><TxSts>ACSC</TxSts></x>' })).toBe('met')
  expect(outcome('bodyLike', like, { body: '<x/>' })).toEqual([undefined])
})

describe('sameAnswer', () => {
  const body = accountsBody({ AccountId: 'a' })
  const after = (second: ExchangeParts, first: ExchangeParts = { body }) =>
    outcome('sameAnswer', { as: 0 }, first, second)

  test('compares status and Data, not links', () => {
    expect(after({ body: { ...body, Links: `${bases['1.0.0']}/accounts/` } })).toBe('met')
    expect(after({ body: accountsBody({ AccountId: 'b' }) })).toEqual(['/Data'])
    expect(after({ status: 301 })).toEqual([undefined])
  })

  test('sees nothing when there is nothing to compare with', () => {
    expect(after({ body: {} }, { body: {} })).toBe('unseen')
  })
})

test('underPublishedBase wants a creation that worked, at the printed address', () => {
  const created = (url: string, status = 201) => outcome('underPublishedBase', {}, { url, status })

  expect(created('https://bank.example/api/obf/release1.0.0/account-access-consents')).toBe('met')
  expect(created('https://bank.example/open-banking/v3.1/aisp/account-access-consents')).toEqual([undefined])
  expect(created('https://bank.example/api/a/b/release1.0.0/account-access-consents')).toEqual([undefined])
  expect(created('https://bank.example/api/obf/release1.0.0/account-access-consents', 404)).toEqual([undefined])
  expect(
    outcomeOf(
      matchers.underPublishedBase(
        recordOf(answers({ url: 'https://bank.example/api/account-access-consents', status: 201 }), {
          version: '0.0.1',
        }),
        {},
      ),
    ),
  ).toBe('met')
})

test('errorIdsDiffer compares the Ids of all steps', () => {
  const first = errorBody('400 BadRequest')

  expect(outcome('errorIdsDiffer', {}, { status: 400, body: first }, { status: 400, body: errorBody('400') })).toBe(
    'met',
  )
  expect(outcome('errorIdsDiffer', {}, { status: 400, body: first }, { status: 400, body: first })).toEqual(['/Id'])
  expect(outcome('errorIdsDiffer', {}, { status: 400, body: first }, { status: 400, body: {} })).toBe('unseen')
  const { Id: _, ...withoutId } = errorBody('400') as Record<string, unknown>
  const bare = { status: 400, body: withoutId } as const
  expect(outcome('errorIdsDiffer', {}, bare, bare)).toBe('not-applicable')
})

test('listsOneOf finds one of the values', () => {
  const settings = { path: 'response_types_supported', values: ['code id_token', 'id_token code'] }
  const listed = (...types: string[]) => outcome('listsOneOf', settings, { body: { response_types_supported: types } })

  expect(listed('code', 'id_token code')).toBe('met')
  expect(listed('code')).toEqual(['/response_types_supported'])
  expect(outcome('listsOneOf', settings, { body: {} })).toEqual(['/response_types_supported'])
})

test.each([
  [1800, 'met'],
  [0, ['/expires_in']],
  ['1800', ['/expires_in']],
  [undefined, ['/expires_in']],
])('positiveNumber looks at %j', (value, expected) => {
  expect(outcome('positiveNumber', { path: 'expires_in' }, { body: { expires_in: value } })).toEqual(expected)
})

test.each([
  ['Bearer', 'met'],
  ['bearer', 'met'],
  ['DPoP', ['/token_type']],
  [undefined, ['/token_type']],
])('textInAnyCase looks at %j', (value, expected) => {
  const settings = { path: 'token_type', value: 'Bearer' }

  expect(outcome('textInAnyCase', settings, { body: { token_type: value } })).toEqual(expected)
})

test.each([
  ['https://bank.example/authorize?x=1', 'met'],
  ['/authorize', ['/Links/Self']],
  ['null/authorize', ['/Links/Self']],
  [undefined, ['/Links/Self']],
])('absoluteUri looks at %j', (Self, expected) => {
  const body = { ...consentBody(), Links: { Self } }

  expect(outcome('absoluteUri', { path: 'Links.Self' }, { body })).toEqual(expected)
})
