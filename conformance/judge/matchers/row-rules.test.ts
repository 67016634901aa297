import { describe, expect, test } from 'vitest'
import type { Value } from '../../cases/case.js'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, type RecordParts, recordOf } from '../testing/case-records.js'
import { exchangeEntry } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'
import { canonicalText } from './rows.js'

const path = 'Data.Beneficiary[]'

type Row = Readonly<Record<string, unknown>>

const row = (id: string, AccountId: string | undefined = 'a-1'): Row => ({ BeneficiaryId: id, AccountId })
const body = (...rows: readonly Row[]) => ({ Data: { Beneficiary: rows } })
const accountList = (...ids: readonly string[]) => ({ Data: { Account: ids.map((AccountId) => ({ AccountId })) } })

/** Each body answers a step of its own; the matcher looks at the last. */
function outcome(name: keyof typeof matchers, settings: Settings, bodies: readonly unknown[], parts: RecordParts = {}) {
  return outcomeOf(
    matchers[name](recordOf(answers(...bodies.map((each) => ({ body: each }))), parts), { path, ...settings }),
  )
}

const given = { given: { accountId: 'a-1' } }
const ids: Value = [{ from: 'given', name: 'accountId' }]

test('canonicalText ignores the order of members, but not of items, and members left out', () => {
  expect(canonicalText({ a: 1, b: [1, 2] })).toBe(canonicalText({ b: [1, 2], a: 1 }))
  expect(canonicalText({ b: [1, 2] })).not.toBe(canonicalText({ b: [2, 1] }))
  expect(canonicalText({ a: 1, t: 1 }, ['t'])).toBe(canonicalText({ a: 1, t: 2 }, ['t']))
})

describe('rowsOfAccounts', () => {
  test('wants rows of the accounts named', () => {
    expect(outcome('rowsOfAccounts', { ids }, [body(row('b'))], given)).toBe('met')
    expect(outcome('rowsOfAccounts', { ids }, [body(row('b'), row('c', 'a-2'))], given)).toEqual([
      '/Data/Beneficiary/1/AccountId',
    ])
  })

  test('or no rows, where there may be none', () => {
    const orNone = { ids, orNone: true }

    expect(outcome('rowsOfAccounts', orNone, [body()], given)).toBe('met')
    expect(outcome('rowsOfAccounts', { ids }, [body()], given)).toBe('unseen')
    expect(outcome('rowsOfAccounts', orNone, [body(row('c', 'a-2'))], given)).toHaveLength(1)
  })

  test('or of those in the list of an earlier step', () => {
    const settings = { accounts: 0 }

    expect(outcome('rowsOfAccounts', settings, [accountList('a-1', 'a-2'), body(row('c', 'a-2'))])).toBe('met')
    expect(outcome('rowsOfAccounts', settings, [accountList('a-1'), body(row('c', 'a-2'))])).toHaveLength(1)
    expect(outcome('rowsOfAccounts', settings, [accountList(), body(row('c'))])).toBe('unseen')
  })

  test('looks at every page', () => {
    const pages = [body(row('b')), body(row('c', 'a-2'))].map((each) => exchangeEntry({ step: 0, body: each }))

    expect(outcomeOf(matchers.rowsOfAccounts(recordOf(pages.reverse(), given), { path, ids }))).toHaveLength(1)
  })

  test('sees nothing in an empty list, and does not apply where rows name no account', () => {
    expect(outcome('rowsOfAccounts', { ids }, [body()], given)).toBe('unseen')
    expect(outcome('rowsOfAccounts', { ids }, [body({ BeneficiaryId: 'b' })], given)).toBe('not-applicable')
  })
})

test('rowsForEveryAccount misses the account without a row', () => {
  const list = accountList('a-1', 'a-2')

  expect(outcome('rowsForEveryAccount', { accounts: 0 }, [list, body(row('b'), row('c', 'a-2'))])).toBe('met')
  expect(outcome('rowsForEveryAccount', { accounts: 0 }, [list, body(row('b'))])).toHaveLength(1)
})

