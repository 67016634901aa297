import { expect, test } from 'vitest'
import { consents, entries } from '../testing/collections.js'
import { toDeleteColumns, toPutRows } from './columns.js'
import { Layout } from './layout.js'

const layout = new Layout([
  { collection: 'consents', rule: 'index', name: 'grantId', number: 1 },
  { collection: 'consents', rule: 'index', name: 'psuId', number: 3 },
  { collection: 'entries', rule: 'index', name: 'pendingOf', number: 1 },
  { collection: 'entries', rule: 'sum', name: 'pending', number: 1 },
  { collection: 'entries', rule: 'sum', name: 'all', number: 2 },
])

test('knows the column of each rule by its name, and how many there are', () => {
  expect([layout.lookup(consents, 'psuId'), layout.sum(entries, 'all')]).toEqual([3, 2])
  expect([layout.lookups, layout.sums]).toEqual([3, 2])
  expect(() => layout.lookup(entries, 'psuId')).toThrow('entries has no index psuId')
})

test('puts what a document is found and ordered by beside it', () => {
  const document = { accountId: 'acc', bookedAt: 7, amountMinor: 5, status: 'Pending' }
  const rows = toPutRows([{ tenantId: 'main', collection: entries, id: 't', document }], layout)

  expect(JSON.parse(rows ?? '')).toEqual([
    {
      collection: 'entries',
      id: 't',
      document,
      lookup_1: 'acc',
      sum_1: 5,
      sum_2: 5,
      range_group: 'acc',
      at: 7,
      place: '0074',
      counted: true,
    },
  ])
})

test('writes in an order that does not depend on who put what first', () => {
  const put = (id: string, accountId: string) => ({
    tenantId: 'main',
    collection: entries,
    id,
    document: { accountId, bookedAt: 1, status: 'Booked' },
  })
  const [a, b, c] = [put('1', 'y'), put('2', 'x'), put('3', 'x')]

  expect(toPutRows([a, b, c], layout)).toBe(toPutRows([c, b, a], layout))
})

test('parts what is put from what is deleted', () => {
  const gone = { tenantId: 'main', collection: consents, id: 'c\0', document: undefined }

  expect(toPutRows([gone], layout)).toBeUndefined()
  expect(toDeleteColumns([gone])).toEqual([['consents'], ['c\x1a0000']])
})
