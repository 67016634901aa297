/**
 * Measures one engine at one size, in a process of its own, and prints what it found as JSON.
 *
 * Arguments: the store (`lowdb:DIR`, `postgres://...`), the number of records already there, seconds for each rate.
 */
import { rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openStore } from '#sandbox/store/open-store.js'
import type { TenantStore } from '#sandbox/store/store.js'
import { measuredAccount, record, recordId } from './records.js'
import { bareRate, storeRate } from './writers.js'

const [name = '', sizeText = '1000', secondsText = '3', bareFolder = '.', phase = 'write'] = process.argv.slice(2)
const size = Number(sizeText)
const millis = Number(secondsText) * 1000
const rounds = 3

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Microseconds of one newest-first page of 100, with the count of the whole history. */
async function pageMicros(store: TenantStore): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 300; round += 1) {
    const begun = performance.now()
    const rows = await store.range('transactions', measuredAccount, { order: 'newest', limit: 100 })
    await store.count('transactions', measuredAccount)
    times.push((performance.now() - begun) * 1000)
    if (rows.length !== Math.min(100, size)) throw new Error(`a page has ${rows.length} rows`)
  }
  return median(times.slice(100))
}

async function fill(store: TenantStore): Promise<void> {
  const batch = 2000
  for (let first = 0; first < size; first += batch) {
    await store.transact((transaction) => {
      for (let number = first; number < Math.min(size, first + batch); number += 1) {
        transaction.put('transactions', recordId(number), record(number))
      }
    })
  }
}

const rss = () => Math.round(process.memoryUsage().rss / 2 ** 20)

if (phase === 'write') {
  if (name.startsWith('lowdb:')) rmSync(name.slice('lowdb:'.length), { recursive: true, force: true })
  const store = await openStore(name)
  const tenant = store.tenant('bench')
  await fill(tenant)
  const page = await pageMicros(tenant)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const rates: Record<string, { store: number; bare: number; ratio: number }> = {}
  let first = size
  for (const writers of [1, 20, 100]) {
    const pairs: { store: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const bare = await bareRate(bareFolder, writers, millis / rounds)
      const own = await storeRate(tenant, writers, millis / rounds, first)
      first += Math.ceil((own * millis) / rounds / 1000) + 1000
      pairs.push({ store: own, bare })
    }
    const [own, bare] = [median(pairs.map((each) => each.store)), median(pairs.map((each) => each.bare))]
    rates[writers] = { store: Math.round(own), bare: Math.round(bare), ratio: Number((own / bare).toFixed(2)) }
  }
  const result = { size, page, rates, longestStopMillis: Math.round(delay.max / 1e6), rssMb: rss() }
  await store.close()
  process.stdout.write(JSON.stringify(result))
} else {
  const begun = performance.now()
  const store = await openStore(name)
  const startMillis = Math.round(performance.now() - begun)
  const count = await store.tenant('bench').count('transactions', measuredAccount)
  const page = await pageMicros(store.tenant('bench'))
  process.stdout.write(JSON.stringify({ size, count, startMillis, page, rssMb: rss() }))
  process.exit(0)
}
