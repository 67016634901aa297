/**
 * The engine for several sandboxes that share one bank: documents in PostgreSQL.
 *
 * Design and alternatives: docs/decisions/0031-postgres-engine.md.
 *
 * @module
 */
import { type AnyCollection, type AnyEndingCollection, ownClock, upgraded } from '../collection.js'
import { Draft, Watchers } from '../draft.js'
import {
  NotDurable,
  type Purged,
  type PurgeQuery,
  type Store,
  type TenantStore,
  type Transaction,
  type TransactOptions,
} from '../store.js'
import { Announcements, announcementsOf } from './announcements.js'
import { Attempt, LostCommit } from './attempt.js'
import { BatchedGets } from './batched-gets.js'
import { Connections, type Rows } from './connections.js'
import { DatabaseFailure, isConflict, isLoss, toFailure } from './failures.js'
import type { Layout } from './layout.js'
import { lockNumber } from './locks.js'
import { migrate } from './migrate.js'
import { createReader, type Source } from './reader.js'
import { conflictDelays, defaultReconnectDelays, pause, type RetryDelays, withRetries } from './retry.js'
import { NamedQueues } from './semaphore.js'
import { closeWriter, forgetWriters, getDocuments, purgeDocuments, type Statement } from './statements.js'
import { fromJson, toText } from './text.js'

export interface PostgresOptions {
  /** Connections for transactions. Default 6. */
  readonly writers?: number
  /** Connections for reads outside transactions, so that reads never wait for a transaction. Default 4. */
  readonly readers?: number
  /** Milliseconds between attempts while the database cannot be reached. Default about four seconds in all. */
  readonly reconnectDelays?: RetryDelays
}

/**
 * After so many conflicts, a transaction takes a lock that it shares with others like it, so that they run one by
 * one.
 */
const attemptsBeforeQueue = 4

/**
 * Opens the database and brings its tables up to date.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq. Never in errors
 * @param collections every collection that it stores
 * @throws {DatabaseFailure} when it cannot be reached or used
 */
export async function openPostgresStore(
  url: string,
  collections: readonly AnyCollection[],
  options: PostgresOptions = {},
): Promise<Store> {
  return new PostgresStore(url, await migrate(url, collections), options)
}

class PostgresStore implements Store {
  readonly isShared = true
  readonly #writers: Connections
  readonly #readers: Connections
  readonly #reconnectDelays: RetryDelays
  readonly #layout: Layout
  readonly #watchers = new Map<string, Watchers>()
  readonly #gets = new BatchedGets((values) => this.#read(getDocuments, values))
  readonly #announcements: Announcements
  readonly #queues = new NamedQueues()
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(
    url: string,
    layout: Layout,
    { writers = 6, readers = 4, reconnectDelays = defaultReconnectDelays }: PostgresOptions,
  ) {
    this.#writers = new Connections(url, { max: writers, isWriter: true })
    this.#readers = new Connections(url, { max: readers, isWriter: false })
    this.#reconnectDelays = reconnectDelays
    this.#announcements = new Announcements(url)
    this.#layout = layout
  }

