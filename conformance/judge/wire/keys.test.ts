import { describe, expect, test } from 'vitest'
import { type ExchangeParts, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf } from '../testing/wire.js'

const discovery = exchangeEntry({
  url: 'https://bank.example/.well-known/openid-configuration',
  method: 'GET',
  body: { issuer: 'https://bank.example', jwks_uri: 'https://bank.example/keys' },
})

const keys = (parts: ExchangeParts) => exchangeEntry({ url: 'https://bank.example/keys', method: 'GET', ...parts })

describe('WIR-keys', () => {
  const found = (body: unknown, parts: ExchangeParts = {}) =>
    findingsOf('WIR-keys', [discovery, keys({ body: body as object, ...parts })])
  const rsa = { kty: 'RSA', kid: 'one', n: '0vx7-_agoe', e: 'AQAB' }
  const ec = { kty: 'EC', kid: 'one', crv: 'P-256', x: 'MKBCTNIc', y: '4Etl6SRW' }

  test.each([
    [[], 'pass'],
    [[rsa, ec, { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKx' }, { kty: 'AKP', pub: 'x' }], 'pass'],
    [[{ ...rsa, kty: undefined }], ['/keys/0/kty']],
    [[{ ...rsa, kty: 1, kid: 2 }], ['/keys/0/kty', '/keys/0/kid']],
    [[{ kty: 'RSA', n: '0vx7' }], ['/keys/0/e']],
    [[{ ...ec, x: 'MKBCTNIc==' }], ['/keys/0/x']],
    [[{ ...ec, d: '870MB6gf' }], ['/keys/0/d']],
    [[{ kty: 'oct', k: 'GawgguFy' }], ['/keys/0/k']],
    [['key'], ['/keys/0']],
    [[rsa, { ...rsa, n: '0vx8' }], ['/keys/1/kid']],
    [
      [
        { ...rsa, kid: undefined },
        { ...rsa, kid: undefined },
      ],
      'pass',
    ],
    [undefined, ['/keys']],
    [{ one: rsa }, ['/keys']],
  ])('looks at the keys %j', (list, expected) => {
    expect(found({ keys: list })).toEqual(expected)
  })

  test.each([
    ['application/jwk-set+json; charset=utf-8', 'pass'],
    ['application/json', 'pass'],
    ['text/plain', ['content-type']],
  ])('takes them as %s', (type, expected) => {
    expect(found({ keys: [rsa] }, { responseHeaders: [['content-type', type]] })).toEqual(expected)
  })

  test('wants JSON', () => {
    expect(found('<html>')).toEqual([undefined])
  })

  test('knows them by the address that discovery has', () => {
    expect(findingsOf('WIR-keys', [discovery, keys({ url: 'https://bank.example/other', body: {} })])).toBe(
      'not-applicable',
    )
  })
})
