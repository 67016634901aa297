import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { outcomeOf, recordOf } from '../testing/case-records.js'
import { bases, exchangeEntry } from '../testing/transcripts.js'

const path = 'Data.Transaction[]'
const url = (page: number) => `${bases['1.0.0']}/transactions?page=${page}`

interface Page {
  readonly rows?: number | readonly unknown[]
  readonly next?: number | string
  readonly prev?: number | string
  readonly meta?: Readonly<Record<string, unknown>>
  readonly status?: number
  readonly url?: string
}

const link = (to: number | string | undefined) => (typeof to === 'number' ? url(to) : to)

const rowsOf = (rows: Page['rows'] = 1, page: number) =>
  typeof rows === 'number' ? Array.from({ length: rows }, (_, index) => ({ TransactionId: `${page}-${index}` })) : rows

/** Pages of one step, then those of a second where there are any. */
function record(first: readonly Page[], second: readonly Page[] = []) {
  return recordOf(
    [first, second].flatMap((pages, step) =>
      pages.map(({ rows, next, prev, meta, status = 200, url: asked }, index) =>
        exchangeEntry({
          step,
          status,
          operation: 'getTransactions',
          url: asked ?? url(index + 1),
          body: {
            Data: { Transaction: rowsOf(rows, index) },
            Links: { Self: url(index + 1), Next: link(next), Prev: link(prev) },
            Meta: meta ?? {},
          },
        }),
      ),
    ),
  )
}

const outcome = (name: keyof typeof matchers, pages: readonly Page[], settings = {}) =>
  outcomeOf(matchers[name](record(pages), { path, ...settings }))

describe('pagesEnd', () => {
  test('holds for one page, and for several that end', () => {
    expect(outcome('pagesEnd', [{}])).toBe('met')
    expect(outcome('pagesEnd', [{ next: 2, meta: { TotalPages: 2 } }, { prev: 1 }])).toBe('met')
  })

  test('finds a Next that equals Self, one that goes round, and one that leads to another host', () => {
    expect(outcome('pagesEnd', [{ next: 1 }])).toEqual(['/Links/Next'])
    expect(outcome('pagesEnd', [{ next: 2 }, { next: 1 }])).toEqual(['/Links/Next'])
    expect(outcome('pagesEnd', [{ next: 'https://elsewhere.example/' }])).toEqual(['/Links/Next'])
  })

  test('finds more or fewer pages than TotalPages says, and a page that is refused', () => {
    expect(outcome('pagesEnd', [{ next: 2, meta: { TotalPages: 1 } }, {}])).toEqual(['/Meta/TotalPages'])
    expect(outcome('pagesEnd', [{ meta: { TotalPages: 3 } }])).toEqual(['/Meta/TotalPages'])
    expect(outcome('pagesEnd', [{ next: 2 }, { status: 400 }])).toHaveLength(1)
  })

  test('does not blame the bank for more pages than are read', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ next: index + 2 }))

    expect(outcome('pagesEnd', many)).toBe('unseen')
    expect(outcome('pagesEnd', [...many.slice(0, 99), { next: 50 }])).toEqual(['/Links/Next'])
  })

  test('finds a Next that brings nothing new for ever', () => {
    const endless = Array.from({ length: 100 }, (_, index) => ({ next: index + 2, rows: [{ TransactionId: 't-1' }] }))
    const empty = Array.from({ length: 100 }, (_, index) => ({ next: index + 2, rows: index === 0 ? 1 : 0 }))

    expect(outcome('pagesEnd', endless)).toEqual(['/Links/Next'])
    expect(outcome('pagesEnd', empty)).toEqual(['/Links/Next'])
  })

  test('leaves it to the profile where the bank says that there are more pages, and to the bank where it does not', () => {
    const pages = (meta: Page['meta'] = {}) =>
      record(Array.from({ length: 100 }, (_, index) => ({ next: index + 2, meta })))

    expect(matchers.pagesEnd(pages({ TotalPages: 250 }), { path })).toMatchObject({ kind: 'unseen', blame: 'config' })
    expect(matchers.pagesEnd(pages(), { path })).toMatchObject({ kind: 'unseen', blame: 'bank' })
  })

  test('sees nothing where the first page is refused', () => {
    expect(outcome('pagesEnd', [{ status: 403 }])).toBe('unseen')
  })
})

