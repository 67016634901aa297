import { expect, test } from 'vitest'
import { conditions } from '#sandbox/http/refusals/conditions.js'
import { expectGenerated } from './generated-page.js'
import { refusalsPage } from './refusals-page.js'

test('is what docs/refusals.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('refusals.md', refusalsPage())
})

test('has one row for each condition, each as wide as the heading', () => {
  const rows = refusalsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))

  expect(rows.map((row) => row.split('`')[1])).toEqual(Object.keys(conditions))
  expect(rows.filter((row) => row.match(/\|/g)?.length !== 6)).toEqual([])
})
