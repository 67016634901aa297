import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, type RecordParts, recordOf } from '../testing/case-records.js'
import { account, accountsBody } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

const [a, b] = [account(), account({ AccountId: 'a-2' })]

/** Each body answers a step of its own; the matcher looks at the last. */
function outcome(name: keyof typeof matchers, settings: Settings, bodies: readonly unknown[], parts: RecordParts = {}) {
  return outcomeOf(matchers[name](recordOf(answers(...bodies.map((body) => ({ body }))), parts), settings))
}

describe('accountsAre', () => {
  const settings = { ids: [{ from: 'given', name: 'accountId' }] } as const
  const listed = (...accounts: (typeof a)[]) =>
    outcome('accountsAre', settings, [accountsBody(...accounts)], { given: { accountId: 'a-1' } })

  test('wants the chosen ones and no others', () => {
    expect(listed(a)).toBe('met')
    expect(listed(a, b)).toEqual(['/Data/Account'])
    expect(listed(b)).toEqual(['/Data/Account'])
    expect(listed(a, a)).toEqual(['/Data/Account'])
    expect(listed()).toEqual(['/Data/Account'])
  })

  test('sees nothing when it is not known which accounts were chosen', () => {
    expect(outcome('accountsAre', settings, [accountsBody(a)])).toBe('unseen')
  })
})

test('atLeastAccounts counts different accounts', () => {
  expect(outcome('atLeastAccounts', { count: 2 }, [accountsBody(a, b)])).toBe('met')
  expect(outcome('atLeastAccounts', { count: 2 }, [accountsBody(a, a)])).toEqual(['/Data/Account'])
  expect(outcome('atLeastAccounts', { count: 2 }, [{}])).toEqual(['/Data/Account'])
})

test('exactlyAccounts counts every item of an array', () => {
  expect(outcome('exactlyAccounts', { count: 1 }, [accountsBody(a)])).toBe('met')
  expect(outcome('exactlyAccounts', { count: 1 }, [accountsBody(a, a)])).toEqual(['/Data/Account'])
  expect(outcome('exactlyAccounts', { count: 1 }, [{ Data: { Account: a } }])).toEqual(['/Data/Account'])
})

test('sameAccounts compares with an earlier list, in any order', () => {
  const after = (...accounts: (typeof a)[]) =>
    outcome('sameAccounts', { as: 0 }, [accountsBody(a, b), accountsBody(...accounts)])

  expect(after(b, a)).toBe('met')
  expect(after(a)).toEqual(['/Data/Account'])
  expect(after(a, b, account({ AccountId: 'a-3' }))).toEqual(['/Data/Account'])
  expect(outcome('sameAccounts', { as: 0 }, [accountsBody(), accountsBody(a)])).toBe('unseen')
})

test('uniqueAccountIds points at the second of two equal ids', () => {
  expect(outcome('uniqueAccountIds', {}, [accountsBody(a, b)])).toBe('met')
  expect(outcome('uniqueAccountIds', {}, [accountsBody(a, b, a)])).toEqual(['/Data/Account/2/AccountId'])
  expect(outcome('uniqueAccountIds', {}, [accountsBody()])).toBe('unseen')
})

describe('asInList', () => {
  const read = (single: typeof a, ...list: (typeof a)[]) =>
    outcome('asInList', { list: 0 }, [accountsBody(...list), accountsBody(single)])

  test('compares the account with its item of the list, member by member', () => {
    expect(read(b, a, b)).toBe('met')
    expect(read({ ...b, Currency: 'USD' }, a, b)).toEqual(['/Data/Account/0/Currency'])
    expect(read(b, a, { ...b, ...{ Nickname: 'Listed' } })).toEqual(['/Data/Account/0/Nickname'])
  })

  test('misses an account that is not in the list, and sees nothing in an empty list', () => {
    expect(read(b, a)).toEqual(['/Data/Account/0/AccountId'])
    expect(read(b)).toBe('unseen')
  })
})
