import { describe, expect, test } from 'vitest'
import type { JourneyEntry } from '../transcript/entry.js'
import { checkExpectation } from './expectations.js'
import { outcomeOf, recordOf } from './testing/case-records.js'
import { journeyEntry } from './testing/transcripts.js'

type Parts = Parameters<typeof journeyEntry>[0]

const journey = (parts: Parts) => recordOf([journeyEntry({ step: 0, ...parts })])

const withCode = (parts: Parts) =>
  outcomeOf(checkExpectation({ redirect: 'code', proves: 'AUT-REQ-560' }, journey(parts)))

const withError = (parts: Parts, error?: string | readonly string[]) =>
  outcomeOf(checkExpectation({ redirect: 'error', ...(error && { error }), proves: 'AUT-REQ-570' }, journey(parts)))

const noCode = (parts: Parts) => outcomeOf(checkExpectation({ noCode: true, proves: 'ERR-REQ-560' }, journey(parts)))

const failed = (kind: NonNullable<JourneyEntry['failure']>['kind']): Parts => ({ failure: { kind, message: 'x' } })

const denied: Parts = {
  redirected: [
    ['error', 'access_denied'],
    ['state', 'abc'],
  ],
}

const empty: Parts = { redirected: [['state', 'abc']] }

describe('a redirect with a code', () => {
  test('has a code and the state of the request', () => {
    expect(withCode({})).toBe('met')
  })

  test.each([
    ['an error', denied, ['code']],
    ['neither code nor error', empty, ['code']],
    ['another state', { state: 'abd' }, ['state']],
    ['no state', { redirected: [['code', 'x']] }, ['state']],
    [
      'two states',
      {
        redirected: [
          ['code', 'x'],
          ['state', 'abc'],
          ['state', 'abc'],
        ],
      },
      ['state'],
    ],
    [
      'a state in another case',
      {
        redirected: [
          ['code', 'x'],
          ['State', 'abc'],
        ],
      },
      ['state'],
    ],
  ] as const)('is not one with %s', (_, parts, expected) => {
    expect(withCode(parts)).toEqual(expected)
  })

  test.each(['timeout', 'page', 'refused'] as const)('is missing when the journey ends with %s', (kind) => {
    expect(withCode(failed(kind))).toEqual([undefined])
  })

  test('is not seen without a browser or a journey', () => {
    expect(withCode(failed('no-browser'))).toBe('unseen')
    expect(outcomeOf(checkExpectation({ redirect: 'code', proves: 'AUT-REQ-560' }, recordOf([])))).toBe('unseen')
  })
})

describe('a redirect with an error', () => {
  test('has the error that was named, or any', () => {
    expect(withError(denied, 'access_denied')).toBe('met')
    expect(withError(denied, ['invalid_request', 'access_denied'])).toBe('met')
    expect(withError(denied)).toBe('met')
    expect(withError(denied, 'invalid_request')).toEqual(['error'])
  })

  test('has no code and keeps the state', () => {
    expect(withError({}, 'access_denied')).toEqual(['error'])
    expect(withError({ redirected: [['error', 'access_denied']] }, 'access_denied')).toEqual(['state'])
  })
})

describe('no code', () => {
  test('is an error in the redirect or a refusal on the page', () => {
    expect(noCode(denied)).toBe('met')
    expect(noCode(failed('refused'))).toBe('met')
  })

  test('is not a redirect with a code, or with nothing', () => {
    expect(noCode({})).toEqual(['code'])
    expect(noCode(empty)).toEqual(['error'])
    expect(noCode(failed('elsewhere'))).toEqual(['redirect'])
  })

  test.each(['timeout', 'page', 'no-browser'] as const)('is not shown by a journey that ends with %s', (kind) => {
    expect(noCode(failed(kind))).toBe('unseen')
  })
})
