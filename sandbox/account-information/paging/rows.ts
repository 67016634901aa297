/**
 * The rows of pages: for each account the entries that follow from the seed and those posted, readable in order from any place, of
 * several accounts in one order; and the balance after each.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import { signedMinor } from '../../ledger/balances.js'
import { balanceAfterPosted, balanceAfterSeeded, type Ledger, postedEntries } from '../../ledger/entries.js'
import { type Direction, seededEntries } from '../../ledger/seeded-entries.js'
import type { Awaitable, RangeQuery, Row } from '../../store/store.js'
import type { Period } from '../query.js'

/** Rows newest first or oldest first, from a place on, in a period. */
export type SliceQuery = RangeQuery & Period

export interface RowSource {
  /** Orders sources, for rows of one instant. */
  readonly name: string
  /** The balance of the account after one of its rows. Minor units. */
  balanceAfter(row: FixtureTransaction): Awaitable<number>
  count(period: Period): Awaitable<number>
  slice(query: SliceQuery): Awaitable<readonly FixtureTransaction[]>
  /** When the oldest and the newest row of a period were booked; empty without rows. */
  ends(period: Period): Awaitable<readonly number[]>
}

/**
 * The sources of an account. At one instant, posted entries come before those that follow from the seed.
 *
 * @param asOf the instant of whoever reads: what is pending then
 */
export async function sourcesOf(
  ledger: Ledger,
  accountId: string,
  direction: Direction | undefined,
  asOf: number,
): Promise<readonly RowSource[]> {
  const seeded = seededSource(ledger, accountId, direction, asOf)
  const [oldest] = await ledger.store.range(postedEntries, accountId, { order: 'oldest', limit: 1 })
  return oldest ? [postedSource(ledger, accountId, direction, asOf), seeded] : [seeded]
}

function seededSource(ledger: Ledger, accountId: string, direction: Direction | undefined, asOf: number): RowSource {
  const entries = seededEntries(ledger.bank, accountId)
  return {
    name: `${accountId}.1`,
    balanceAfter: (row) => balanceAfterSeeded(ledger, row, asOf),
    count: (period) => entries.count(direction, period),
    slice: (query) => entries.slice(direction, query, asOf),
    ends: (period) => entries.ends(direction, period),
  }
}

/** The oldest row of a period and the newest. */
const bothEnds = <Found>(read: (query: SliceQuery) => Awaitable<readonly Found[]>, { from, to }: Period) =>
  together([read({ order: 'oldest', limit: 1, from, to }), read({ order: 'newest', limit: 1, from, to })])

const instantsOf = (ends: readonly (readonly Row<unknown>[])[]) => ends.flat().map(({ at }) => at)

const documentsOf = (rows: readonly Row<FixtureTransaction>[]) => rows.map(({ document }) => document)

/** `Promise.all` that waits only where there is something to wait for: what a store in memory answers is there (decision 0042). */
export function together<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[])
}

const chunk = 200

/** Rows of the store, filtered by direction. */
function postedSource(ledger: Ledger, accountId: string, direction: Direction | undefined, asOf: number): RowSource {
  const { store } = ledger
  const name = `${accountId}.0`
  const balanceAfter = (row: FixtureTransaction) => balanceAfterPosted(ledger, row, asOf)
  if (direction === undefined) {
    return {
      name,
      balanceAfter,
      slice: (query) => {
        const rows = store.range(postedEntries, accountId, query)
        return rows instanceof Promise ? rows.then(documentsOf) : documentsOf(rows)
      },
      count: ({ from, to }) => (from > to ? 0 : store.count(postedEntries, accountId, { from, to })),
      ends: (period) => {
        const ends = bothEnds((query) => store.range(postedEntries, accountId, query), period)
        return ends instanceof Promise ? ends.then(instantsOf) : instantsOf(ends)
      },
    }
  }

  async function slice({ limit, ...query }: SliceQuery): Promise<FixtureTransaction[]> {
    const picked: FixtureTransaction[] = []
    let { after } = query
    for (;;) {
      const rows = await store.range(postedEntries, accountId, { ...query, limit: chunk, ...(after && { after }) })
      for (const { document } of rows) {
        if (picked.length < limit && document.creditDebitIndicator === direction) picked.push(document)
      }
      const last = rows.at(-1)
      if (picked.length >= limit || rows.length < chunk || !last) return picked
      after = { at: last.at, id: last.id }
    }
  }

  return {
    name,
    balanceAfter,
    slice,
    ends: async (period) => (await bothEnds(slice, period)).flat().map(({ bookedAt }) => bookedAt),
    count: async ({ from, to }) =>
      from > to ? 0 : (await slice({ order: 'newest', limit: Number.POSITIVE_INFINITY, from, to })).length,
  }
}

