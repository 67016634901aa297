/**
 * Faults of filters, pages and the links between them.
 *
 * @module
 */
import type { ErrorCode } from '#standard/index.js'
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { onStatus, refusedWith } from './editing.js'
import type { Fault } from './fault.js'
import { editRows, editRowsBody, queryOf, type Row, readsOfTransactions, rowReads } from './rows.js'

const dates = ['fromBookingDateTime', 'toBookingDateTime'] as const

/** The local date-time of a text, without its offset, as filters compare it. */
function localInstant(text: unknown): number {
  const local = String(text).replace(/(?:Z|[+-]\d\d:?\d\d)$/, '')
  return Date.parse(local.includes('T') ? `${local}Z` : local)
}

/** Leaves out rows booked exactly at the instant of a filter. */
const exclusive = (name: (typeof dates)[number]) =>
  editRows(readsOfTransactions, (rows, scene) => {
    const at = localInstant(queryOf(scene).get(name))
    return rows.filter(({ BookingDateTime }) => localInstant(BookingDateTime) !== at)
  })

/** Refuses requests with such a query with 400. */
const refuses = (fits: (query: URLSearchParams) => boolean) => (answer: EditedAnswer, scene: EditScene) =>
  answer.status === 200 && isTransactions(scene) && fits(queryOf(scene))
    ? refusedWith(answer, 400, { ErrorCode: 'Field.InvalidDate', Message: 'not understood', Path: dates[0] })
    : answer

const isTransactions = ({ exchange }: EditScene) =>
  (readsOfTransactions as readonly string[]).includes(exchange?.operationId ?? '')

/** Answers an empty list instead of a 400 with this code. */
const emptyFor = (errorCode: ErrorCode, fits: (query: URLSearchParams) => boolean) =>
  onStatus([400], (answer, scene) => {
    const isRefused = answer.body?.includes(`"${errorCode}"`) === true
    if (!isRefused || !isTransactions(scene) || !fits(queryOf(scene))) return answer
    const self = `${scene.exchange?.baseUrl}/transactions`
    const body = { Data: { Transaction: [] }, Links: { Self: self }, Meta: { TotalPages: 1 } }
    return { ...answer, status: 200, body: JSON.stringify(body) }
  })

const isReversed = (query: URLSearchParams) => {
  const [from, to] = dates.map((name) => localInstant(query.get(name)))
  return from !== undefined && to !== undefined && from > to
}

const isNoDate = (query: URLSearchParams) => dates.some((name) => query.has(name) && !isReversed(query))

const editLinks = (edit: (links: Record<string, unknown>, scene: EditScene) => Record<string, unknown>) =>
  editRowsBody(rowReads, (body, scene) => ({ ...body, Links: { ...body.Links, ...edit(body.Links, scene) } }))

/** A link without some of its query. */
function dropQuery(link: unknown, ...names: readonly string[]): unknown {
  if (typeof link !== 'string') return link
  const url = new URL(link)
  for (const name of names) url.searchParams.delete(name)
  return url.href
}

const yearBefore = (row: Row): Row => ({
  ...row,
  TransactionId: 'another',
  BookingDateTime: String(row.BookingDateTime).replace(/^\d{4}/, (year) => String(Number(year) - 2)),
})

export const pageFaults = {
  'filter-ignored': {
    title: 'shows transactions from before the period that was asked for',
    source: 'openbankingspace/tpp-issues #62',
    alter: editRows(readsOfTransactions, (rows, scene) =>
      queryOf(scene).has('fromBookingDateTime') ? [...rows, ...rows.slice(0, 1).map(yearBefore)] : rows,
    ),
  },
  'filter-from-exclusive': {
    title: 'leaves out a transaction booked at the very moment the period begins',
    alter: exclusive('fromBookingDateTime'),
  },
  'filter-to-exclusive': {
    title: 'leaves out a transaction booked at the very moment the period ends',
    alter: exclusive('toBookingDateTime'),
  },
  'filter-offset-refused': {
    title: 'refuses a date in the query that has an offset',
    source: 'openbankingspace/tpp-issues #182',
    alter: refuses((query) => dates.some((name) => /[+-]\d\d:\d\d$/.test(query.get(name) ?? ''))),
  },
  'filter-day-refused': {
    title: 'refuses a day without an hour in the query',
    source: 'openbankingspace/tpp-issues #183',
    alter: refuses((query) => dates.some((name) => /^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? ''))),
  },
  'filter-reversed-accepted': {
    title: 'answers a period that ends before it begins with an empty list',
    alter: emptyFor('Field.InvalidDate', isReversed),
  },
  'filter-bad-date-accepted': {
    title: 'answers a date that is none with an empty list',
    alter: emptyFor('Field.InvalidDate', isNoDate),
  },
  'page-out-of-range-empty': {
    title: 'answers a page that does not exist with an empty list',
    alter: emptyFor('Field.Invalid', (query) => query.has('page')),
  },
  'links-next-equals-self': {
    title: 'links from a page to itself as the next',
    source: 'openbankingspace/tpp-issues #122',
    alter: editLinks(({ Self }) => ({ Next: Self })),
  },
  'links-next-other-resource': {
    title: 'links from a page to another resource as the next',
    source: 'openbankingspace/tpp-issues #174',
    alter: editLinks((_, { exchange }) => ({ Next: `${exchange?.baseUrl}/accounts` })),
  },
  'links-next-null': {
    title: 'writes null for the next page of the last one',
    alter: editLinks(({ Next = null }) => ({ Next })),
  },
  'links-prev-on-first-page': {
    title: 'links from the first page to one before it',
    alter: editLinks(({ Prev, Self }) => ({ Prev: Prev ?? Self })),
  },
  'links-next-loses-filter': {
    title: 'drops the filter from the link to the next page',
    alter: editLinks(({ Next }) => (Next === undefined ? {} : { Next: dropQuery(Next, ...dates) })),
  },
  'page-drops-boundary-row': {
    title: 'loses the last row of every page that another follows',
    source: 'openbankingspace/tpp-issues #134',
    alter: editRowsBody(rowReads, (body) =>
      body.Links.Next === undefined
        ? body
        : {
            ...body,
            Data: Object.fromEntries(Object.entries(body.Data).map(([name, rows]) => [name, rows.slice(0, -1)])),
          },
    ),
  },
  'page-repeats-row': {
    title: 'shows the first row of every page twice',
    alter: editRows(rowReads, (rows) => [...rows.slice(0, 1), ...rows]),
  },
  'total-pages-off-by-one': {
    title: 'counts one page too many',
    alter: editRowsBody(rowReads, (body) => ({
      ...body,
      Meta: { ...body.Meta, TotalPages: Number(body.Meta?.TotalPages ?? 1) + 1 },
    })),
  },
} as const satisfies Record<string, Fault>
