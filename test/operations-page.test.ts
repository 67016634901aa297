import { expect, test } from 'vitest'
import { operationIds } from '#standard/index.js'
import { expectGenerated } from './generated-page.js'
import { operationsPage } from './operations-page.js'

test('is what docs/operations.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('operations.md', operationsPage())
})

test('has one row for each operation, each as wide as the heading', () => {
  const rows = operationsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))

  expect(rows.map((row) => row.split('`')[1])).toEqual(operationIds)
  expect(rows.filter((row) => row.match(/\|/g)?.length !== 9)).toEqual([])
})

test('names fields for every read of rows, in each of its versions', () => {
  const [, fields = ''] = operationsPage().split('## Fields of the reads')
  const rows = fields.split('\n').filter((line) => /^\| [A-Z]/.test(line) && !line.includes('| Row |'))

  expect(rows.length).toBe(9)
  expect(rows.filter((row) => !row.includes('AccountId'))).toEqual([])
})
