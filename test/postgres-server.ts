/**
 * A PostgreSQL server for tests and benches: the one that `OB_TEST_POSTGRES` names, or a throw-away one of its own.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import type { PostgresServer } from '#sandbox/testing/postgres-database.js'

const oldestVersion = 15

/**
 * Runs the server until the standard input ends, which it does however the tests end, and deletes its folder. SIGINT is
 * PostgreSQL's fast shutdown: it ends connections and stops.
 */
const untilInputEnds = '"$@" < /dev/null & server=$!; cat > /dev/null; kill -INT $server; wait $server; rm -rf "$0"'

let stop = async () => {}

export async function setup(project: TestProject): Promise<void> {
  const server = await findServer()
  if ('missing' in server) process.stderr.write(`Tests on PostgreSQL are skipped: ${server.missing}\n`)
  project.provide('postgres', server)
}

export async function teardown(): Promise<void> {
  await stop()
}

/** The server, started where none was named; `teardown` stops what was started. */
export async function findServer(): Promise<PostgresServer> {
  const named = process.env.OB_TEST_POSTGRES
  if (named) return { url: named }
  const binaries = findBinaries()
  if (!binaries) {
    return {
      missing: `no PostgreSQL ${oldestVersion} or later was found; install one, or name one in OB_TEST_POSTGRES`,
    }
  }
  return { url: await start(binaries) }
}

/** The folder with initdb and postgres: on the path, or where Debian, Red Hat and Homebrew put them. Newest last. */
function findBinaries(): string | undefined {
  const versions = (folder: string, tail: string) =>
    list(folder)
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map((version) => join(folder, version, tail))
  const folders = [
    ...versions('/usr/lib/postgresql', 'bin'),
    ...list('/usr').flatMap((name) => (name.startsWith('pgsql-') ? join('/usr', name, 'bin') : [])),
    ...list('/opt/homebrew/opt').flatMap((name) =>
      name.startsWith('postgresql') ? join('/opt/homebrew/opt', name, 'bin') : [],
    ),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.reverse().find((folder) => isUsable(folder))
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isUsable(folder: string): boolean {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(folder, name), constants.X_OK)
    const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1] ?? 0) >= oldestVersion
  } catch {
    return false
  }
}

/** Makes a cluster in a temporary folder, starts it on a free loopback port, and returns its address. */
async function start(binaries: string): Promise<string> {
  const owner = ownerOfServer()
  const folder = mkdtempSync('/tmp/ob-postgres-')
  const password = randomBytes(18).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const as = { cwd: folder, ...owner }
  const data = join(folder, 'data')
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'ob', '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const log = join(folder, 'log')
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'on',
    max_connections: 200,
  }
  const server = spawn(
    'sh',
    [
      '-c',
      untilInputEnds,
      folder,
      join(binaries, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...as, stdio: ['pipe', openSync(log, 'a'), openSync(log, 'a')] },
  )
  stop = async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://ob:${password}@127.0.0.1:${port}/postgres`
  await untilItAnswers(url, log)
  return url
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
function ownerOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // there is no such user
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function untilItAnswers(connectionString: string, log: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const client = new Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch {
      await wait(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const logged = readFileSync(log, 'utf8')
  await stop()
  throw new Error(`PostgreSQL did not start:\n${logged}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.stdin?.end()
  await ended
}
