import { expect, test } from 'vitest'
import type { Basis, Strength } from '#standard/index.js'
import { mostSevere, severityOf, tolerated } from './severity.js'

const rows: [Basis, Strength, string][] = [
  ['stated', 'must', 'fail fail fail'],
  ['stated', 'should', 'warn fail fail'],
  ['framework', 'must', 'warn fail fail'],
  ['framework', 'should', 'info warn fail'],
  ['inferred', 'must', 'info warn fail'],
  ['inferred', 'should', 'info info warn'],
  ['stated', 'may', 'info info info'],
  ['framework', 'may', 'info info info'],
  ['inferred', 'may', 'info info info'],
]

const across = (row: Parameters<typeof severityOf>[0]) =>
  (['stated', 'framework', 'all'] as const).map((strictness) => severityOf(row, strictness)).join(' ')

test.each(rows)('gives a severity to a broken row that is %s and %s', (basis, strength, expected) => {
  expect(across({ basis, strength })).toBe(expected)
})

test('makes a row that lost a conflict one step less severe, except for our own sandbox', () => {
  expect(across({ basis: 'framework', strength: 'must', conflictsWith: 'AAC-REQ-120' })).toBe('info warn fail')
})

test('makes a tolerated answer a warning at most', () => {
  expect(across(tolerated)).toBe('info info warn')
})

test('takes the most severe of several', () => {
  expect(mostSevere(['info', 'fail', 'warn'])).toBe('fail')
  expect(mostSevere([])).toBe('info')
})
