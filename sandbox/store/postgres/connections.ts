/**
 * Connections to the database, with the settings the engine needs.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { Semaphore } from './semaphore.js'
import { openWriter, type Statement } from './statements.js'

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** How long the database may take, in milliseconds. */
const limits = {
  connect: 5000,
  /** An idle transaction. Shorter than the lock timeout, so that a waiting transaction outlasts it. */
  idleTransaction: 8000,
  lock: 10_000,
  statement: 15_000,
  /** Client-side timeout of an answer. */
  answer: 20_000,
} as const

/**
 * Reads use indexes only, in their order, so that transactions on different rows do not conflict; connections are read-only outside a
 * read-write transaction; commits are on disk.
 */
export const settings = [
  'set default_transaction_read_only = on',
  `set statement_timeout = ${limits.statement}`,
  `set lock_timeout = ${limits.lock}`,
  `set idle_in_transaction_session_timeout = ${limits.idleTransaction}`,
  ...['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((plan) => `set enable_${plan} = off`),
  'set jit = off',
  'set client_min_messages = error',
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
].join(';')

export class Connection {
  /** The id of this connection in the database, if it writes. */
  readonly writerId = randomUUID()
  /** How many transactions that wrote something it has committed. */
  committed = 0
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async setUp(isWriter: boolean): Promise<void> {
    await this.command(settings)
    if (!isWriter) return
    await this.command('begin read write')
    await this.ask(openWriter, [this.writerId])
    await this.command('commit')
  }

  /** Statements are pipelined: sent at once and answered in order. */
  async ask({ name, text }: Statement, values: readonly unknown[]): Promise<Rows> {
    const { rows } = await this.#client.query<Record<string, unknown>>({ name, text, values: [...values] })
    return rows
  }

  /** Runs a command without values; returns the command tag of the answer. */
  async command(text: string): Promise<string> {
    const { command } = await this.#client.query(text)
    return command
  }
}

/** A connection in use. */
export interface Lease {
  readonly connection: Connection
  /** Returns it to the pool, or closes it when it may be in a bad state. Call once. */
  release(isSound: boolean): void
}

export class Connections {
  readonly #pool: Pool
  readonly #semaphore: Semaphore
  readonly #isWriter: boolean
  readonly #known = new WeakMap<PoolClient, Connection>()
  /** Writers that were opened and not yet deleted. */
  readonly writerIds = new Set<string>()

  constructor(url: string, { max, isWriter }: { readonly max: number; readonly isWriter: boolean }) {
    this.#semaphore = new Semaphore(max)
    this.#isWriter = isWriter
    this.#pool = new Pool({
      connectionString: url,
      max,
      pipeline: true,
      keepAlive: true,
      idleTimeoutMillis: isWriter ? 0 : 10_000,
      connectionTimeoutMillis: limits.connect,
      query_timeout: limits.answer,
      application_name: 'ob-sandbox',
    })
    // An idle connection was lost: the pool has removed it and opens another on demand.
    this.#pool.on('error', () => undefined)
  }

  async take(): Promise<Lease> {
    const releasePermit = await this.#semaphore.acquire()
    let client: PoolClient | undefined
    try {
      client = await this.#pool.connect()
      const connection = this.#known.get(client) ?? (await this.#setUp(client))
      const taken = client
      const release = (isSound: boolean) => {
        taken.release(!isSound)
        releasePermit()
      }
      return { connection, release }
    } catch (error) {
      client?.release(true)
      releasePermit()
      throw error
    }
  }

  /** Runs `work` on a connection, which is closed when the work fails. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { connection, release } = await this.take()
    try {
      const result = await work(connection)
      release(true)
      return result
    } catch (error) {
      release(false)
      throw error
    }
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }

  async #setUp(client: PoolClient): Promise<Connection> {
    // A connection lost while in use is noticed by its failing statements.
    client.on('error', () => undefined)
    const connection = new Connection(client)
    await connection.setUp(this.#isWriter)
    if (this.#isWriter) this.writerIds.add(connection.writerId)
    this.#known.set(client, connection)
    return connection
  }
}
