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

describe('WIR-token-scope', () => {
  const id = 'WIR-token-scope'
  const answered = (parts: object, form = 'grant_type=authorization_code&code=x') =>
    token({ requestBody: form, body: { ...answer, ...parts } })

  test.each([
    ['accounts', 'pass'],
    ['openid accounts', 'pass'],
    [undefined, 'pass'],
    [['accounts'], ['/scope']],
    ['', ['/scope']],
    ['openid  accounts', ['/scope']],
    ['"accounts"', ['/scope']],
    [null, ['/scope']],
  ])('looks at %j', (scope, expected) => {
    expect(findingsOf(id, [answered({ scope })])).toEqual(expected)
  })

  test.each([
    ['accounts', 'pass'],
    [undefined, 'pass'],
    ['accounts payments', ['/scope']],
  ])('holds %j of a renewed token against the token before', (scope, expected) => {
    const first = answered({ scope: 'openid accounts', refresh_token: '«secret:5»' })
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: '«secret:5»' }).toString()

    expect(findingsOf(id, [first, answered({ scope }, form)])).toEqual(expected)
  })

  test('holds a token that was renewed twice against the first', () => {
    const renew = (secret: string) =>
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: secret }).toString()
    const first = answered({ scope: 'openid accounts', refresh_token: '«secret:5»' })
    const second = answered({ scope: 'accounts', refresh_token: '«secret:6»' }, renew('«secret:5»'))

    expect(findingsOf(id, [first, second, answered({ scope: 'openid accounts' }, renew('«secret:6»'))])).toBe('pass')
  })
})

test.each([
  [{ error: 'invalid_grant' }, 'pass'],
  [{ error: 'invalid_grant', error_description: "it's over [1]", error_uri: 'https://bank.example/x?y=z' }, 'pass'],
  [{ error: 'invalid_grant', error_description: 'the "code" is over' }, ['/error_description']],
  [{ error: 'invalid_grant', error_description: 'c:\\code' }, ['/error_description']],
  [{ error: 'invalid_grant', error_description: 'abgelaufen\nund vorbei' }, ['/error_description']],
  [{ error: 'invalid_grant', error_description: 'ung\u00fcltig' }, ['/error_description']],
  [{ error: 'invalid_grant', error_description: null }, ['/error_description']],
  [{ error: 'invalid_grant', error_uri: 'https://bank.example/a b' }, ['/error_uri']],
  [{ error: 5 }, ['/error']],
])('WIR-token-error-text looks at %j', (body, expected) => {
  expect(findingsOf('WIR-token-error-text', [token({ status: 400, body })])).toEqual(expected)
})

describe('WIR-pushed-request', () => {
  const id = 'WIR-pushed-request'
  const pushed = (parts: ExchangeParts) =>
    token({ url: 'https://bank.example/par', status: 201, requestBody: 'response_type=code&client_id=tpp', ...parts })
  const taken = { request_uri: 'urn:ietf:params:oauth:request_uri:x', expires_in: 60 }

  test.each([
    [201, taken, 'pass'],
    [200, taken, [undefined]],
    [201, { ...taken, expires_in: '60' }, ['/expires_in']],
    [201, { ...taken, expires_in: 0 }, ['/expires_in']],
    [201, { ...taken, expires_in: 1.5 }, ['/expires_in']],
    [201, { expires_in: 60 }, ['/request_uri']],
    [201, { ...taken, request_uri: 'x' }, ['/request_uri']],
    [201, '<html>', [undefined]],
    [400, { error: 'invalid_request' }, 'pass'],
    [400, {}, ['/error']],
  ])('looks at %i with %j', (status, body, expected) => {
    expect(findingsOf(id, [pushed({ status, body })])).toEqual(expected)
  })

  test('sees a request in an object, and no token request', () => {
    expect(findingsOf(id, [pushed({ requestBody: 'request=a.b.c&client_id=tpp', body: taken })])).toBe('pass')
    expect(findingsOf(id, [token({ body: answer })])).toBe('not-applicable')
  })
})

describe('WIR-discovery', () => {
  const id = 'WIR-discovery'
  const document = {
    issuer: 'https://bank.example',
    authorization_endpoint: 'https://bank.example/auth',
    token_endpoint: 'https://bank.example/token',
    jwks_uri: 'https://bank.example/jwks',
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['PS256'],
  }
  const read = (parts: ExchangeParts) =>
    exchangeEntry({ url: 'https://bank.example/.well-known/openid-configuration', method: 'GET', ...parts })
  const { jwks_uri: _, ...withoutKeys } = document

  test.each([
    [document, 'pass'],
    [withoutKeys, ['/jwks_uri']],
    [{ ...document, token_endpoint: '/token' }, ['/token_endpoint']],
    [{ ...document, response_types_supported: 'code' }, ['/response_types_supported']],
    [{ ...document, acr_values_supported: [] }, ['/acr_values_supported']],
    ['<html>', [undefined]],
    [[], [undefined]],
  ])('looks at %j', (body, expected) => {
    expect(findingsOf(id, [read({ body })])).toEqual(expected)
  })

  test('wants JSON as its media type', () => {
    expect(findingsOf(id, [read({ body: document, responseHeaders: [['content-type', 'text/plain']] })])).toEqual([
      'content-type',
    ])
  })
})
