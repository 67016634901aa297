/**
 * Filters and pages of transactions.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { Call, Case, Ref, Value } from './case.js'
import { fieldFault } from './expect.js'
import { readBulk, readSingle } from './reads.js'
import { queryDay, transactionReads } from './transactions.js'

const both = ['0.0.1', '1.0.0'] as const

const path = 'Data.Transaction[]'

/** The first transaction of answer 1. */
const first: Ref = { from: 'step', step: 0, path: 'Data.Transaction[0]' }

/** When it was booked, as a query parameter, shifted by some milliseconds. */
const whenBooked = (shiftMillis = 0): Ref => ({
  from: 'step',
  step: 0,
  path: 'Data.Transaction[0].BookingDateTime',
  queryDate: { shiftMillis },
})

const week = 7 * 86_400_000

const asked = (query: Readonly<Record<string, Value>>, rest: Partial<Call> = {}): Call =>
  readSingle({ ...transactionReads, query }, rest)

const period = (from: Value, to: Value) => ({ fromBookingDateTime: from, toBookingDateTime: to })

const askedOfAll = (query: Readonly<Record<string, Value>>, rest: Partial<Call> = {}): Call => ({
  call: 'getTransactions',
  query,
  ...rest,
})

const invalidDate = (step: number, parameter: string) =>
  fieldFault({ errorCode: 'Field.InvalidDate', path: parameter, answer: 'PAG-REQ-080', step })

const beyond = (call: OperationId): Call => ({ call, query: { page: '99999' } })

const noSuchPage = (step: number) =>
  fieldFault({ errorCode: 'Field.Invalid', path: 'page', answer: 'PAG-REQ-190', step })

