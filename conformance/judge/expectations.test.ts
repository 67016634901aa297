import { describe, expect, test } from 'vitest'
import type { Expectation } from '../cases/case.js'
import { checkExpectation, checkName } from './expectations.js'
import { answers, outcomeOf, type RecordParts, recordOf } from './testing/case-records.js'
import { type ExchangeParts, errorBody } from './testing/transcripts.js'

/** An expectation without its rows, which do not matter here. */
type Bare<E> = E extends unknown ? Omit<E, 'proves' | 'step'> : never

function check(expectation: Bare<Expectation>, answer: ExchangeParts, parts: RecordParts = {}) {
  return checkExpectation({ ...expectation, proves: 'AAC-REQ-020' } as Expectation, recordOf(answers(answer), parts))
}

const seen = (...args: Parameters<typeof check>) => outcomeOf(check(...args))

describe('a status', () => {
  test('is one of those that were named', () => {
    expect(seen({ status: [400, 403] }, { status: 403 })).toBe('met')
    expect(check({ status: 201 }, { status: 200 })).toMatchObject({
      evidence: [0],
      breaches: [{ expected: '201', received: '200' }],
    })
  })

  test('is marked where the case tolerates it', () => {
    expect(check({ status: 400, tolerates: [404] }, { status: 404 })).toMatchObject({ breaches: [{ tolerated: true }] })
    expect(check({ status: 400, tolerates: [404] }, { status: 500 })).not.toMatchObject({
      breaches: [{ tolerated: true }],
    })
  })
})

describe('an error code', () => {
  const body = errorBody(
    '400 BadRequest',
    { ErrorCode: 'Field.Missing', Path: '$.Data' },
    { ErrorCode: 'Field.Invalid', Path: '/Data/Permissions/0' },
  )

  test.each([
    [{ errorCode: 'Field.Missing' }, 'met'],
    [{ errorCode: ['Header.Invalid', 'Field.Missing'] }, 'met'],
    [{ errorCode: 'Field.Missing', path: 'Data' }, 'met'],
    [{ errorCode: 'Field.Invalid', path: 'Data.Permissions' }, 'met'],
    [{ errorCode: 'Field.Missing', path: 'Data.Permissions' }, ['/Errors']],
    [{ errorCode: 'Field.Unexpected' }, ['/Errors']],
  ] as const)('%j is sought among all errors, however the place is written', (expectation, expected) => {
    expect(seen(expectation, { status: 400, body })).toEqual(expected)
  })

  test('is not checked where the status has no body', () => {
    expect(seen({ errorCode: 'Resource.NotFound' }, { status: 404 })).toBe('not-applicable')
  })

  test.each([
    ['', '400 without error details'],
    ['<html>no</html>', '400 without error details'],
    [{ Errors: 'none' }, '400 without error details'],
    [{ Errors: [null, 5, { ErrorCode: 7 }] }, ', , '],
  ])('is missed in the body %j without a crash', (odd, received) => {
    expect(check({ errorCode: 'Field.Missing' }, { status: 400, body: odd })).toMatchObject({
      breaches: [{ received }],
    })
  })

  test('is missed in a success', () => {
    expect(seen({ errorCode: 'Field.Missing' }, { status: 201, body: {} })).toEqual(['/Errors'])
  })
})

test('all errors are there, or each missing one is named', () => {
  const body = errorBody('400 BadRequest', { ErrorCode: 'Field.Missing', Path: 'Risk' })
  const wanted = [
    { errorCode: 'Field.Missing', path: 'Risk' },
    { errorCode: 'Field.Invalid', path: 'Data' },
  ] as const

  expect(check({ allErrors: wanted }, { status: 400, body })).toMatchObject({
    breaches: [{ expected: 'Field.Invalid at Data', received: 'Field.Missing at Risk' }],
  })
  expect(seen({ allErrors: wanted.slice(0, 1) }, { status: 400, body })).toBe('met')
  expect(seen({ allErrors: wanted }, { status: 415 })).toBe('not-applicable')
})

