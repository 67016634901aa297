import { expect, test } from 'vitest'
import type { Basis, Strength } from '#standard/index.js'
import { heaviest, severityOf, tolerated } from './severity.js'

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

test.each(rows)('weighs a broken row that is %s and %s', (basis, strength, expected) => {
  expect(across({ basis, strength })).toBe(expected)
})

test('weighs a row that lost a conflict one step lighter, except for our own sandbox', () => {
  expect(across({ basis: 'framework', strength: 'must', conflictsWith: 'AAC-REQ-120' })).toBe('info warn fail')
})

test('lets a tolerated answer weigh no more than a warning', () => {
  expect(across(tolerated)).toBe('info info warn')
})

test('takes the heaviest of several', () => {
  expect(heaviest(['info', 'fail', 'warn'])).toBe('fail')
  expect(heaviest([])).toBe('info')
})
