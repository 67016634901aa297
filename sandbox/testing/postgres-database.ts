/**
 * An empty database for a test: a separate schema on the server that `test/postgres-server.ts` found.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { describe, inject } from 'vitest'

/** The server for tests, or why there is none. */
export type PostgresServer = { readonly url: string } | { readonly missing: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresServer
  }
}

const server = inject('postgres')

/** A group of tests that need PostgreSQL. Without a server they are reported as skipped, each by its name. */
export const describePostgres = describe.skipIf('missing' in server)

/** False when the server needs no password. */
export const hasPassword = 'url' in server && new URL(server.url).password !== ''

export interface TestDatabase {
  /** For `--store`. */
  readonly url: string
  /** Asks the database behind the store's back. */
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Ends every connection of stores to it, as a restart of the server would. Says how many there were. */
  endConnections(): Promise<number>
  /** Deletes the tables. */
  drop(): Promise<void>
}

export async function openDatabase(): Promise<TestDatabase> {
  if ('missing' in server) throw new Error(server.missing)
  const schema = `ob_test_${randomBytes(6).toString('hex')}`
  const url = new URL(server.url)
  url.searchParams.set('options', `-c search_path=${schema}`)
  url.searchParams.set('application_name', schema)
  const client = new Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`create schema ${schema}; set search_path = ${schema}`)
  return {
    url: url.href,
    sql: async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    endConnections: async () => {
      const text = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1'
      return (await client.query(text, [schema])).rows.length
    },
    drop: async () => {
      await client.query(`set client_min_messages = error; drop schema ${schema} cascade`)
      await client.end()
    },
  }
}
