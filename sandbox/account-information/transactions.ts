/**
 * The two reads of transactions: filters, permissions and pages. FACTS 1.1, 5 and 7.4; pages, decision 0041.
 *
 * @module
 */
import type { FixtureAccount, FixtureTransaction } from '#fixtures/types.js'
import type { ErrorDetail, Permission } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { type Answer, rendered } from '../http/answer.js'
import { badRequest, problem } from '../http/api-error.js'
import { consentOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import type { Direction } from '../ledger/founding-entries.js'
import { type Awaitable, all, goOn } from '../store/awaitable.js'
import { readsOfAccounts } from './accounts.js'
import { consentWindow, dateNames, periodOf, queryInstant } from './booking-period.js'
import { noSuchPage } from './list-answer.js'
import { type PagePlace, readPlace, writePlace } from './page-place.js'
import { addressesOf, queryOf, type ReadQuery, selfAddress } from './query.js'
import { type History, historyOf, type Page, type PlacedRow, placeOfRow, readPage } from './read-page.js'
import { RenderedRows } from './rendered-rows.js'
import { type RowSource, sourcesOf } from './row-sources.js'
import { ShownPages } from './shown-pages.js'
import { type TransactionView, toTransactionPayload } from './transaction-payload.js'
import { type View, viewOf } from './view.js'

/** What is kept of pages that were shown. */
interface Rendering {
  readonly rows: RenderedRows<FixtureTransaction, TransactionView, Buffer>
  readonly pages: ShownPages<FixtureTransaction>
}

const defaultPageSize = 25
const largestPageSize = 1000

export function transactionHandlers(): Readonly<
  Record<'getAccountTransactions' | 'getTransactions', OperationHandler>
> {
  const rendering = {
    rows: new RenderedRows(toTransactionPayload, (text) => Buffer.from(text)),
    pages: new ShownPages<FixtureTransaction>('Transaction'),
  }
  const reads = readsOfAccounts(transactionQueryProblems, (exchange, accounts) => answer(exchange, accounts, rendering))
  return { getAccountTransactions: reads.ofOne, getTransactions: reads.ofAll }
}

/** Every problem of the query. */
export function transactionQueryProblems(exchange: Exchange): ErrorDetail[] {
  const query = queryOf(exchange)
  const [from, to] = dateNames.map((name, index) => queryInstant(query[name], index === 0 ? 'from' : 'to'))
  const problems = dateNames
    .filter((name, index) => query[name] !== undefined && [from, to][index] === undefined)
    .map((name) => problem('Field.InvalidDate', 'expected a date or date-time such as 2030-01-15T09:00:00', name))
  if (from !== undefined && to !== undefined && from > to) {
    problems.push(problem('Field.InvalidDate', 'the period ends before it begins', dateNames[0]))
  }
  if (readPlace(query.page) === undefined) problems.push(noSuchPage())
  if (query.pageSize !== undefined && pageSizeOf(query) === undefined) {
    problems.push(problem('Field.Invalid', `expected a number from 1 to ${largestPageSize}`, 'pageSize'))
  }
  return problems
}

function pageSizeOf({ pageSize = String(defaultPageSize) }: ReadQuery): number | undefined {
  if (typeof pageSize !== 'string' || !/^[1-9]\d{0,3}$/.test(pageSize)) return undefined
  return Number(pageSize) <= largestPageSize ? Number(pageSize) : undefined
}

/** One direction where the consent has the permission for it alone; both where it has neither (0.0.1) or both. */
export function directionOf(permissions: readonly Permission[]): Direction | undefined {
  const [credits, debits] = (['Credits', 'Debits'] as const).map((each) =>
    permissions.includes(`ReadTransactions${each}`),
  )
  if (credits === debits) return undefined
  return credits ? 'Credit' : 'Debit'
}

function answer(
  exchange: Exchange,
  accounts: readonly FixtureAccount[],
  { rows, pages }: Rendering,
): Awaitable<Answer> {
  const { tenant } = exchange
  const consent = consentOf(exchange)
  const query = queryOf(exchange)
  const now = tenant.clock.now()
  const size = pageSizeOf(query) ?? defaultPageSize
  const place = readPlace(query.page) as PagePlace
  const direction = directionOf(consent.permissions)

  return goOn(all(accounts.map(({ accountId }) => sourcesOf(tenant, accountId, direction))), (found) => {
    const sources = found.flat()
    const page = readPage(sources, periodOf(query, consent, now), size, place)
    return goOn(page, (read) => {
      if (!read) throw badRequest([noSuchPage()])
      return goOn(historyOf(sources, consentWindow(consent, now)), (history) => {
        const seen = viewOf(exchange, 'ReadTransactionsDetail')
        return rendered(
          pages.page({
            view: nameOf(seen, sources),
            rows: read.rows,
            render: rendererOf(seen, accounts, read.rows, rows),
            frame: frameOf(exchange, read, history),
            links: () => linksOf(exchange, read, size),
            meta: () => metaOf(read, size, history),
          }),
        )
      })
    })
  })
}

/** Renders rows of the accounts as the consent lets them be seen. */
function rendererOf(
  seen: View,
  accounts: readonly FixtureAccount[],
  placed: readonly PlacedRow[],
  rows: Rendering['rows'],
): (index: number) => Buffer {
  const currencies = new Map(accounts.map(({ accountId, currency }) => [accountId, currency]))
  let last: {
    readonly source: RowSource
    readonly balance: boolean
    readonly render: (row: FixtureTransaction) => Buffer
  }
  return (index) => {
    const { row, source } = placed[index] as PlacedRow
    const balance = row.bookedAt < (source.balancesUntil ?? Number.POSITIVE_INFINITY)
    if (last?.source !== source || last.balance !== balance) {
      const currency = currencies.get(row.accountId) as string
      last = { source, balance, render: rows.of({ ...seen, currency, balance }) }
    }
    return last.render(row)
  }
}

/** Names all that how a row is rendered depends on besides the row. */
const nameOf = ({ version, detail, pan }: View, sources: readonly RowSource[]): string =>
  `${version} ${detail} ${pan} ${sources.map(({ balancesUntil }) => balancesUntil).join()}`

/** Names all that links and meta depend on besides the rows; the size of the page is in the address. */
const frameOf = ({ request, baseUrl }: Exchange, page: Page, history: History | undefined): string =>
  `${baseUrl} ${request.url} ${page.totalRows} ${page.hasNewer} ${page.hasOlder} ${history?.first} ${history?.last}`

function metaOf(page: Page, size: number, history: History | undefined) {
  return {
    TotalPages: totalPagesOf(page, size),
    ...(history && {
      FirstAvailableDateTime: toDateTime(history.first),
      LastAvailableDateTime: toDateTime(history.last),
    }),
  }
}

const totalPagesOf = ({ totalRows }: Page, size: number) => Math.max(1, Math.ceil(totalRows / size))

/** Links to other pages name rows, not numbers: what is added meanwhile moves nothing. */
function linksOf(exchange: Exchange, page: Page, size: number) {
  const addressOf = addressesOf(exchange)
  const link = (place: PagePlace) => addressOf(writePlace(place))
  const totalPages = totalPagesOf(page, size)
  const [first, last] = [page.rows[0], page.rows.at(-1)] as const
  const past = (kind: 'older' | 'newer', row: PlacedRow) => link({ kind, than: placeOfRow(row) })
  return {
    Self: selfAddress(exchange),
    First: link({ kind: 'number', number: 1 }),
    ...(page.hasNewer && first && { Prev: past('newer', first) }),
    ...(page.hasOlder && last && { Next: past('older', last) }),
    Last:
      totalPages === 1
        ? link({ kind: 'number', number: 1 })
        : link({ kind: 'oldest', count: page.totalRows - (totalPages - 1) * size }),
  }
}
