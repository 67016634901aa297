import { describe, expect, test } from 'vitest'
import { requirement } from '#standard/index.js'
import { blameOf, blameOfBreach } from './blame.js'
import { chain, type ExchangeParts, exchangeEntry, journeyEntry } from './testing/transcripts.js'

const blamed = (parts: ExchangeParts, deliberate = false) => blameOf(chain([exchangeEntry(parts)])[0], { deliberate })

const token = (error: string): ExchangeParts => ({
  url: 'https://bank.example/oauth2/token',
  method: 'POST',
  requestHeaders: [['content-type', 'application/x-www-form-urlencoded']],
  requestBody: 'grant_type=client_credentials',
  case: 'AUT-025',
  status: 401,
  body: { error },
})

describe('who is to blame for an answer', () => {
  test.each<[string, ExchangeParts, string]>([
    ['a wrong answer', { path: '/accounts', status: 500 }, 'bank'],
    ['an answer that never came to an end', { failure: { kind: 'timeout', message: '' } }, 'bank'],
    ['an answer without measure', { failure: { kind: 'too-large', message: '' } }, 'bank'],
    ['a connection that was reset', { failure: { kind: 'reset', message: '' } }, 'network'],
    ['a certificate that is not trusted', { failure: { kind: 'tls', message: '' } }, 'network'],
    ['a proxy that wants a password', { status: 407 }, 'network'],
    ['a proxy that says so', { status: 503, responseHeaders: [['X-Squid-Error', 'ERR_DNS_FAIL 0']] }, 'network'],
    ['invalid_client', token('invalid_client'), 'config'],
    ['unauthorized_client', token('unauthorized_client'), 'config'],
    ['invalid_grant', token('invalid_grant'), 'bank'],
    ['a missing client certificate', { status: 400, body: '<html>No required SSL certificate was sent' }, 'config'],
    ['a missing client certificate in other words', { status: 403, body: 'Client certificate required' }, 'config'],
    ['a certificate in a sound error body', { status: 403, body: { Message: 'client certificate' } }, 'bank'],
    ['a page that speaks of something else', { status: 403, body: '<html>Forbidden</html>' }, 'bank'],
  ])('%s', (_, parts, expected) => {
    expect(blamed(parts)).toBe(expected)
  })

  test('is the bank where the request was wrong on purpose', () => {
    expect(blamed(token('invalid_client'), true)).toBe('bank')
    expect(blamed({ status: 403, body: 'Client certificate required' }, true)).toBe('config')
  })

  test('is the bank in a journey, and where nothing is known', () => {
    expect(blameOf(chain([journeyEntry({})])[0])).toBe('bank')
    expect(blameOf(undefined)).toBe('bank')
  })
})

describe('a broken row', () => {
  test('is a gap in the standard when it is only an info and every row is open', () => {
    expect(blameOfBreach('info', [requirement('AAC-REQ-520')])).toBe('spec-gap')
    expect(blameOfBreach('info', [requirement('ERR-REQ-450')])).toBe('spec-gap')
    expect(blameOfBreach('info', [requirement('ACC-REQ-110')])).toBe('spec-gap')
  })

  test('is the bank when a settled row is among them, or when it is more severe', () => {
    expect(blameOfBreach('info', [requirement('AAC-REQ-520'), requirement('HDR-REQ-190')])).toBe('bank')
    expect(blameOfBreach('warn', [requirement('AAC-REQ-520')])).toBe('bank')
  })
})
