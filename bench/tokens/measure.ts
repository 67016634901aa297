/**
 * Measures what tokens leave behind that have ended, on one engine, in a process of its own, and prints it as JSON.
 *
 * Arguments: the store (`memory`, `lowdb:DIR`, `postgres://...`), the tokens of a round, the number of rounds.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from 'pg'
import { buildSandbox } from '#sandbox/app.js'
import { systemClock } from '#sandbox/clock/system-clock.js'
import { collections } from '#sandbox/collections.js'
import { makeSigningKey } from '#sandbox/identity/keys.js'
import { openStore } from '#sandbox/store/open-store.js'
import { endTokens, issueTokens, storedRecords } from './rounds.js'

const [name = 'memory', tokensText = '1000', roundsText = '2'] = process.argv.slice(2)
const tokens = Number(tokensText)

export interface RoundFigures {
  readonly round: number
  /** Stored before the clock went past their end, and after. */
  readonly issued: number
  readonly left: number
  readonly issueSeconds: number
  readonly purgeSeconds: number
  /** After a garbage collection. */
  readonly heapMb: number
  readonly rssMb: number
  /** Of the lowdb folder, or of the tables and indexes of PostgreSQL after a vacuum. */
  readonly storeKb: number
  /** Longest stop of the event loop while tokens were issued, and while they were deleted, in milliseconds. */
  readonly issueStopMillis: number
  readonly purgeStopMillis: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const mb = (bytes: number) => Math.round((bytes / 2 ** 20) * 100) / 100

async function timed(work: () => Promise<void>): Promise<{ seconds: number; stopMillis: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await wait(20)
  delay.enable()
  const begun = performance.now()
  await work()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  delay.disable()
  return { seconds, stopMillis: Math.round(delay.max / 1e5) / 10 }
}

async function storeBytes(): Promise<number> {
  if (name.startsWith('lowdb:')) {
    const folder = name.slice('lowdb:'.length)
    return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  }
  if (name === 'memory') return 0
  const client = new Client({ connectionString: name })
  await client.connect()
  try {
    // autovacuum would do the same, a minute later
    await client.query('vacuum analyze ob_document')
    const { rows } = await client.query<{ bytes: string }>("select pg_total_relation_size('ob_document') as bytes")
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}

const store = await openStore(name, collections)
const bank = await buildSandbox({
  publicUrl: 'http://127.0.0.1:1',
  store,
  system: systemClock,
  signingKey: makeSigningKey,
})
const figures: RoundFigures[] = []
for (let round = 1; round <= Number(roundsText); round += 1) {
  const issuing = await timed(() => issueTokens(bank, tokens))
  const issued = await storedRecords(store, bank)
  const purging = await timed(() => endTokens(bank))
  const left = await storedRecords(store, bank)
  await wait(500)
  collectGarbage()
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  const figure = {
    round,
    issued,
    left,
    issueSeconds: issuing.seconds,
    purgeSeconds: purging.seconds,
    heapMb: mb(heapUsed),
    rssMb: mb(rss),
    storeKb: Math.round((await storeBytes()) / 100) / 10,
    issueStopMillis: issuing.stopMillis,
    purgeStopMillis: purging.stopMillis,
  }
  process.stderr.write(`${JSON.stringify(figure)}\n`)
  figures.push(figure)
}
await bank.app.close()
process.stdout.write(JSON.stringify(figures))