test('firstPageHasNoPrev looks at the first page alone', () => {
  expect(outcome('firstPageHasNoPrev', [{ next: 2 }, { prev: 1 }])).toBe('met')
  expect(outcome('firstPageHasNoPrev', [{ prev: 1 }])).toEqual(['/Links/Prev'])
})

test('pagesOfOneResource finds a page of another resource', () => {
  const other = `${bases['1.0.0']}/balances?page=2`

  expect(outcome('pagesOfOneResource', [{ next: 2 }, { prev: 1 }])).toBe('met')
  expect(outcome('pagesOfOneResource', [{ next: other }])).toEqual(['/Links/Next'])
  expect(outcome('pagesOfOneResource', [{ next: 2 }, { prev: other }])).toEqual(['/Links/Prev'])
})

describe('noRowTwice', () => {
  const row = { TransactionId: 't-1', Amount: '1' }

  test('tells rows apart by id, on one page and across pages', () => {
    expect(outcome('noRowTwice', [{ rows: 2 }, { rows: 2 }], { id: 'TransactionId' })).toBe('met')
    expect(outcome('noRowTwice', [{ rows: [row] }, { rows: [row] }], { id: 'TransactionId' })).toHaveLength(1)
    expect(outcome('noRowTwice', [{ rows: [row, { ...row, Amount: '2' }] }], { id: 'TransactionId' })).toHaveLength(1)
  })

  test('passes over rows that lack the id, and without an id compares all they say', () => {
    expect(outcome('noRowTwice', [{ rows: [{ Amount: '1' }, { Amount: '1' }] }], { id: 'TransactionId' })).toBe('met')
    expect(outcome('noRowTwice', [{ rows: [{ Amount: '1' }, { Amount: '1' }] }])).toHaveLength(1)
  })
})

test('pageSizes wants 25 to 1000 rows on every page but the last', () => {
  expect(outcome('pageSizes', [{ rows: 25 }, { rows: 1 }])).toBe('met')
  expect(outcome('pageSizes', [{ rows: 24 }, { rows: 1 }])).toHaveLength(1)
  expect(outcome('pageSizes', [{ rows: 1001 }])).toHaveLength(1)
})

test('pagesOf25 looks at full pages alone', () => {
  expect(outcome('pagesOf25', [{ rows: 25 }, { rows: 3 }])).toBe('met')
  expect(outcome('pagesOf25', [{ rows: 50 }, { rows: 3 }])).toHaveLength(1)
  expect(outcome('pagesOf25', [{ rows: 3 }])).toBe('not-applicable')
})

describe('rowsOfPage', () => {
  const rowsOfPage = (page: number, rows: readonly unknown[]) =>
    outcomeOf(matchers.rowsOfPage(record([{}, {}], [{ rows }]), { path, of: 0, page }))

  test('compares with the page of that number', () => {
    expect(rowsOfPage(2, [{ TransactionId: '1-0' }])).toBe('met')
    expect(rowsOfPage(1, [{ TransactionId: '1-0' }])).toHaveLength(1)
    expect(rowsOfPage(2, [])).toHaveLength(1)
  })

  test('sees nothing where that page is empty', () => {
    expect(outcomeOf(matchers.rowsOfPage(record([{ rows: 0 }], [{ rows: 0 }]), { path, of: 0, page: 1 }))).toBe(
      'unseen',
    )
  })

  test('does not apply where there are fewer pages', () => {
    expect(rowsOfPage(3, [])).toBe('not-applicable')
  })
})

describe('withinHistory', () => {
  const meta = { FirstAvailableDateTime: '2030-01-01T00:00:00Z', LastAvailableDateTime: '2030-01-31T00:00:00Z' }
  const booked = (BookingDateTime: string) => [{ rows: [{ BookingDateTime }], meta }]

  test('wants rows between the two dates, both included', () => {
    expect(outcome('withinHistory', booked('2030-01-01T03:00:00+03:00'))).toBe('met')
    expect(outcome('withinHistory', booked('2030-01-31T00:00:00Z'))).toBe('met')
    expect(outcome('withinHistory', booked('2029-12-31T23:59:59Z'))).toEqual(['/Data/Transaction/0/BookingDateTime'])
    expect(outcome('withinHistory', booked('2030-01-31T00:00:00.001Z'))).toHaveLength(1)
  })

  test('does not apply where Meta names none', () => {
    expect(outcome('withinHistory', [{}])).toBe('not-applicable')
  })
})