describe('asOnTheirOwn', () => {
  const settings = { single: 0, ids, but: ['Seen'] }
  const compare = (single: unknown, bulk: unknown) => outcome('asOnTheirOwn', settings, [single, bulk], given)

  test('compares the rows of the account with those in the list of all, in any order', () => {
    expect(compare(body(row('b'), row('c')), body(row('x', 'a-2'), row('c'), row('b')))).toBe('met')
    expect(compare(body({ ...row('b'), Seen: 1 }), body({ ...row('b'), Seen: 2 }))).toBe('met')
  })

  test('misses a row on either side', () => {
    expect(compare(body(row('b'), row('c')), body(row('b')))).toEqual(['/Data/Beneficiary/1'])
    expect(compare(body(row('b')), body(row('b'), row('c')))).toEqual(['/Data/Beneficiary/1'])
    expect(compare(body(row('b')), body(row('x', 'a-2')))).toHaveLength(1)
  })

  test('sees nothing where the account has no rows', () => {
    expect(compare(body(), body())).toBe('unseen')
  })
})

describe('sameRows', () => {
  const settings = { of: [0, 1] }

  test('takes the rows of several answers together', () => {
    expect(outcome('sameRows', settings, [body(row('b')), body(row('c')), body(row('c'), row('b'))])).toBe('met')
    expect(outcome('sameRows', settings, [body(row('b')), body(row('b')), body(row('b'))])).toBe('met')
  })

  test('misses what one of them lacks', () => {
    expect(outcome('sameRows', settings, [body(row('b')), body(row('c')), body(row('b'))])).toHaveLength(1)
    expect(outcome('sameRows', settings, [body(row('b')), body(), body(row('b'), row('c'))])).toHaveLength(1)
  })

  test('sees nothing in a list that was not read to its end', () => {
    const page = (step: number) =>
      exchangeEntry({ step, body: { ...body(row('b')), Links: { Next: 'https://b.example/' } } })
    const pages = [exchangeEntry({ step: 0, body: body(row('b')) }), ...Array.from({ length: 100 }, () => page(1))]

    expect(outcomeOf(matchers.sameRows(recordOf(pages), { path, of: [0] }))).toBe('unseen')
  })

  test('sees nothing where there is nothing to compare with', () => {
    expect(outcome('sameRows', settings, [body(), body(), body(row('b'))])).toBe('unseen')
  })
})

test('someHave wants one of the members in one row at least', () => {
  const settings = { path, members: ['CreditorAgent', 'Reference2'] }

  expect(outcome('someHave', settings, [body(row('b'), { ...row('c'), CreditorAgent: {} })])).toBe('met')
  expect(outcome('someHave', settings, [body(row('b'), { ...row('c'), CreditorAgent: null })])).toHaveLength(1)
  expect(outcome('someHave', settings, [body()])).toBe('unseen')
})

describe('hasRow and lacksRow', () => {
  const settings: Settings = { row: { from: 'step', step: 0, path: 'Data.Beneficiary[0]' } }
  const before = body(row('b'))

  test('look for a row that is equal in every member', () => {
    expect(outcome('hasRow', settings, [before, body(row('c'), row('b'))])).toBe('met')
    expect(outcome('hasRow', settings, [before, body(row('c'))])).toHaveLength(1)
    expect(outcome('lacksRow', settings, [before, body()])).toBe('met')
    expect(outcome('lacksRow', settings, [before, body(row('b'))])).toHaveLength(1)
  })

  test('see nothing without the row, or in an answer that is no list', () => {
    const refused = recordOf(answers({ body: before }, { status: 400, body: {} }))

    expect(outcome('lacksRow', settings, [body(), body()])).toBe('unseen')
    expect(outcomeOf(matchers.lacksRow(refused, { path, ...settings }))).toBe('unseen')
  })
})
