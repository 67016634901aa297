/**
 * Brings the tables to the state this version of the bank needs. The first process to start does it; others wait.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Client } from 'pg'
import type { AnyCollection } from '../collection.js'
import { arrange } from './arrange.js'
import { DatabaseFailure, isLoss, isRefusal, toFailure } from './failures.js'
import type { Layout } from './layout.js'
import { lockNumber } from './locks.js'
import { defaultReconnectDelays, withRetries } from './retry.js'

/** Files below `migrations/`, in order; never changed once released. The first has number 1. */
export const migrations = ['0001-documents.sql', '0002-consents-of-a-psu.sql', '0003-columns-by-name.sql'] as const

const oldestServer = 15

/**
 * Returns the columns of the indexes and sums of the collections.
 *
 * @throws {DatabaseFailure} when the database cannot be reached, is too old, or was made by a newer version
 */
export async function migrate(url: string, collections: readonly AnyCollection[]): Promise<Layout> {
  try {
    return await withRetries(
      defaultReconnectDelays,
      (error) => isLoss(error) && !isRefusal(error),
      () => migrateOnce(url, collections),
    )
  } catch (error) {
    throw toFailure(error)
  }
}

async function migrateOnce(url: string, collections: readonly AnyCollection[]): Promise<Layout> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'ob-sandbox' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await checkServer(client)
    await client.query('set client_min_messages = error')
    // held until the connection ends
    await client.query('select pg_advisory_lock($1::bigint)', [lockNumber('migrations')])
    await client.query('begin isolation level read committed, read write')
    await client.query(
      'create table if not exists ob_migration (number int primary key, name text not null, done_at timestamptz not null default now())',
    )
    await migrateFrom(client, await lastMigration(client))
    await client.query('commit')
    return await arrange(client, collections)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  )
  const [{ version, encoding } = { version: '0', encoding: '' }] = rows
  const major = Math.floor(Number(version) / 10_000)
  if (major < oldestServer) {
    throw new DatabaseFailure(`PostgreSQL ${oldestServer} or later is needed, the server is ${major}`)
  }
  if (encoding !== 'UTF8') throw new DatabaseFailure(`the database has the encoding ${encoding}, UTF8 is needed`)
}

async function lastMigration(client: Client): Promise<number> {
  const { rows } = await client.query<{ last: number }>('select coalesce(max(number), 0) as last from ob_migration')
  const last = rows[0]?.last ?? 0
  if (last > migrations.length) {
    throw new DatabaseFailure(
      `the tables are of a newer version: migration ${last}, this one knows ${migrations.length}`,
    )
  }
  return last
}

async function migrateFrom(client: Client, last: number): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  for (const [index, name] of migrations.entries()) {
    if (index < last) continue
    await client.query(await readFile(resolve(`#assets/sandbox/store/postgres/migrations/${name}`), 'utf8'))
    await client.query('insert into ob_migration (number, name) values ($1, $2)', [index + 1, name])
  }
}
