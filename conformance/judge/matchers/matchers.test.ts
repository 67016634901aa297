import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchers } from '../matchers.js'

const files = ['consents', 'accounts', 'identifiers', 'exchanges', 'row-rules', 'pages', 'money', 'transactions']

const tests = files.map((file) => readFileSync(new URL(`./${file}.test.ts`, import.meta.url), 'utf8')).join('\n')

test.each(Object.keys(matchers))('%s has tests of its own', (name) => {
  expect(tests).toMatch(new RegExp(`\\b${name}\\b`))
})
