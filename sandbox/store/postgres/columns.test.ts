import { expect, test } from 'vitest'
import { indexes } from '../collections.js'
import { lookupColumns, toDeleteColumns, toPutRows } from './columns.js'

test('has a column for every index rule of every collection', () => {
  const rules = Object.entries(indexes).map(([collection, each]) => [collection, Object.keys(each).length] as const)

  expect(rules.filter(([, count]) => count > lookupColumns)).toEqual([])
})

test('puts what a document is found and ordered by beside it', () => {
  const document = { accountId: 'acc', bookedAt: 7, status: 'Booked' }
  const rows = toPutRows([{ tenantId: 'main', collection: 'transactions', id: 't', document }])

  expect(JSON.parse(rows ?? '')).toEqual([
    { collection: 'transactions', id: 't', document, range_group: 'acc', at: 7, place: '0074', counted: true },
  ])
})

test('writes in an order that does not depend on who put what first', () => {
  const put = (id: string, accountId: string) => ({
    tenantId: 'main',
    collection: 'transactions' as const,
    id,
    document: { accountId, bookedAt: 1, status: 'Booked' },
  })
  const [a, b, c] = [put('1', 'y'), put('2', 'x'), put('3', 'x')]

  expect(toPutRows([a, b, c])).toBe(toPutRows([c, b, a]))
})

test('parts what is put from what is deleted', () => {
  const gone = { tenantId: 'main', collection: 'consents' as const, id: 'c\0', document: undefined }

  expect(toPutRows([gone])).toBeUndefined()
  expect(toDeleteColumns([gone])).toEqual([['consents'], ['c\x1a0000']])
})