describe('values of a body', () => {
  const body = { Data: { Account: [{ AccountId: 'a' }, { AccountId: 'b' }] }, Risk: {} }

  test.each([
    [{ Risk: {} }, 'met'],
    [{ 'Data.Account[0].AccountId': 'a' }, 'met'],
    [{ 'Data.Account[].AccountId': 'a' }, ['/Data/Account/1/AccountId']],
    [{ 'Data.Status': 'Revoked' }, ['/Data/Status']],
  ])('%j are compared at every place', (wanted, expected) => {
    expect(seen({ body: wanted }, { body })).toEqual(expected)
  })

  test('are compared with the starting point', () => {
    const wanted = { 'Data.Account[0].AccountId': { from: 'given', name: 'accountId' } } as const

    expect(seen({ body: wanted }, { body }, { given: { accountId: 'a' } })).toBe('met')
    expect(seen({ body: wanted }, { body }, { given: { accountId: 'c' } })).toEqual(['/Data/Account/0/AccountId'])
    expect(seen({ body: wanted }, { body })).toBe('unseen')
  })

  test('are not found in no body', () => {
    expect(check({ body: wantedRisk }, { body: '' })).toMatchObject({ breaches: [{ received: 'an empty body' }] })
    expect(check({ body: wantedRisk }, { body: '<html>' })).toMatchObject({ breaches: [{ expected: 'a JSON body' }] })
  })

  const wantedRisk = { Risk: {} }

  test('are nowhere in an empty list', () => {
    expect(seen({ body: { 'Data.Account[].AccountId': 'a' } }, { body: { Data: { Account: [] } } })).toBe('unseen')
  })
})

describe('presence', () => {
  const paths = ['Data.Account[].Servicer']

  test.each([
    [[{ Servicer: {} }, { Servicer: {} }], 'met'],
    [[{ Servicer: {} }, {}], ['/Data/Account/1/Servicer']],
    [[{ Servicer: null }], ['/Data/Account/0/Servicer']],
    [[], 'unseen'],
  ])('is asked of every item of %j', (Account, expected) => {
    expect(seen({ present: paths }, { body: { Data: { Account } } })).toEqual(expected)
  })

  test('fails on an empty object', () => {
    expect(seen({ present: paths }, { body: {} })).toEqual(['/Data'])
  })
})

describe('absence', () => {
  const paths = ['Data.Account[].Servicer']

  test.each([
    [[{ AccountId: 'a' }], 'met'],
    [[{ AccountId: 'a', Servicer: {} }], ['/Data/Account/0/Servicer']],
    [[{ AccountId: 'a', Servicer: null }], ['/Data/Account/0/Servicer']],
    [[], 'unseen'],
  ])('is asked of every item of %j', (Account, expected) => {
    expect(seen({ absent: paths }, { body: { Data: { Account } } })).toEqual(expected)
  })

  test('counts only where something could hold the member', () => {
    expect(seen({ absent: paths }, { body: {} })).toBe('unseen')
    expect(seen({ absent: ['Data'] }, { body: {} })).toBe('unseen')
    expect(seen({ absent: ['Data'] }, { body: errorBody('403 Forbidden') })).toBe('met')
    expect(seen({ absent: ['Data'] }, { status: 403, body: { Data: {} } })).toEqual(['/Data'])
    expect(seen({ absent: ['Data'] }, { status: 403 })).toBe('not-applicable')
    expect(check({ absent: ['Data'] }, { body: '<html>' })).toMatchObject({ breaches: [{ expected: 'a JSON body' }] })
  })
})

test('a header is there in the right form, or absent', () => {
  const answer = { status: 429, responseHeaders: [['Retry-After', '30']] } as const

  expect(seen({ header: 'retry-after', like: '^\\d+$' }, answer)).toBe('met')
  expect(seen({ header: 'retry-after', like: '^\\d{3}$' }, answer)).toEqual(['retry-after'])
  expect(seen({ header: 'x-other', like: '.' }, answer)).toEqual(['x-other'])
  expect(seen({ header: 'x-other', like: null }, answer)).toBe('met')
  expect(seen({ header: 'retry-after', like: null }, answer)).toEqual(['retry-after'])
})

test('a check is named after its kind or its matcher', () => {
  expect(checkName({ status: 200, proves: 'AAC-REQ-020' })).toBe('status')
  expect(checkName({ noCode: true, proves: 'AAC-REQ-020' })).toBe('noCode')
  expect(checkName({ matches: 'panMasked', proves: 'ACC-REQ-250' })).toBe('panMasked')
})
