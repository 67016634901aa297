/**
 * Brings the tables to the state this version of the bank needs. Whoever starts first does it; others wait and find it done.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Client } from 'pg'
import { DatabaseFailure, isLoss, isRefusal, toFailure } from './failures.js'
import { lockNumber } from './locks.js'
import { untilBack, withPatience } from './retry.js'

/** Files below `migrations/`, in order; never changed once released. The first has number 1. */
export const migrations = ['0001-documents.sql', '0002-consents-of-a-psu.sql'] as const

const oldestServer = 15

/** @throws {DatabaseFailure} when the database cannot be reached, is too old, or was made by a newer version */
export async function migrate(url: string): Promise<void> {
  try {
    await withPatience(
      untilBack,
      (error) => isLoss(error) && !isRefusal(error),
      () => migrateOnce(url),
    )
  } catch (error) {
    throw toFailure(error)
  }
}

async function migrateOnce(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'ob-sandbox' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await checkServer(client)
    await client.query('begin isolation level read committed, read write')
    await client.query('select pg_advisory_xact_lock($1::bigint)', [lockNumber('migrations')])
    await client.query('set local client_min_messages = error')
    await client.query(
      'create table if not exists ob_migration (number int primary key, name text not null, done_at timestamptz not null default now())',
    )
    await migrateFrom(client, await lastMigration(client))
    await client.query('commit')
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
