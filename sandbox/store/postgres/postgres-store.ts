/**
 * The engine for several sandboxes that share one bank: documents in PostgreSQL.
 *
 * Why it is built this way, and not another: docs/decisions/0031-postgres-engine.md.
 *
 * @module
 */
import { Draft } from '../draft.js'
import { NotDurable, type Store, type TenantStore, type Transaction, type TransactOptions } from '../store.js'
import { Attempt, LostCommit } from './attempt.js'
import { BatchedGets } from './batched-gets.js'
import { Connections, type Rows } from './connections.js'
import { DatabaseFailure, isConflict, isLoss, toFailure } from './failures.js'
import { NamedGates } from './gate.js'
import { lockNumber } from './locks.js'
import { migrate } from './migrate.js'
import { createReader } from './reader.js'
import { type Patience, pause, untilAlone, untilBack, withPatience } from './retry.js'
import { closeWriter, forgetWriters, getDocuments, type Statement } from './statements.js'
import { fromJson, toText } from './text.js'

export interface PostgresOptions {
  /** Connections for transactions. Default 6. */
  readonly writers?: number
  /** Connections for reads outside of transactions, which so never wait for a transaction. Default 4. */
  readonly readers?: number
  /** Milliseconds between attempts while the database is away. Default some four seconds in all. */
  readonly patience?: Patience
}

/** Attempts after which a transaction that meets others queues up with those in the same plight. */
const attemptsBeforeQueue = 4

/**
 * Opens the database and brings its tables up to date.
 *
 * @param url `postgres://user:password@host:port/database`, with the parameters of libpq. Never in errors
 * @throws {DatabaseFailure} when it cannot be reached or used
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  await migrate(url)
  return new PostgresStore(url, options)
}

class PostgresStore implements Store {
  readonly isShared = true
  readonly #writers: Connections
  readonly #readers: Connections
  readonly #patience: Patience
  readonly #gets = new BatchedGets((values) => this.#read(getDocuments, values))
  readonly #gates = new NamedGates()
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(url: string, { writers = 6, readers = 4, patience = untilBack }: PostgresOptions) {
    this.#writers = new Connections(url, { max: writers, isWriter: true })
    this.#readers = new Connections(url, { max: readers, isWriter: false })
    this.#patience = patience
  }

  tenant(tenantId: string): TenantStore {
    const { claim: _, ...reader } = createReader(tenantId, {
      ask: (statement, values) => this.#read(statement, values),
      get: (tenant, collection, id) => this.#gets.get(tenant, collection, id),
      read: (_collection, _id, json) => fromJson(json),
    })
    return {
      ...reader,
      transact: (work, options) => this.#track(this.#transact(tenantId, work, options)),
      revision: () => undefined,
    }
  }

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
    await Promise.all([this.#writers.end(), this.#readers.end()])
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    const done = () => void this.#underWay.delete(work)
    work.then(done, done)
    return work
  }

  /** Asks until it is answered, as long as the database may come back. */
  async #read(statement: Statement, values: readonly unknown[]): Promise<Rows> {
    const asking = withPatience(this.#patience, isLoss, async () => {
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
    if (on === undefined) return this.#untilDone(tenantId, work, [])
    const name = `${JSON.stringify(tenantId)} ${on}`
    return this.#gates.pass(name, () => this.#untilDone(tenantId, work, [lockNumber(name)]))
  }

  /** Runs attempts until one is decided: committed, refused by the work itself, or given up. */
  async #untilDone<T>(
    tenantId: string,
    work: (transaction: Transaction) => Promise<T> | T,
    locks: readonly string[],
  ): Promise<T> {
    const conflicts = [...untilAlone]
    const losses = [...this.#patience]
    for (;;) {
      const isQueued = untilAlone.length - conflicts.length >= attemptsBeforeQueue
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
    const attempt = new Attempt(this.#writers, locks)
    const draft = new Draft(tenantId, snapshotReader(tenantId, attempt))
    const outcome = await settle(work, draft)
    try {
      if (attempt.failure) {
        await attempt.abandon()
        return { failure: attempt.failure.error }
      }
      await attempt.commit(toText(tenantId), 'result' in outcome ? draft.changes : [])
      return outcome
    } catch (error) {
      if (!(error instanceof LostCommit)) return { failure: error }
      return (await this.#hasCommitted(error)) ? outcome : { failure: error.cause }
    }
  }

  /** Finds out whether a commit whose answer was lost has happened, and sees to it that it no longer can. */
  async #hasCommitted({ writerId, number }: LostCommit): Promise<boolean> {
    try {
      const [row] = await withPatience(
        this.#patience,
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
      // said below
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
function snapshotReader(tenantId: string, attempt: Attempt) {
  const known = new Map<string, unknown>()
  return createReader(tenantId, {
    ask: (statement, values) => attempt.ask(statement, values),
    get: async (tenant, collection, id) => {
      const [row] = await attempt.ask(getDocuments, [[tenant], [collection], [id]])
      return row && String(row.document)
    },
    read: (collection, id, json) => {
      const key = `${collection}/${id}`
      if (!known.has(key)) known.set(key, fromJson(json))
      return known.get(key)
    },
  })
}
