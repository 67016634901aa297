import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import type { FixtureTransaction } from '#fixtures/types.js'
import { noSums } from './balances.js'
import { withEntry } from './entries.js'
import { SeededEntries, type SeededQuery, seededEntries } from './seeded-entries.js'

const day = 86_400_000
const ids = 'abcdefghij'

const row = fc.record({
  accountId: fc.constant('a'),
  bookedAt: fc.integer({ min: 0, max: 12 }),
  amountMinor: fc.integer({ min: 0, max: 1000 }),
  creditDebitIndicator: fc.constantFrom('Credit' as const, 'Debit' as const),
  delay: fc.constantFrom(0, 0, 2, 5, Number.POSITIVE_INFINITY),
})

const rowsOf = fc.array(row, { maxLength: 10 }).map((rows) =>
  rows
    .map(({ delay, ...facts }, index): FixtureTransaction => {
      const settlesAt = facts.bookedAt + delay
      return {
        ...facts,
        transactionId: ids.charAt(index),
        information: '',
        status: delay === 0 ? 'Booked' : 'Pending',
        ...(Number.isFinite(settlesAt) && delay > 0 && { settlesAt }),
      }
    })
    .sort((a, b) => b.bookedAt - a.bookedAt || (a.transactionId < b.transactionId ? -1 : 1)),
)

/** The same rows, some of them from the opening, the others growing as time passes. */
function entriesOf(rows: readonly FixtureTransaction[], openedAt: number): SeededEntries {
  const later = rows.filter(({ bookedAt }) => bookedAt > openedAt).reverse()
  const grown: FixtureTransaction[] = []
  return new SeededEntries(
    rows.filter(({ bookedAt }) => bookedAt <= openedAt),
    (until) => {
      while (grown.length < later.length && (later[grown.length] as FixtureTransaction).bookedAt <= until) {
        grown.push(later[grown.length] as FixtureTransaction)
      }
      return grown
    },
  )
}

const asOfInstant = (rows: readonly FixtureTransaction[], asOf: number) =>
  rows.map((each) =>
    each.settlesAt !== undefined && each.settlesAt <= asOf ? { ...each, status: 'Booked' as const } : each,
  )

const instant = fc.integer({ min: 0, max: 14 })

test('sums, counts, slices and balances are those of the rows, one by one, whatever was asked before', () => {
  const question = fc.record({
    asOf: instant,
    ends: fc.tuple(instant, instant),
    order: fc.constantFrom('newest' as const, 'oldest' as const),
    limit: fc.integer({ min: 1, max: 11 }),
    direction: fc.constantFrom(undefined, 'Credit' as const, 'Debit' as const),
    after: fc.option(fc.record({ at: instant, id: fc.constantFrom(...ids) }), { nil: undefined }),
  })
  fc.assert(
    fc.property(rowsOf, instant, fc.array(question, { minLength: 1, maxLength: 4 }), (rows, openedAt, questions) => {
      const entries = entriesOf(rows, openedAt)
      for (const { asOf, ends, order, limit, direction, after } of questions) {
        const [from, to] = [Math.min(...ends), Math.min(asOf, Math.max(...ends))]
        const shown = asOfInstant(rows, asOf)
        const until = shown.filter(({ bookedAt }) => bookedAt <= to)
        expect(entries.sumsAt(to, asOf)).toEqual(until.reduce(withEntry, noSums))
        const [newest] = until
        if (newest) expect(entries.bookedThrough(newest, asOf)).toBe(until.reduce(withEntry, noSums).bookedMinor)

        const inPeriod = until.filter(
          (each) => each.bookedAt >= from && (direction ?? each.creditDebitIndicator) === each.creditDebitIndicator,
        )
        expect(entries.count(direction, { from, to })).toBe(inPeriod.length)
        const isOlder = ({ bookedAt, transactionId }: FixtureTransaction) =>
          !after || bookedAt < after.at || (bookedAt === after.at && transactionId > after.id)
        const isNewer = ({ bookedAt, transactionId }: FixtureTransaction) =>
          !after || bookedAt > after.at || (bookedAt === after.at && transactionId < after.id)
        const expected = order === 'newest' ? inPeriod.filter(isOlder) : inPeriod.filter(isNewer).reverse()
        const query: SeededQuery = { order, limit, from, to, ...(after && { after }) }
        expect(entries.slice(direction, query, asOf)).toEqual(expected.slice(0, limit))
      }
    }),
    { numRuns: 400 },
  )
})

describe('a bank that has lived for a year', () => {
  const now = Date.parse('2030-01-15T09:00:00+03:00')
  const bank = buildBank({ now })
  const accountId = bank.psus[0]?.accountIds[0] as string

  test('has recent rows, the last days of them pending, and those of the opening are booked', () => {
    const later = now + 365 * day
    const entries = seededEntries(bank, accountId)
    const newest = entries.slice(undefined, { order: 'newest', limit: 50, from: 0, to: later }, later)
    const opening = entries.slice(undefined, { order: 'newest', limit: 10_000, from: 0, to: now }, later)

    expect(newest[0]?.bookedAt).toBeGreaterThan(later - 3 * day)
    expect(newest.some(({ status }) => status === 'Pending')).toBe(true)
    expect(bank.transactions(accountId).some(({ status }) => status === 'Pending')).toBe(true)
    expect(opening.every(({ status }) => status === 'Booked')).toBe(true)
  })

  test('shows a row that has settled as the same object each time, and a pending one as it was opened with', () => {
    const read = (asOf: number) =>
      seededEntries(bank, accountId).slice(undefined, { order: 'newest', limit: 5, from: 0, to: now }, asOf)

    expect(read(now + day * 10)[0]).toBe(read(now + day * 11)[0])
    expect(read(now)[0]).toBe(bank.transactions(accountId)[0])
  })
})
