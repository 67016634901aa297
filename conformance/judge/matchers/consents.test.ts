import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import { consentBody, type ExchangeParts, exchangeEntry, journeyEntry } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

function outcome(name: keyof typeof matchers, settings: Settings, ...parts: readonly ExchangeParts[]) {
  return outcomeOf(matchers[name](recordOf(answers(...parts)), settings))
}

const asked = { Data: { Permissions: ['ReadAccountsBasic', 'ReadBalances'] } }

describe('permissionsAsRequested', () => {
  test.each([
    [['ReadBalances', 'ReadAccountsBasic'], 'met'],
    [['ReadBalances', 'ReadAccountsBasic', 'ReadBalances'], 'met'],
    [['ReadBalances'], ['/Data/Permissions']],
    [['ReadBalances', 'ReadAccountsBasic', 'ReadParty'], ['/Data/Permissions']],
    [
      ['ReadParty', 'ReadAccountsBasic'],
      ['/Data/Permissions', '/Data/Permissions'],
    ],
    [undefined, ['/Data/Permissions']],
  ])('finds %j', (Permissions, expected) => {
    const answer = { requestBody: asked, body: { Data: { Permissions } } }

    expect(outcome('permissionsAsRequested', { request: 0 }, answer)).toEqual(expected)
  })

  test('sees nothing without a request to compare with, and a breach in no body', () => {
    expect(outcome('permissionsAsRequested', { request: 0 }, { body: consentBody() })).toBe('unseen')
    expect(outcome('permissionsAsRequested', { request: 0 }, { requestBody: asked })).toEqual([undefined])
  })
})

test('permissionsOnce finds a permission that stands twice', () => {
  const listed = (...Permissions: string[]) => outcome('permissionsOnce', {}, { body: { Data: { Permissions } } })

  expect(listed('ReadBalances', 'ReadParty')).toBe('met')
  expect(listed('ReadBalances', 'ReadParty', 'ReadBalances')).toEqual(['/Data/Permissions'])
  expect(listed()).toBe('unseen')
})

describe('instantAsRequested', () => {
  const path = 'Data.ExpirationDateTime'
  const requestBody = { Data: { ExpirationDateTime: '2030-06-01T12:00:00+03:00' } }
  const shown = (value: unknown) =>
    outcome('instantAsRequested', { request: 0, path }, { requestBody, body: { Data: { ExpirationDateTime: value } } })

  test.each([
    ['2030-06-01T12:00:00+03:00', 'met'],
    ['2030-06-01T09:00:00Z', 'met'],
    ['2030-06-01T09:00:00.000+00:00', 'met'],
    ['2030-06-01T12:00:00Z', ['/Data/ExpirationDateTime']],
    ['2030-06-01', ['/Data/ExpirationDateTime']],
    [null, ['/Data/ExpirationDateTime']],
  ])('compares instants and not texts: %s', (value, expected) => {
    expect(shown(value)).toEqual(expected)
  })

  test('wants what was asked for to be there', () => {
    expect(shown(undefined)).toEqual([undefined])
    expect(outcome('instantAsRequested', { request: 0, path }, { requestBody, body: {} })).toBe('unseen')
    expect(outcome('instantAsRequested', { request: 0, path }, { body: consentBody() })).toBe('unseen')
  })
})

describe('statusUpdateMoved', () => {
  const at = (seconds: string) => `2030-01-15T09:00:${seconds}Z`
  const consent = (StatusUpdateDateTime: unknown, sent = '00.000'): ExchangeParts => ({
    at: at(sent),
    body: { Data: { StatusUpdateDateTime } },
  })

  test.each([
    ['a later one', at('00.100'), at('00.101'), '01.000', 'met'],
    ['the same', at('00.100'), at('00.100'), '01.000', ['/Data/StatusUpdateDateTime']],
    ['an earlier one', at('05'), at('04'), '06.000', ['/Data/StatusUpdateDateTime']],
    ['the same second, within it', at('00'), at('00'), '00.900', 'not-applicable'],
    ['the same second, written with a fraction of none', at('00.000'), at('00.000'), '00.900', 'not-applicable'],
    ['the same second, long after', at('00'), at('00'), '03.000', ['/Data/StatusUpdateDateTime']],
    ['none', at('00'), undefined, '03.000', ['/Data/StatusUpdateDateTime']],
  ])('finds %s', (_, before, after, sent, expected) => {
    expect(outcome('statusUpdateMoved', { since: 0 }, consent(before), consent(after, sent))).toEqual(expected)
  })

  test('sees nothing without an answer from before', () => {
    expect(outcome('statusUpdateMoved', { since: 0 }, { status: 500 }, consent(at('00')))).toBe('unseen')
  })
})

