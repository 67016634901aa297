/**
 * Connections to the database, set up the way the engine needs them.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { Gate } from './gate.js'
import { openWriter, type Statement } from './statements.js'

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** How long the database may take, in milliseconds. */
const limits = {
  connect: 5000,
  /** A transaction that nobody goes on with. Shorter than waiting for a lock: whoever waits for it sees its end. */
  idleTransaction: 8000,
  lock: 10_000,
  statement: 15_000,
  /** On our side, for an answer that never comes. */
  answer: 20_000,
} as const

/**
 * Only what is found by an index is read, so that transactions in each other's neighbourhood do not conflict; nothing is
 * written outside of a transaction that says so; and what is committed is on disk.
 */
export const settings = [
  'set default_transaction_read_only = on',
  `set statement_timeout = ${limits.statement}`,
  `set lock_timeout = ${limits.lock}`,
  `set idle_in_transaction_session_timeout = ${limits.idleTransaction}`,
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((plan) => `set enable_${plan} = off`),
  'set jit = off',
  'set client_min_messages = error',
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
].join(';')

export class Connection {
  /** Names this connection in the database, if it writes. */
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

  /** Statements are sent at once and answered in order: the next need not wait for the answer. */
  async ask({ name, text }: Statement, values: readonly unknown[]): Promise<Rows> {
    const { rows } = await this.#client.query<Record<string, unknown>>({ name, text, values: [...values] })
    return rows
  }

  /** A command without values; says what the database has done. */
  async command(text: string): Promise<string> {
    const { command } = await this.#client.query(text)
    return command
  }
}

/** A connection in use. */
export interface Lease {
  readonly connection: Connection
  /** Gives it back; one that may be in a bad state is ended. Call once. */
  release(isSound: boolean): void
}

export class Connections {
  readonly #pool: Pool
  readonly #gate: Gate
  readonly #isWriter: boolean
  readonly #known = new WeakMap<PoolClient, Connection>()
  /** Writers that were opened and not yet forgotten. */
  readonly writerIds = new Set<string>()

  constructor(url: string, { max, isWriter }: { readonly max: number; readonly isWriter: boolean }) {
    this.#gate = new Gate(max)
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
    // An idle connection was lost: the pool has let go of it, and whoever needs one gets another.
    this.#pool.on('error', () => undefined)
  }

  async take(): Promise<Lease> {
    const leave = await this.#gate.enter()
    let client: PoolClient | undefined
    try {
      client = await this.#pool.connect()
      const connection = this.#known.get(client) ?? (await this.#setUp(client))
      const taken = client
      const release = (isSound: boolean) => {
        taken.release(!isSound)
        leave()
      }
      return { connection, release }
    } catch (error) {
      client?.release(true)
      leave()
      throw error
    }
  }

  /** Runs `work` on a connection, which is ended when the work fails. */
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
    // It may be lost while it is in use: whoever uses it learns that from the statements that fail.
    client.on('error', () => undefined)
    const connection = new Connection(client)
    await connection.setUp(this.#isWriter)
    if (this.#isWriter) this.writerIds.add(connection.writerId)
    this.#known.set(client, connection)
    return connection
  }
}
