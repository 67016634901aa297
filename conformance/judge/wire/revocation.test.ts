import { describe, expect, test } from 'vitest'
import { type ExchangeParts, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf } from '../testing/wire.js'

const discovery = exchangeEntry({
  url: 'https://bank.example/.well-known/openid-configuration',
  method: 'GET',
  body: {
    revocation_endpoint: 'https://bank.example/revoke',
    introspection_endpoint: 'https://bank.example/introspect',
  },
})

const asked = (path: string, parts: ExchangeParts) =>
  exchangeEntry({
    url: `https://bank.example${path}`,
    method: 'POST',
    requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
    requestBody: 'token=x',
    ...parts,
  })

describe('WIR-revocation', () => {
  test.each([
    [200, '', 'pass'],
    [200, { anything: true }, 'pass'],
    [204, '', [undefined]],
    [400, { error: 'unsupported_token_type' }, 'pass'],
    [400, { error: 'invalid_request' }, [undefined]],
    [400, { error: 'unknown_token' }, ['/error']],
    [400, { message: 'no' }, ['/error']],
    [401, { error: 'invalid_client' }, 'pass'],
    [401, { error: 'invalid_request' }, [undefined]],
    [404, '<html>', [undefined, undefined]],
    [503, '', 'not-applicable'],
    [429, '', 'not-applicable'],
  ])('looks at %i with %j', (status, body, expected) => {
    expect(findingsOf('WIR-revocation', [discovery, asked('/revoke', { status, body })])).toEqual(expected)
  })
})

describe('WIR-introspection', () => {
  test.each([
    [{ active: false }, 'pass'],
    [{ active: true, scope: 'a b', exp: 1, aud: ['a'], cnf: { 'x5t#S256': 'x' } }, 'pass'],
    [{ active: 'true' }, ['/active']],
    [{}, ['/active']],
    [{ active: true, scope: ['a'], exp: '1', aud: 1 }, ['/scope', '/exp', '/aud']],
    [{ active: false, reason: 'ended' }, ['/reason']],
    ['<html>', [undefined]],
  ])('looks at %j', (body, expected) => {
    expect(findingsOf('WIR-introspection', [discovery, asked('/introspect', { body })])).toEqual(expected)
  })

  test('looks at successes of that endpoint alone', () => {
    const others = [asked('/introspect', { status: 401, body: {} }), asked('/revoke', { body: {} })]

    expect(findingsOf('WIR-introspection', [discovery, ...others])).toBe('not-applicable')
  })
})