describe('nearDateHeader', () => {
  const settings = { path: 'Data.CreationDateTime', minutes: 5 }
  const near = (CreationDateTime: unknown, date?: string) =>
    outcome('nearDateHeader', settings, {
      body: { Data: { CreationDateTime } },
      responseHeaders: date === undefined ? [] : [['date', date]],
    })

  test.each([
    ['2030-01-15T12:04:59+03:00', 'met'],
    ['2030-01-15T08:55:01Z', 'met'],
    ['2030-01-15T12:06:00+03:00', ['/Data/CreationDateTime']],
    ['2030-01-15T12:00:00Z', ['/Data/CreationDateTime']],
    ['11-Dec-17', ['/Data/CreationDateTime']],
    [undefined, ['/Data/CreationDateTime']],
  ])('measures %s against the Date header', (value, expected) => {
    expect(near(value, 'Tue, 15 Jan 2030 09:00:00 GMT')).toEqual(expected)
  })

  test('compares with our own clock without the header, and with nothing when the header is no date', () => {
    expect(near('2030-01-15T12:00:30+03:00')).toBe('met')
    expect(near('2031-01-15T12:00:30+03:00')).toEqual(['/Data/CreationDateTime'])
    expect(near('2030-01-15T12:00:30+03:00', 'today')).toBe('unseen')
  })
})

describe('sameData', () => {
  const body = consentBody()

  test('compares member by member, links apart', () => {
    expect(outcome('sameData', { as: 0 }, { body }, { body: { ...body, Links: null } })).toBe('met')
    expect(outcome('sameData', { as: 0 }, { body }, { body: consentBody({ Status: 'Revoked', Extra: 1 }) })).toEqual([
      '/Data/Status',
      '/Data/Extra',
    ])
  })

  test('misses Data, and sees nothing without one to compare with', () => {
    expect(outcome('sameData', { as: 0 }, { body }, { body: {} })).toEqual(['/Data'])
    expect(outcome('sameData', { as: 0 }, { body: {} }, { body })).toBe('unseen')
  })
})

test('valueDiffers wants another value than before, and one at all', () => {
  const settings = { path: 'Data.ConsentId', than: 0 }
  const after = (body: unknown) => outcome('valueDiffers', settings, { body: consentBody() }, { body })

  expect(after(consentBody({ ConsentId: 'c-2' }))).toBe('met')
  expect(after(consentBody())).toEqual(['/Data/ConsentId'])
  expect(after({ Data: {} })).toEqual(['/Data/ConsentId'])
  expect(outcome('valueDiffers', settings, { body: {} }, { body: consentBody() })).toBe('unseen')
})

describe('statusFollowsRedirect', () => {
  const after = (journey: Parameters<typeof journeyEntry>[0], Status: string) => {
    const read = exchangeEntry({ step: 1, body: { Data: { Status } } })
    return outcomeOf(
      matchers.statusFollowsRedirect(recordOf([journeyEntry({ step: 0, ...journey }), read]), { decided: 0 }),
    )
  }
  const refused = { redirected: [['error', 'invalid_scope']] } as const
  const onPage = { failure: { kind: 'refused', message: 'the page answered 400' } } as const

  test.each([
    ['a code and Authorised', {}, 'Authorised', 'met'],
    ['an error and a consent as it was', refused, 'AwaitingAuthorisation', 'met'],
    ['a page of the bank and a consent as it was', onPage, 'AwaitingAuthorisation', 'met'],
    ['an error and Authorised', refused, 'Authorised', ['/Data/Status']],
    ['an error and Rejected', refused, 'Rejected', ['/Data/Status']],
    ['a page of the bank and Authorised', onPage, 'Authorised', ['/Data/Status']],
    ['a code and a consent as it was', {}, 'AwaitingAuthorisation', ['/Data/Status']],
    ['no end', { failure: { kind: 'timeout', message: 'x' } }, 'Authorised', 'unseen'],
  ] as const)('finds %s', (_name, journey, status, expected) => {
    expect(after(journey, status)).toEqual(expected)
  })
})