/**
 * The place of a row in the order of all rows: newest first; at one instant by source, then in the order of the
 * source.
 */
export interface RowPlace {
  readonly at: number
  /** The source of the row: an account, and its entries from the seed or posted ones. */
  readonly source: string
  readonly id: string
}

/** Rows in order, and the source of each: runs of rows of one source, for usually there is only one. */
export interface PlacedRows {
  readonly rows: readonly FixtureTransaction[]
  /** The source of each run, and the index after its last row. */
  readonly runs: readonly { readonly source: RowSource; readonly end: number }[]
}

/** The source of the row with this index. */
export function sourceAt({ runs }: PlacedRows, index: number): RowSource {
  const run = runs.find(({ end }) => index < end)
  if (!run) throw new RangeError(`there is no row ${index}`)
  return run.source
}

/** The same rows in the opposite order. */
export function reversed({ rows, runs }: PlacedRows): PlacedRows {
  const startOf = (run: number) => runs[run - 1]?.end ?? 0
  return {
    rows: [...rows].reverse(),
    runs: runs.map(({ source }, run) => ({ source, end: rows.length - startOf(run) })).reverse(),
  }
}

type Order = 'newest' | 'oldest'

/** Which rows to take, in an order. */
export interface Walk {
  readonly order: Order
  /** Take at most this many. */
  readonly limit: number
  /** Leave out this many first. Default none. */
  readonly skipped?: number
  /** Begin after this place. */
  readonly after?: RowPlace
}

/** Rows of all sources in a period, and whether there are more. */
export async function walk(
  sources: readonly RowSource[],
  period: Period,
  { order, limit, skipped = 0, after }: Walk,
): Promise<PlacedRows & { readonly hasMore: boolean }> {
  const end = skipped + limit
  const slices: Awaitable<readonly FixtureTransaction[]>[] = []
  let within = period
  for (const source of sources) {
    // one row more than needed shows whether there are more
    const rows = source.slice({ order, limit: end + 1, ...beginning(source.name, within, order, after) })
    slices.push(rows)
    const beyond = rows instanceof Promise ? undefined : rows[end]
    if (beyond) within = notBeyond(beyond.bookedAt, within, order)
  }
  const found = await together(slices)
  let total = 0
  for (const { length } of found) total += length
  return { ...merge(found, sources, order, skipped, end), hasMore: total > end }
}

/** Where one source has rows enough, the others need none that come after all of them. */
const notBeyond = (at: number, { from, to }: Period, order: Order): Period =>
  order === 'newest' ? { from: Math.max(from, at), to } : { from, to: Math.min(to, at) }

interface List {
  readonly source: RowSource
  readonly rows: readonly FixtureTransaction[]
  next: number
}

/** The rows from `start` to before `end` of all lists together. */
function merge(
  found: readonly (readonly FixtureTransaction[])[],
  sources: readonly RowSource[],
  order: Order,
  start: number,
  end: number,
): PlacedRows {
  const lists: List[] = []
  for (const [index, rows] of found.entries()) {
    if (rows.length > 0) lists.push({ source: sources[index] as RowSource, rows, next: 0 })
  }
  const whole = firstOfAll(lists, order, end)
  if (whole) {
    const rows = whole.rows.slice(start, end)
    return { rows, runs: [{ source: whole.source, end: rows.length }] }
  }
  const rows: FixtureTransaction[] = []
  const runs: { source: RowSource; end: number }[] = []
  for (let place = 0; place < end; place += 1) {
    const list = nextOf(lists, order)
    if (!list) break
    const row = list.rows[list.next] as FixtureTransaction
    list.next += 1
    if (place < start) continue
    rows.push(row)
    const run = runs.at(-1)
    if (run?.source === list.source) run.end = rows.length
    else runs.push({ source: list.source, end: rows.length })
  }
  return { rows, runs }
}

