import { expect, test } from 'vitest'
import type { RequirementId } from '#standard/index.js'
import type { Case, Expectation, Step } from './case.js'
import { operationsOf, triedBy } from './tried.js'

const reads: readonly Step[] = [{ call: 'getAccounts' }, { call: 'getBalances' }]

const made = (expectation: Expectation, rest: Partial<Case> = {}): Case => ({
  id: 'AUT-999',
  title: 'is tried',
  operation: 'getBalances',
  versions: ['1.0.0'],
  ref: 'none',
  given: 'nothing',
  steps: reads as Case['steps'],
  expect: [expectation],
  ...rest,
})

const triedOf = (row: RequirementId, one: Case) => [...(triedBy([one]).get(row) ?? [])].sort()

test('a row is tried on the operation of the step that is looked at', () => {
  expect(triedOf('AUT-REQ-340', made({ status: 401, proves: 'AUT-REQ-340' }))).toEqual(['getBalances'])
})

test('the operation that a case is about counts beside the step, if the case calls it', () => {
  const first: Expectation = { status: 401, step: 0, proves: 'AUT-REQ-340' }

  expect(triedOf('AUT-REQ-340', made(first))).toEqual(['getAccounts', 'getBalances'])
  expect(triedOf('AUT-REQ-340', made(first, { operation: 'getAccount' }))).toEqual(['getAccounts'])
})

test('a matcher that compares answers looks at all that the case calls, one that does not at its own', () => {
  const compared: Expectation = { matches: 'sameAnswer', with: { as: 0 }, proves: 'AUT-REQ-340' }
  const alone: Expectation = { matches: 'uniqueAccountIds', proves: 'AUT-REQ-340' }

  expect(triedOf('AUT-REQ-340', made(compared))).toEqual(['getAccounts', 'getBalances'])
  expect(triedOf('AUT-REQ-340', made(alone))).toEqual(['getBalances'])
})

test('no operation counts that the row does not speak of', () => {
  expect(triedOf('BAL-REQ-020', made({ status: 200, step: 0, proves: 'BAL-REQ-020' }))).toEqual(['getBalances'])
  expect(triedOf('PRD-REQ-010', made({ status: 200, proves: 'PRD-REQ-010' }))).toEqual([])
})

test('what is found at the token endpoint holds for every operation', () => {
  const steps: Case['steps'] = [{ token: 'client_credentials' }]
  const one = made({ status: 200, proves: 'AUT-REQ-400' }, { steps })

  expect(triedOf('AUT-REQ-400', one)).toEqual([...operationsOf('AUT-REQ-400')].sort())
})
