/**
 * One attempt at a transaction, on a connection that is taken for the first statement and returned at the end.
 *
 * Statements are sent without waiting for the answers of those before, so that locks and BEGIN travel with the first
 * read, and the changes with COMMIT: a transaction that only writes is one round trip.
 *
 * @module
 */
import type { Change } from '../draft.js'
import { toDeleteColumns, toPutRows } from './columns.js'
import type { Connections, Lease, Rows } from './connections.js'
import { DatabaseFailure, isConflict, isUnanswered, toFailure } from './failures.js'
import type { Layout } from './layout.js'
import {
  announce,
  deleteDocuments,
  markCommit,
  putDocuments,
  releaseLock,
  type Statement,
  takeLock,
} from './statements.js'

const begin = 'begin isolation level serializable, read write'

/** The answer to COMMIT was lost: it may have happened or not. */
export class LostCommit extends Error {
  readonly writerId: string
  /** The number in the writer's row if the commit happened. */
  readonly number: number

  constructor(writerId: string, number: number, cause: unknown) {
    super('the answer to a commit was lost', { cause })
    this.writerId = writerId
    this.number = number
  }
}

export class Attempt {
  readonly #connections: Connections
  readonly #locks: readonly string[]
  readonly #layout: Layout
  #lease: Promise<Lease> | undefined
  /** The first error: reads after it cannot be trusted. */
  #failure: { readonly error: unknown } | undefined

  /** @param locks numbers of the locks to hold, in the order in which they are taken */
  constructor(connections: Connections, locks: readonly string[], layout: Layout) {
    this.#connections = connections
    this.#locks = locks
    this.#layout = layout
  }

  /** Why the attempt has failed, if it has. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  async ask(statement: Statement, values: readonly unknown[]): Promise<Rows> {
    try {
      const { connection } = await this.#open()
      return await connection.ask(statement, values)
    } catch (error) {
      this.#fail(error)
      throw toFailure(error)
    }
  }

  /**
   * Writes the changes and commits, even without changes: the commit checks that what was read is still valid.
   *
   * @param announced payloads that other processes are told with the commit
   * @throws {LostCommit} when the answer was lost; any other error means that nothing has changed
   */
  async commit(tenant: string, changes: readonly Change[], announced: readonly string[] = []): Promise<void> {
    if (!this.#lease && changes.length === 0) return
    const put = toPutRows(changes, this.#layout)
    const gone = toDeleteColumns(changes)
    const { connection, release } = await this.#open()
    const number = connection.committed + 1
    const writes = [
      ...(put ? [connection.ask(putDocuments(this.#layout), [tenant, put])] : []),
      ...(gone ? [connection.ask(deleteDocuments, [tenant, ...gone])] : []),
      ...(announced.length > 0 ? [connection.ask(announce, [announced])] : []),
      ...(changes.length > 0 ? [connection.ask(markCommit, [connection.writerId, number])] : []),
    ]
    const commit = connection.command('commit')
    const answers = await Promise.allSettled([...writes, commit, ...this.#unlock(connection)])
    const committed = answers[writes.length] as PromiseSettledResult<string>
    const failed = answers.find((answer) => answer.status === 'rejected')
    release(failed === undefined || isConflict(failed.reason))
    if (committed.status === 'fulfilled' && committed.value === 'COMMIT') {
      if (changes.length > 0) connection.committed = number
      return
    }
    if (failed && !isUnanswered(failed.reason)) throw failed.reason
    const reason = failed ? failed.reason : new DatabaseFailure('it was rolled back')
    throw failed && changes.length > 0 ? new LostCommit(connection.writerId, number, reason) : reason
  }

  /** Rolls back; nothing has changed. */
  async abandon(): Promise<void> {
    const lease = await this.#lease?.catch(() => undefined)
    if (!lease) return
    const { connection, release } = lease
    const answers = await Promise.allSettled([connection.command('rollback'), ...this.#unlock(connection)])
    release(answers.every(({ status }) => status === 'fulfilled'))
  }

  #open(): Promise<Lease> {
    this.#lease ??= this.#begin()
    return this.#lease
  }

  async #begin(): Promise<Lease> {
    const lease = await this.#connections.take()
    const { connection } = lease
    const fail = (error: unknown) => this.#fail(error)
    // The locks come first: a transaction sees the data as of its first statement.
    for (const lock of this.#locks) connection.ask(takeLock, [lock]).catch(fail)
    connection.command(begin).catch(fail)
    return lease
  }

  #unlock(connection: Lease['connection']): Promise<Rows>[] {
    return this.#locks.map((lock) => connection.ask(releaseLock, [lock]))
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
  }
}
