/**
 * How long the event loop stops while a million tokens are deleted that have ended at once. Prints one line of JSON.
 *
 *     node --conditions=source --import tsx bench/tokens/at-once.ts [memory | lowdb:DIR | postgres://...] [tokens]
 *
 * Stops are in milliseconds: by the clock, and of the processor of the main thread (Linux only), which leaves out what
 * other programs of the machine took meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { Purge } from '#sandbox/clock/purge.js'
import { TenantClock } from '#sandbox/clock/tenant-clock.js'
import { collections } from '#sandbox/collections.js'
import { oidcRecordId, oidcRecords } from '#sandbox/identity/adapter.js'
import { openStore } from '#sandbox/store/open-store.js'
import { directoryId, mainTenantId } from '#sandbox/tenants/tenant.js'

const [name = 'memory', countText = '1000000'] = process.argv.slice(2)
const count = Number(countText)
const batch = 1000
const lifeMillis = 1_800_000

const store = await openStore(name, collections)
const directory = store.tenant(directoryId)
for (let first = 0; first < count; first += batch) {
  await directory.transact((transaction) => {
    for (let each = first; each < Math.min(count, first + batch); each += 1) {
      const jti = randomBytes(32).toString('base64url')
      const payload = { iat: 1, exp: 2, jti, clientId: 'tpp-demo', scope: 'accounts', kind: 'ClientCredentials' }
      const record = { model: 'ClientCredentials', payload, tenantId: mainTenantId, expiresAt: each % lifeMillis }
      transaction.put(oidcRecords, oidcRecordId(record.model, jti), record)
    }
  })
  await nextIteration()
}

const purge = new Purge({
  store,
  tenantId: mainTenantId,
  directoryId,
  clock: new TenantClock({ now: () => lifeMillis }),
  collections: [oidcRecords],
  report: (line, cause) => {
    throw new Error(line, { cause })
  },
})
const stops = { byClock: 0, ofProcessor: 0 }
let isDone = false
const watched = watch()
const begun = performance.now()
await purge.run()
const seconds = Math.round((performance.now() - begun) / 100) / 10
isDone = true
await watched
const left = await directory.count(oidcRecords, mainTenantId)
await purge.stop()
await store.close()
process.stdout.write(`${JSON.stringify({ store: name.split(':')[0], count, left, seconds, stops })}\n`)

/** Compares each iteration of the event loop with the one before. */
async function watch(): Promise<void> {
  for (let [at, used] = [performance.now(), processorMillis()]; !isDone; ) {
    await nextIteration()
    const [now, nowUsed] = [performance.now(), processorMillis()]
    stops.byClock = Math.max(stops.byClock, Math.round(now - at))
    stops.ofProcessor = Math.max(stops.ofProcessor, Math.round(nowUsed - used))
    at = now
    used = nowUsed
  }
}

function processorMillis(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
