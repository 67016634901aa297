import { describe, expect, test } from 'vitest'
import { accountAccessConsentStatuses as statuses } from '#standard/index.js'
import { type AccountConsent, asOf, canBeDecided, canMove, expiresAt, isExpired, isUsable, move } from './consent.js'

const created = Date.parse('2030-01-15T09:00:00+03:00')
const hours = 3_600_000

const consentWith = (facts: Partial<AccountConsent>): AccountConsent => ({
  kind: 'accounts',
  consentId: 'c-1',
  tppId: 'tpp-demo',
  version: '1.0.0',
  status: 'AwaitingAuthorisation',
  createdAt: created,
  statusUpdatedAt: created,
  permissions: ['ReadAccountsBasic'],
  ...facts,
})

describe('moves', () => {
  test.each([
    ['AwaitingAuthorisation', ['Authorised', 'Rejected', 'Revoked']],
    ['Authorised', ['Authorised', 'Revoked']],
    ['Rejected', []],
    ['Revoked', []],
  ] as const)('from %s lead to %j and nowhere else', (status, expected) => {
    const consent = consentWith({ status })

    expect(statuses.filter((next) => canMove(consent, next))).toEqual(expected)
  })

  test('keep everything but the state, its time and what was decided', () => {
    const consent = consentWith({ expirationDateTime: '2030-06-01T00:00:00Z' })

    const decided = move(consent, 'Authorised', created + 5, { psuId: 'p', accountIds: ['a'], grantId: 'g' })

    expect(decided).toEqual({
      ...consent,
      status: 'Authorised',
      statusUpdatedAt: created + 5,
      psuId: 'p',
      accountIds: ['a'],
      grantId: 'g',
    })
    expect(consent.status).toBe('AwaitingAuthorisation')
  })

  test('keep who decided when the consent is withdrawn', () => {
    const consent = consentWith({ status: 'Authorised', psuId: 'p', accountIds: ['a'], grantId: 'g' })

    expect(move(consent, 'Revoked', created)).toMatchObject({ psuId: 'p', accountIds: ['a'], grantId: 'g' })
  })
})

describe('a consent without a decision', () => {
  test.each([
    [24 * hours - 1, 'AwaitingAuthorisation', 0],
    [24 * hours, 'Rejected', 24 * hours],
    [900 * hours, 'Rejected', 24 * hours],
  ])('after %i ms is %s, since %i ms after its creation', (after, status, since) => {
    expect(asOf(consentWith({}), created + after)).toMatchObject({ status, statusUpdatedAt: created + since })
  })

  test.each(['Authorised', 'Rejected', 'Revoked'] as const)('is not one that is %s', (status) => {
    const consent = consentWith({ status })

    expect(asOf(consent, created + 900 * hours)).toBe(consent)
  })
})

describe('expiry', () => {
  const expirationDateTime = '2030-02-01T00:00:00+03:00'
  const end = Date.parse(expirationDateTime)

  test('is at the instant the TPP sent, to the millisecond', () => {
    const consent = consentWith({ expirationDateTime })

    expect(expiresAt(consent)).toBe(end)
    expect([end - 1, end, end + 1].map((now) => isExpired(consent, now))).toEqual([false, true, true])
  })

  test('never comes when none was sent', () => {
    expect(expiresAt(consentWith({}))).toBeUndefined()
    expect(isExpired(consentWith({}), Number.MAX_SAFE_INTEGER)).toBe(false)
  })

  test('may be in the year 9999, in lower case or in a leap second', () => {
    const at = (text: string) => expiresAt(consentWith({ expirationDateTime: text }))

    expect(at('9999-12-31t23:59:59z')).toBe(Date.UTC(9999, 11, 31, 23, 59, 59))
    expect(at('2030-06-30T23:59:60Z')).toBe(Date.UTC(2030, 6, 1))
  })

  test('changes no status', () => {
    const consent = consentWith({ status: 'Authorised', expirationDateTime })

    expect(asOf(consent, end + 1)).toBe(consent)
  })

  test.each([
    ['AwaitingAuthorisation', true, false, false, false],
    ['Authorised', true, false, true, false],
    ['Rejected', false, false, false, false],
    ['Revoked', false, false, false, false],
  ] as const)('of a consent that is %s: can be decided %s, then %s; can be used %s, then %s', (status, ...expected) => {
    const consent = consentWith({ status, expirationDateTime })

    expect([
      canBeDecided(consent, end - 1),
      canBeDecided(consent, end),
      isUsable(consent, end - 1),
      isUsable(consent, end),
    ]).toEqual(expected)
  })
})
