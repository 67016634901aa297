import { describe, expect, test } from 'vitest'
import { type ExchangeParts, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const token = (parts: ExchangeParts) =>
  exchangeEntry({
    url: 'https://bank.example/oauth2/token',
    method: 'POST',
    requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
    requestBody: 'grant_type=client_credentials&scope=accounts',
    ...parts,
  })

const answer = { access_token: '«secret:1»', token_type: 'Bearer', expires_in: 1800 }

describe('WIR-token-answer', () => {
  const id = 'WIR-token-answer'

  test.each([
    [answer, 'pass'],
    [{ ...answer, token_type: 'bearer' }, 'pass'],
    [{ ...answer, token_type: 'DPoP' }, ['/token_type']],
    [{ ...answer, expires_in: '1800' }, ['/expires_in']],
    [{ token_type: 'Bearer', expires_in: 1 }, ['/access_token']],
    [{}, ['/access_token', '/token_type', '/expires_in']],
    ['', [undefined, 'content-type']],
    ['<html>', [undefined]],
  ])('looks at %j', (body, expected) => {
    expect(findingsOf(id, [token({ body })])).toEqual(expected)
  })

  test('wants JSON as its media type, and looks at the token endpoint alone', () => {
    const text = token({ body: answer, responseHeaders: [['content-type', 'text/plain']] })
    const revocation = token({ url: 'https://bank.example/oauth2/revoke', requestBody: 'token=x' })

    expect(findingsOf(id, [text])).toEqual(['content-type'])
    expect(findingsOf(id, [revocation])).toBe('not-applicable')
  })
})

test.each([
  [['no-store'], 'pass'],
  [['No-Store, max-age=0'], 'pass'],
  [['private', 'no-store'], 'pass'],
  [['no-cache'], ['cache-control']],
  [[], ['cache-control']],
])('WIR-token-not-stored looks at %j', (values, expected) => {
  const responseHeaders = values.map((value) => ['cache-control', value] as const)

  expect(findingsOf('WIR-token-not-stored', [token({ body: answer, responseHeaders })])).toEqual(expected)
  expect(findingsOf('WIR-token-not-stored', [token({ status: 400, responseHeaders })])).toBe('not-applicable')
})

test.each([
  ['Basic x', ['Basic realm="bank"'], 'pass'],
  ['basic x', ['Bearer', 'BASIC'], 'pass'],
  ['Basic x', ['Bearer realm="Basic"'], ['www-authenticate']],
  ['Basic x', [], ['www-authenticate']],
  [undefined, [], 'not-applicable'],
])('WIR-token-challenge looks at credentials of %j and %j', (authorization, values, expected) => {
  const refused = token({
    status: 401,
    body: { error: 'invalid_client' },
    requestHeaders: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
    ],
    responseHeaders: values.map((value) => ['www-authenticate', value] as const),
  })

  expect(findingsOf('WIR-token-challenge', [refused])).toEqual(expected)
})

describe('WIR-token-error', () => {
  const id = 'WIR-token-error'

  test.each([
    [400, { error: 'invalid_grant' }, []],
    [401, { error: 'invalid_client' }, []],
    [400, { error: 'invalid_client' }, ['AUT-REQ-460']],
    [401, { error: 'invalid_grant' }, ['AUT-REQ-460']],
    [400, { error: 'nope' }, ['AUT-REQ-450']],
    [400, {}, ['AUT-REQ-450']],
    [403, { error: 'invalid_request' }, ['AUT-REQ-450']],
  ])('looks at %i with %j', (status, body, rows) => {
    const other = token({ status, body })

    const { findings } = verdictOf(id, [other])

    expect(findings.flatMap(({ proves }) => proves)).toEqual(rows)
    expect(findings.every(({ outcome, blame }) => outcome === 'fail' && blame === 'bank')).toBe(true)
  })

  test('finds an HTML page without a crash', () => {
    const html = token({ status: 400, body: '<html>no</html>', responseHeaders: [['content-type', 'text/html']] })

    expect(verdictOf(id, [html])).toMatchObject({ outcome: 'fail', blame: 'bank' })
    expect(findingsOf(id, [html])).toEqual([undefined, 'content-type'])
  })
})
