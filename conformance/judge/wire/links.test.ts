import { expect, test } from 'vitest'
import { bases, consentBody, type ExchangeParts, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf } from '../testing/wire.js'

const base = bases['1.0.0']

const linked = (Self: unknown, parts: ExchangeParts = {}) =>
  findingsOf('WIR-links-self-resource', [
    exchangeEntry({
      operation: 'getAccountAccessConsent',
      path: '/account-access-consents/c%2D1/',
      body: { ...consentBody(), Links: { Self } },
      ...parts,
    }),
  ])

test.each([
  [`${base}/account-access-consents/c-1`, 'pass'],
  [`${base}/account-access-consents/c-1/`, 'pass'],
  ['https://other.example/api/bobf/release1.0.0/account-access-consents/c-1?x=1', 'pass'],
  [`${base}/account-access-consents/c-2`, ['/Links/Self']],
  [`${base}/account-access-consents`, ['/Links/Self']],
  ['/account-access-consents/c-1', ['/Links/Self']],
  [`${base}/%zz`, ['/Links/Self']],
])('Links.Self %s of a consent that was read', (self, expected) => {
  expect(linked(self)).toEqual(expected)
})

test('is looked at where there is one, on reads in 1.0.0', () => {
  expect(linked(undefined)).toBe('not-applicable')
  expect(linked(`${base}/x`, { operation: 'createAccountAccessConsent', status: 201 })).toBe('not-applicable')
  expect(linked('https://bank.example/authorize', { version: '0.0.1' })).toBe('not-applicable')
})