export const filtersAndPages: readonly Case[] = [
  {
    id: 'PAG-001',
    title: 'shows a transaction booked at the very moment the period begins, and not a millisecond later',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, filtering: fromBookingDateTime',
    given: 'everythingConsent',
    steps: [
      readSingle(transactionReads),
      asked(period(whenBooked(), whenBooked(week)), { pages: 'all' }),
      asked(period(whenBooked(1), whenBooked(week)), { pages: 'all' }),
    ],
    expect: [
      { status: 200, step: 1, proves: 'PAG-REQ-010' },
      { matches: 'hasRow', with: { path, row: first }, step: 1, proves: 'PAG-REQ-010' },
      { matches: 'bookedWithinQuery', step: 1, proves: 'PAG-REQ-010' },
      { status: 200, proves: ['PAG-REQ-010', 'PAG-REQ-040'] },
      { matches: 'lacksRow', with: { path, row: first }, proves: 'PAG-REQ-010' },
    ],
  },
  {
    id: 'PAG-002',
    title: 'shows a transaction booked at the very moment the period ends, and not a millisecond before',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, filtering: toBookingDateTime',
    given: 'everythingConsent',
    steps: [
      readSingle(transactionReads),
      asked(period(whenBooked(-week), whenBooked()), { pages: 'all' }),
      asked(period(whenBooked(-week), whenBooked(-1)), { pages: 'all' }),
    ],
    expect: [
      { status: 200, step: 1, proves: 'PAG-REQ-020' },
      { matches: 'hasRow', with: { path, row: first }, step: 1, proves: 'PAG-REQ-020' },
      { matches: 'bookedWithinQuery', step: 1, proves: 'PAG-REQ-020' },
      { status: 200, proves: ['PAG-REQ-020', 'PAG-REQ-040'] },
      { matches: 'lacksRow', with: { path, row: first }, proves: 'PAG-REQ-020' },
    ],
  },
  {
    id: 'PAG-003',
    title: 'ignores the offset of a date in the query',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, filtering: dates without a time zone',
    given: 'everythingConsent',
    steps: [
      asked(period(queryDay(-30), queryDay(-1)), { pages: 'all' }),
      asked(
        period(
          { from: 'clock', offsetMillis: -30 * 86_400_000, form: 'otherZone' },
          { from: 'clock', offsetMillis: -86_400_000, form: 'otherZone' },
        ),
        { pages: 'all' },
      ),
    ],
    expect: [
      { status: 200, proves: 'PAG-REQ-050' },
      { matches: 'sameRows', with: { path, of: [0] }, proves: 'PAG-REQ-050' },
    ],
  },
  {
    id: 'PAG-004',
    title: 'accepts a date without a time as the beginning of a period',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, filtering: ISO 8601 dates',
    given: 'everythingConsent',
    steps: [asked({ fromBookingDateTime: { from: 'clock', offsetMillis: -30 * 86_400_000, form: 'date' } })],
    expect: [
      { status: 200, proves: 'PAG-REQ-040' },
      { matches: 'bookedWithinQuery', proves: ['PAG-REQ-010', 'PAG-REQ-040'] },
    ],
  },
  {
    id: 'PAG-005',
    title: 'refuses a period that ends before it begins',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Filters that cannot be met; our own decision',
    given: 'everythingConsent',
    steps: [asked(period(queryDay(-1), queryDay(-30)))],
    expect: fieldFault({ errorCode: 'Field.InvalidDate', answer: 'PAG-REQ-070' }),
  },
  {
    id: 'PAG-006',
    title: 'refuses a date in the query that is none, and names it',
    operation: 'getTransactions',
    versions: both,
    ref: 'Filters that cannot be met; our own decision',
    given: 'everythingConsent',
    steps: [
      { call: 'getTransactions', query: { fromBookingDateTime: '11-Dec-17' } },
      { call: 'getTransactions', query: { toBookingDateTime: '2030-02-30T00:00:00' } },
    ],
    expect: [...invalidDate(0, 'fromBookingDateTime'), ...invalidDate(1, 'toBookingDateTime')],
  },
  {
    id: 'PAG-007',
    title: 'links the pages of the transactions of an account, and nothing else',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, pagination',
    given: 'everythingConsent',
    steps: [asked({ fromBookingDateTime: queryDay(-180), toBookingDateTime: queryDay(-1) }, { pages: 'all' })],
    expect: [
      { status: 200, proves: 'PAG-REQ-090' },
      { matches: 'pagesEnd', proves: ['PAG-REQ-100', 'PAG-REQ-130'] },
      { matches: 'firstPageHasNoPrev', proves: 'PAG-REQ-110' },
      { matches: 'pagesOfOneResource', proves: 'PAG-REQ-130' },
      { matches: 'noRowTwice', with: { path, id: 'TransactionId' }, proves: 'PAG-REQ-130' },
      { matches: 'bookedWithinQuery', proves: 'PAG-REQ-140' },
      { matches: 'pageSizes', with: { path }, proves: 'PAG-REQ-160' },
      { matches: 'pagesOf25', with: { path }, proves: 'PAG-REQ-180' },
    ],
  },
  {
    id: 'PAG-008',
    title: 'loses no transaction between two pages: two periods add up to the period of both',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, pagination',
    given: 'everythingConsent',
    steps: [
      readSingle(transactionReads),
      asked(period(queryDay(-180), queryDay(-1)), { pages: 'all' }),
      asked(period(queryDay(-180), whenBooked(-1)), { pages: 'all' }),
      asked(period(whenBooked(), queryDay(-1)), { pages: 'all' }),
    ],
    expect: [
      { status: 200, proves: 'PAG-REQ-090' },
      {
        matches: 'sameRows',
        with: { path, of: [2, 3] },
        step: 1,
        proves: ['PAG-REQ-130', 'PAG-REQ-010', 'PAG-REQ-020'],
      },
    ],
  },
  {
    id: 'PAG-009',
    title: 'keeps the filter in the links to further pages of all accounts',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, pagination',
    given: 'everythingConsent',
    steps: [readBulk({ ...transactionReads, query: period(queryDay(-45), queryDay(-15)) })],
    expect: [
      { status: 200, proves: 'PAG-REQ-090' },
      { matches: 'bookedWithinQuery', proves: ['PAG-REQ-010', 'PAG-REQ-020', 'PAG-REQ-140'] },
    ],
  },
  {
    id: 'PAG-010',
    title: 'numbers pages from 1',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard leaves the mechanism open; our own decision',
    given: 'everythingConsent',
    steps: [
      asked(period(queryDay(-180), queryDay(-1)), { pages: 'all' }),
      asked({ ...period(queryDay(-180), queryDay(-1)), page: '1' }),
      asked({ ...period(queryDay(-180), queryDay(-1)), page: '2' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'PAG-REQ-090' },
      { status: 200, proves: 'PAG-REQ-170' },
      { matches: 'rowsOfPage', with: { path, of: 0, page: 1 }, step: 1, proves: 'PAG-REQ-170' },
      { matches: 'rowsOfPage', with: { path, of: 0, page: 2 }, proves: 'PAG-REQ-170' },
    ],
  },
  {
    id: 'PAG-011',
    title: 'refuses a page that does not exist',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard leaves the mechanism open; our own decision',
    given: 'everythingConsent',
    steps: [asked({ page: '0' }), asked({ page: '99999' }), asked({ page: 'two' })],
    expect: [...noSuchPage(0), ...noSuchPage(1), ...noSuchPage(2)],
  },
  {
    id: 'PAG-012',
    title:
      'passes over the offset of a date in the query, and takes a day without an hour, in the reads of all accounts',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, filtering: dates without a time zone',
    given: 'everythingConsent',
    steps: [
      askedOfAll(period(queryDay(-30), queryDay(-1)), { pages: 'all' }),
      askedOfAll(
        period(
          { from: 'clock', offsetMillis: -30 * 86_400_000, form: 'otherZone' },
          { from: 'clock', offsetMillis: -86_400_000, form: 'otherZone' },
        ),
        { pages: 'all' },
      ),
      askedOfAll({ fromBookingDateTime: { from: 'clock', offsetMillis: -30 * 86_400_000, form: 'date' } }),
    ],
    expect: [
      { status: 200, step: 1, proves: 'PAG-REQ-050' },
      { matches: 'sameRows', with: { path, of: [0] }, step: 1, proves: 'PAG-REQ-050' },
      { status: 200, proves: 'PAG-REQ-040' },
      { matches: 'bookedWithinQuery', proves: ['PAG-REQ-010', 'PAG-REQ-040'] },
    ],
  },
  {
    id: 'PAG-013',
    title: 'refuses a period of all accounts that ends before it begins',
    operation: 'getTransactions',
    versions: both,
    ref: 'Filters that cannot be met; our own decision',
    given: 'everythingConsent',
    steps: [askedOfAll(period(queryDay(-1), queryDay(-30)))],
    expect: fieldFault({ errorCode: 'Field.InvalidDate', answer: 'PAG-REQ-070' }),
  },
  {
    id: 'PAG-014',
    title: 'refuses a date in the query of one account that is none, and names it',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Filters that cannot be met; our own decision',
    given: 'everythingConsent',
    steps: [asked({ fromBookingDateTime: '11-Dec-17' }), asked({ toBookingDateTime: '2030-02-30T00:00:00' })],
    expect: [...invalidDate(0, 'fromBookingDateTime'), ...invalidDate(1, 'toBookingDateTime')],
  },
  {
    id: 'PAG-015',
    title: 'knows pages of all accounts by their number, 25 rows each, and the span of the history',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard leaves the mechanism open; our own decision',
    given: 'everythingConsent',
    steps: [
      askedOfAll(period(queryDay(-60), queryDay(-1)), { pages: 'all' }),
      askedOfAll({ ...period(queryDay(-60), queryDay(-1)), page: '2' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'PAG-REQ-090' },
      { matches: 'pagesOf25', with: { path }, step: 0, proves: 'PAG-REQ-180' },
      { matches: 'withinHistory', with: { path }, step: 0, proves: 'PAG-REQ-200' },
      { status: 200, proves: 'PAG-REQ-170' },
      { matches: 'rowsOfPage', with: { path, of: 0, page: 2 }, proves: 'PAG-REQ-170' },
    ],
  },
  {
    id: 'PAG-016',
    title: 'refuses a page of all accounts that does not exist',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard leaves the mechanism open; our own decision',
    given: 'everythingConsent',
    steps: (['getAccounts', 'getBalances', 'getTransactions', 'getBeneficiaries'] as const).map(beyond) as unknown as [
      Call,
      ...Call[],
    ],
    expect: [...noSuchPage(0), ...noSuchPage(1), ...noSuchPage(2), ...noSuchPage(3)],
  },
  {
    id: 'PAG-017',
    title: 'refuses a page of standing orders that does not exist',
    operation: 'getStandingOrders',
    versions: ['1.0.0'],
    ref: 'Parent standard leaves the mechanism open; our own decision',
    given: 'everythingConsent',
    steps: [beyond('getStandingOrders')],
    expect: noSuchPage(0),
  },
]