  tenant(tenantId: string): TenantStore {
    const source: Source = {
      ask: (statement, values) => this.#read(statement, values),
      get: (tenant, collection, id) => this.#gets.get(tenant, collection, id),
      read: (collection, _id, json) => upgraded(collection, fromJson(json)),
    }
    const { claim: _claim, found: _found, ...reader } = createReader(tenantId, source, this.#layout)
    const watchers = this.#watchers.get(tenantId) ?? new Watchers()
    this.#watchers.set(tenantId, watchers)
    return {
      ...reader,
      transact: (work, options) => this.#track(this.#transact(tenantId, work, options)),
      purge: (collection, query) => this.#track(this.#purge(toText(tenantId), collection, query)),
      revision: () => undefined,
      watch: (collection, listener) => watchers.add(collection, listener),
      listen: (collection, listener) => this.#announcements.listen(tenantId, collection, listener),
    }
  }

  /** Vacuuming is left to the server. */
  async compact(): Promise<void> {}

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await Promise.allSettled(this.#underWay)
    await this.#writers
      .use(async (connection) => {
        await connection.command('begin read write')
        await connection.ask(forgetWriters, [[...this.#writers.writerIds]])
        await connection.command('commit')
      })
      .catch(() => undefined)
    await Promise.all([this.#writers.end(), this.#readers.end(), this.#announcements.close()])
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const done = () => void this.#underWay.delete(work)
    work.then(done, done)
    return work
  }

  /** Repeats a read while the database may come back. */
  async #read(statement: Statement, values: readonly unknown[]): Promise<Rows> {
    const asking = withRetries(this.#reconnectDelays, isLoss, async () => {
      if (this.#isClosed) throw new DatabaseFailure('the store is closed')
      return this.#readers.use((connection) => connection.ask(statement, values))
    })
    try {
      return await this.#track(asking)
    } catch (error) {
      throw toFailure(error)
    }
  }

  async #transact<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T> | T,
    { on }: TransactOptions = {},
  ): Promise<T> {
    if (this.#isClosed) throw new NotDurable(new DatabaseFailure('the store is closed'))
    const locks = locksOn(tenantId, on)
    return this.#queues.runInAll(locks, () => this.#untilDone(tenantId, work, locks))
  }

  /** Runs attempts until one commits, `work` throws, or no retries are left. */
  async #untilDone<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T> | T,
    locks: readonly string[],
  ): Promise<T> {
    const conflicts = [...conflictDelays]
    const losses = [...this.#reconnectDelays]
    for (;;) {
      const isQueued = conflictDelays.length - conflicts.length >= attemptsBeforeQueue
      const outcome = await this.#attempt(tenantId, work, isQueued ? [...locks, lockNumber('conflicts')] : locks)
      if ('result' in outcome) return outcome.result
      if ('refusal' in outcome) throw outcome.refusal
      const { failure } = outcome
      const millis = isConflict(failure) ? conflicts.shift() : isLoss(failure) ? losses.shift() : undefined
      if (millis === undefined) throw new NotDurable(toFailure(failure))
      await pause(millis)
    }
  }

  async #attempt<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T> | T,
    locks: readonly string[],
  ): Promise<{ result: T } | { refusal: unknown } | { failure: unknown }> {
    const attempt = new Attempt(this.#writers, locks, this.#layout)
    const draft = new Draft(tenantId, snapshotReader(tenantId, attempt, this.#layout))
    const outcome = await settle(work, draft)
    try {
      if (attempt.failure) {
        await attempt.abandon()
        return { failure: attempt.failure.error }
      }
      const changes = 'result' in outcome ? draft.changes : []
      await attempt.commit(toText(tenantId), changes, announcementsOf(tenantId, changes))
    } catch (error) {
      if (!(error instanceof LostCommit)) return { failure: error }
      if (!(await this.#hasCommitted(error))) return { failure: error.cause }
    }
    if ('result' in outcome) this.#watchers.get(tenantId)?.notify(draft.changes)
    return outcome
  }

  /** May be repeated after a lost answer: what is gone stays gone. */
  async #purge(
    tenant: string,
    collection: AnyEndingCollection,
    { clock = ownClock, from = Number.NEGATIVE_INFINITY, to, limit }: PurgeQuery,
  ): Promise<Purged> {
    const values = [tenant, collection.name, toText(clock), from, to, limit]
    try {
      const [row] = await withRetries(
        this.#reconnectDelays,
        (error) => isLoss(error) || isConflict(error),
        () => {
          if (this.#isClosed) throw new DatabaseFailure('the store is closed')
          return this.#writers.use(async (connection) => {
            await connection.command('begin isolation level read committed, read write')
            const rows = await connection.ask(purgeDocuments, values)
            await connection.command('commit')
            return rows
          })
        },
      )
      return { deleted: Number(row?.deleted ?? 0), last: row?.last == null ? undefined : Number(row.last) }
    } catch (error) {
      throw new NotDurable(toFailure(error))
    }
  }

  /** Finds out whether a commit whose answer was lost has happened, and prevents it from happening later. */
  async #hasCommitted({ writerId, number }: LostCommit): Promise<boolean> {
    try {
      const [row] = await withRetries(
        this.#reconnectDelays,
        (error) => isLoss(error) || isConflict(error),
        () =>
          this.#writers.use(async (connection) => {
            await connection.command('begin isolation level read committed, read write')
            const rows = await connection.ask(closeWriter, [writerId])
            await connection.command('commit')
            return rows
          }),
      )
      if (row) return Number(row.committed) === number
    } catch {
      // reported below
    }
    throw new NotDurable(
      new DatabaseFailure('the database went away during the commit: it may or may not have happened'),
    )
  }
}

async function settle<T>(
  work: (transaction: Transaction) => Promise<T> | T,
  transaction: Transaction,
): Promise<{ result: T } | { refusal: unknown }> {
  try {
    return { result: await work(transaction) }
  } catch (refusal) {
    return { refusal }
  }
}

/** Reads from one snapshot: the same document is the same object each time. */
function snapshotReader(tenantId: string, attempt: Attempt, layout: Layout) {
  const known = new Map<string, unknown>()
  const source: Source = {
    ask: (statement, values) => attempt.ask(statement, values),
    get: async (tenant, collection, id) => {
      const [row] = await attempt.ask(getDocuments, [[tenant], [collection.name], [id]])
      return row && String(row.document)
    },
    read: (collection, id, json) => {
      const key = `${collection.name}/${id}`
      if (!known.has(key)) known.set(key, upgraded(collection, fromJson(json)))
      return known.get(key)
    },
  }
  return createReader(tenantId, source, layout)
}

/**
 * The lock numbers of a transaction, each once and sorted, so that transactions cannot deadlock.
 */
function locksOn(tenantId: string, on: TransactOptions['on'] = []): readonly string[] {
  const names = typeof on === 'string' ? [on] : on
  const numbers = names.map((name) => BigInt(lockNumber(`${JSON.stringify(tenantId)} ${name}`)))
  return [...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1)).map(String)
}
