/**
 * Measures one engine at one size, in a process of its own, and prints what it found as JSON.
 *
 * Arguments: the store (`lowdb:DIR`, `postgres://...`), the number of records, seconds for each rate, a folder for the bare
 * appender, and the phase: `filled` writes the records into an empty store, `started` opens it, `rated` adds to it.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collections } from '#sandbox/collections.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { TenantStore } from '#sandbox/store/store.js'
import { median } from '../figures.js'
import { bareAppender, bareInserter } from './bare.js'
import { measuredAccount, record, recordId } from './records.js'
import { storeRate } from './writers.js'

const [name = '', sizeText = '1000', secondsText = '3', bareFolder = '.', phase = 'filled'] = process.argv.slice(2)
const size = Number(sizeText)
const millis = Number(secondsText) * 1000
const rounds = 3
/** The first half warms up: code is compiled, and what a start or a filling left for the collector is collected. */
const pageRounds = 4000

export type Filled = Awaited<ReturnType<typeof filled>>
export type Started = Awaited<ReturnType<typeof started>>
export type Rated = Awaited<ReturnType<typeof rated>>

/** Durable commits a second, and what the bare limit did in the same rounds. */
export interface Rate {
  readonly store: number
  readonly bare: number
}

/** Microseconds of one newest-first page of 100, with the count of the whole history. */
async function pageMicros(store: TenantStore): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < pageRounds; round += 1) {
    const begun = performance.now()
    const rows = await store.range(postedEntries, measuredAccount, { order: 'newest', limit: 100 })
    await store.count(postedEntries, measuredAccount)
    times.push((performance.now() - begun) * 1000)
    if (rows.length !== Math.min(100, size)) throw new Error(`a page has ${rows.length} rows`)
  }
  return median(times.slice(pageRounds / 2))
}

async function fill(store: TenantStore): Promise<void> {
  const batch = 2000
  for (let first = 0; first < size; first += batch) {
    await store.transact((transaction) => {
      for (let number = first; number < Math.min(size, first + batch); number += 1) {
        transaction.put(postedEntries, recordId(number), record(number))
      }
    })
  }
}

async function filled() {
  const store = await openStore(name, collections)
  const tenant = store.tenant('bench')
  await fill(tenant)
  const page = await pageMicros(tenant)
  await store.close()
  return { page }
}

async function started() {
  const begun = performance.now()
  const store = await openStore(name, collections)
  const startMillis = Math.round(performance.now() - begun)
  const rssMb = Math.round(process.memoryUsage().rss / 2 ** 20)
  const page = await pageMicros(store.tenant('bench'))
  await store.close()
  return { startMillis, rssMb, page }
}

async function rated() {
  const bareRate = name.startsWith('lowdb:') ? bareAppender(bareFolder) : bareInserter(name)
  const store = await openStore(name, collections)
  const tenant = store.tenant('bench')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const rates: Record<string, Rate> = {}
  let first = size
  for (const writers of [1, 20, 100]) {
    const pairs: { store: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const bare = await bareRate(writers, millis / rounds)
      const own = await storeRate(tenant, writers, millis / rounds, first)
      first += Math.ceil((own * millis) / rounds / 1000) + 1000
      pairs.push({ store: own, bare })
    }
    const [own, bare] = [median(pairs.map((each) => each.store)), median(pairs.map((each) => each.bare))]
    rates[writers] = { store: Math.round(own), bare: Math.round(bare) }
  }
  const longestStopMillis = Math.round(delay.max / 1e6)
  await store.close()
  return { rates, longestStopMillis }
}

const phases = { filled, started, rated }

process.stdout.write(JSON.stringify(await phases[phase as keyof typeof phases]()))
process.exit(0)
