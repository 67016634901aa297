import { expect, test } from 'vitest'
import type { Case, Expectation } from '../cases/case.js'
import { judgeCase } from './case-verdict.js'
import { factsOf } from './run-facts.js'
import { anyCase } from './testing/case-records.js'
import { account, accountsBody, caseEntry, chain, exchangeEntry, runEntry } from './testing/transcripts.js'

/** Judges an answer with one account, at a bank that leaves out fields. */
function judged(expectation: Expectation, withoutFields: readonly string[], shown: Readonly<Record<string, unknown>>) {
  const test: Case = { ...anyCase, steps: [{ call: 'getAccounts' }], expect: [expectation] }
  const run = runEntry(['TST-001@1.0.0'])
  const entries = chain([
    { ...run, profile: { ...run.profile, withoutFields } },
    exchangeEntry({ case: 'TST-001', step: 0, operation: 'getAccounts', body: accountsBody(account(shown)) }),
    caseEntry('TST-001'),
  ])
  const { outcome, checks } = judgeCase(test, '1.0.0', entries, 'all', factsOf(entries))
  return { outcome, reason: checks[0]?.reason, pointer: checks[0]?.pointer }
}

const nickname = 'Data.Account[].Nickname'
const present: Expectation = { present: [nickname], proves: 'ACC-REQ-400' }
const absent = { Nickname: undefined }

test('a field that the bank never sends is not asked for, and the reason says so', () => {
  expect(judged(present, [], absent).outcome).toBe('fail')
  expect(judged(present, [nickname], absent)).toMatchObject({
    outcome: 'not-applicable',
    reason: 'the profile says that the bank never sends Data.Account[].Nickname (withoutFields)',
  })
})

test('parts of it are not asked for either, and fields that are called alike are', () => {
  const scheme: Expectation = { present: ['Data.Account[].Servicer.SchemeName'], proves: 'ACC-REQ-270' }

  expect(judged(scheme, ['Data.Account[].Servicer'], { Servicer: undefined }).outcome).toBe('not-applicable')
  expect(judged(scheme, ['Data.Account[].Serv'], { Servicer: undefined }).outcome).toBe('fail')
})

test('what else an expectation says is judged', () => {
  const two: Expectation = { present: [nickname, 'Data.Account[].Description'], proves: 'ACC-REQ-390' }

  expect(judged(two, [nickname], { ...absent, Description: 'x' }).outcome).toBe('pass')
  expect(judged(two, [nickname], { ...absent, Description: undefined })).toMatchObject({
    outcome: 'fail',
    pointer: '/Data/Account/0/Description',
  })
})

test('a field that is sent after all is judged', () => {
  const value: Expectation = { body: { [nickname]: 'mine' }, proves: 'ACC-REQ-400' }

  expect(judged(value, [nickname], { Nickname: 'another' }).outcome).toBe('fail')
  expect(judged(value, [nickname], absent).outcome).toBe('not-applicable')
})

test('a matcher over several fields is left out where all of them are', () => {
  const members = ['Nickname', 'Description']
  const some: Expectation = { matches: 'someHave', with: { path: 'Data.Account[]', members }, proves: 'ACC-REQ-400' }
  const neither = { Nickname: undefined, Description: undefined }

  expect(judged(some, [nickname], neither).outcome).toBe('fail')
  expect(judged(some, [nickname, 'Data.Account[].Description'], neither).outcome).toBe('not-applicable')
})