/** The list that all rows up to `end` are from: the only one, or one whose rows all come before those of the others. */
function firstOfAll(lists: readonly List[], order: Order, end: number): List | undefined {
  const first = nextOf(lists, order)
  if (!first || lists.length === 1) return first
  if (first.rows.length < end) return undefined
  const last = { ...first, next: end - 1 }
  return lists.every((list) => list === first || comesBefore(last, list, order)) ? first : undefined
}

function nextOf(lists: readonly List[], order: Order): List | undefined {
  let best: List | undefined
  for (const list of lists) {
    if (list.next === list.rows.length) continue
    if (best === undefined || comesBefore(list, best, order)) best = list
  }
  return best
}

function comesBefore(a: List, b: List, order: Order): boolean {
  const [first, second] = [a.rows[a.next] as FixtureTransaction, b.rows[b.next] as FixtureTransaction]
  const isNewer = first.bookedAt === second.bookedAt ? a.source.name < b.source.name : first.bookedAt > second.bookedAt
  return order === 'newest' ? isNewer : !isNewer
}

/** Where a source begins after a row that may be from another source: at one instant, sources are ordered by name. */
function beginning(name: string, { from, to }: Period, order: Order, after: RowPlace | undefined) {
  if (!after) return { from, to }
  if (name === after.source) return { from, to, after: { at: after.at, id: after.id } }
  if (order === 'newest') return { from, to: Math.min(to, name > after.source ? after.at : after.at - 1) }
  return { from: Math.max(from, name < after.source ? after.at : after.at + 1), to }
}

export interface RunningBalances {
  /** A key that changes when the balance of any row changes. */
  readonly name: string
  /** The balance after the row with this index on the page, in minor units; `undefined` where none is shown. */
  after(index: number): number | undefined
}

export const noBalances: RunningBalances = { name: '', after: () => undefined }

/**
 * The balances of a page, newest first.
 *
 * @param accounts how many accounts the rows may be of
 * @param isWhole true when the page leaves out no row of the accounts between its rows
 */
export async function runningBalances(
  placed: PlacedRows,
  { accounts, isWhole }: { readonly accounts: number; readonly isWhole: boolean },
): Promise<RunningBalances> {
  const { rows } = placed
  const balanceAfter = (index: number) => sourceAt(placed, index).balanceAfter(rows[index] as FixtureTransaction)
  if (!isWhole) {
    const balances = await Promise.all(rows.map((_, index) => balanceAfter(index)))
    return { name: balances.join(), after: (index) => balances[index] }
  }
  const newest = newestOf(rows, accounts)
  const bases = await Promise.all([...newest.values()].map(balanceAfter))
  let known: readonly number[] | undefined
  return {
    name: bases.join(),
    after: (index) => {
      known ??= downwards(
        rows,
        new Map([...newest.keys()].map((accountId, place) => [accountId, bases[place] as number])),
      )
      return known[index]
    },
  }
}

/** The index of the newest row of each account. */
function newestOf(rows: readonly FixtureTransaction[], accounts: number): Map<string, number> {
  const newest = new Map<string, number>()
  for (const [index, { accountId }] of rows.entries()) {
    if (!newest.has(accountId)) newest.set(accountId, index)
    if (newest.size === accounts) break
  }
  return newest
}

/** The balance after each row, computed from the balance after the newest row of its account. */
function downwards(rows: readonly FixtureTransaction[], running: Map<string, number>): number[] {
  return rows.map((row) => {
    const balance = running.get(row.accountId) as number
    if (row.status === 'Booked') running.set(row.accountId, balance - signedMinor(row))
    return balance
  })
}
