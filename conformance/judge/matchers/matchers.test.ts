import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matcherNames } from '../../cases/matcher-names.js'
import { matchers } from '../matchers.js'

const files = [
  'consents',
  'accounts',
  'identifiers',
  'exchanges',
  'row-rules',
  'pages',
  'money',
  'transactions',
  'payments',
  'payment-times',
  'standing-orders',
  'money-moved',
  'money-abroad',
  'events',
  'notifications',
]

const tests = files.map((file) => readFileSync(new URL(`./${file}.test.ts`, import.meta.url), 'utf8')).join('\n')

test('has one rule for each name a case can give, and no other', () => {
  expect(Object.keys(matchers).sort()).toEqual([...matcherNames].sort())
})

test.each(Object.keys(matchers))('%s has tests of its own', (name) => {
  expect(tests).toMatch(new RegExp(`\\b${name}\\b`))
})
