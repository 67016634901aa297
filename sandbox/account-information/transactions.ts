/**
 * The two reads of transactions: filters, permissions and pages. FACTS 1.1, 5 and 7.4; pages, decision 0041.
 *
 * @module
 */
import type { FixtureAccount, FixtureTransaction } from '#fixtures/types.js'
import type { Permission } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { type Answer, rendered } from '../http/answer.js'
import { problem, type Reason, refusal } from '../http/api-error.js'
import { accountConsentOf, type Exchange, type OperationHandler } from '../http/exchange.js'
import { transactionPageSize } from '../http/query-parameters.js'
import type { Direction } from '../ledger/seeded-entries.js'
import {
  type History,
  historyOf,
  noBalances,
  type Page,
  type PagePlace,
  placeOfRow,
  RenderedRows,
  type RunningBalances,
  readPage,
  readPlace,
  runningBalances,
  ShownPages,
  sourcesOf,
  writePlace,
} from './paging/pages.js'
import {
  addressesOf,
  consentWindow,
  dateNames,
  periodOf,
  queryInstant,
  queryOf,
  type ReadQuery,
  selfAddress,
} from './query.js'
import { type TransactionView, toTransactionPayload } from './transaction-payload.js'
import { nameOf, readsOfAccounts, type View, viewOf } from './visibility.js'

/** Rendered rows and pages, kept for the next request. */
interface Rendering {
  readonly rows: RenderedRows<FixtureTransaction, TransactionView, number | undefined>
  readonly pages: ShownPages<FixtureTransaction>
}

const { default: defaultPageSize, largest: largestPageSize } = transactionPageSize

export function transactionHandlers(): Readonly<
  Record<'getAccountTransactions' | 'getTransactions', OperationHandler>
> {
  const rendering = {
    rows: new RenderedRows(toTransactionPayload),
    pages: new ShownPages<FixtureTransaction>('Transaction'),
  }
  const reads = readsOfAccounts(transactionQueryProblems, (exchange, accounts) => answer(exchange, accounts, rendering))
  return { getAccountTransactions: reads.ofOne, getTransactions: reads.ofAll }
}

/** Every problem of the query. */
function transactionQueryProblems(exchange: Exchange): Reason[] {
  const query = queryOf(exchange)
  const [from, to] = dateNames.map((name, index) => queryInstant(query[name], index === 0 ? 'from' : 'to'))
  const problems: Reason[] = dateNames
    .filter((name, index) => query[name] !== undefined && [from, to][index] === undefined)
    .map((name) => problem('bookingDateInvalid', { parameter: name }))
  if (from !== undefined && to !== undefined && from > to) problems.push(problem('bookingPeriodReversed'))
  if (readPlace(query.page) === undefined) problems.push(problem('pageUnknown'))
  if (query.pageSize !== undefined && pageSizeOf(query) === undefined) {
    problems.push(problem('pageSizeOutOfRange', { largest: largestPageSize }))
  }
  return problems
}

function pageSizeOf({ pageSize = String(defaultPageSize) }: ReadQuery): number | undefined {
  if (typeof pageSize !== 'string' || !/^[1-9]\d{0,3}$/.test(pageSize)) return undefined
  return Number(pageSize) <= largestPageSize ? Number(pageSize) : undefined
}

/** One direction if the consent has only its permission; `undefined`, for both, if it has neither (0.0.1) or both. */
function directionOf(permissions: readonly Permission[]): Direction | undefined {
  const [credits, debits] = (['Credits', 'Debits'] as const).map((each) =>
    permissions.includes(`ReadTransactions${each}`),
  )
  if (credits === debits) return undefined
  return credits ? 'Credit' : 'Debit'
}

async function answer(
  exchange: Exchange,
  accounts: readonly FixtureAccount[],
  { rows, pages }: Rendering,
): Promise<Answer> {
  const { tenant } = exchange
  const consent = accountConsentOf(exchange)
  const query = queryOf(exchange)
  const now = tenant.clock.now()
  const size = pageSizeOf(query) ?? defaultPageSize
  const place = readPlace(query.page) as PagePlace
  const direction = directionOf(consent.permissions)

  const found = await Promise.all(accounts.map(({ accountId }) => sourcesOf(tenant, accountId, direction, now)))
  const sources = found.flat()
  const window = consentWindow(consent, now)
  const [page, history] = await Promise.all([
    readPage(sources, periodOf(query, window), size, place),
    historyOf(sources, window),
  ])
  if (!page) throw refusal('pageUnknown')
  const view = viewOf(exchange, 'ReadTransactionsDetail')
  const balances = view.detail
    ? await runningBalances(page, { accounts: accounts.length, isWhole: direction === undefined })
    : noBalances
  return rendered(
    pages.page({
      view: `${nameOf(view)} ${balances.name}`,
      rows: page.rows,
      render: rendererOf(view, accounts, page.rows, balances, rows),
      frame: frameOf(exchange, page, history),
      links: () => linksOf(exchange, page, size),
      meta: () => metaOf(page, size, history),
    }),
  )
}

/** Renders rows of the accounts with the fields the consent allows. */
function rendererOf(
  view: View,
  accounts: readonly FixtureAccount[],
  shown: readonly FixtureTransaction[],
  balances: RunningBalances,
  rows: Rendering['rows'],
): (index: number) => Buffer {
  const currencies = new Map(accounts.map(({ accountId, currency }) => [accountId, currency]))
  let last: { readonly accountId: string; readonly render: ReturnType<Rendering['rows']['of']> } | undefined
  return (index) => {
    const row = shown[index] as FixtureTransaction
    const { accountId } = row
    if (last?.accountId !== accountId) {
      last = { accountId, render: rows.of({ ...view, currency: currencies.get(accountId) as string }) }
    }
    return last.render(row, balances.after(index))
  }
}

/** A key for everything links and meta depend on besides the rows; the page size is in the URL. */
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

/** Links to other pages name rows, not page numbers, so that new rows do not shift pages. */
function linksOf(exchange: Exchange, page: Page, size: number) {
  const addressOf = addressesOf(exchange)
  const link = (place: PagePlace) => addressOf(writePlace(place))
  const totalPages = totalPagesOf(page, size)
  const [first, last] = [placeOfRow(page, 0), placeOfRow(page, page.rows.length - 1)]
  return {
    Self: selfAddress(exchange),
    First: link({ kind: 'number', number: 1 }),
    ...(page.hasNewer && first && { Prev: link({ kind: 'newer', than: first }) }),
    ...(page.hasOlder && last && { Next: link({ kind: 'older', than: last }) }),
    Last:
      totalPages === 1
        ? link({ kind: 'number', number: 1 })
        : link({ kind: 'oldest', count: page.totalRows - (totalPages - 1) * size }),
  }
}
