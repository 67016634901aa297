import { expect, test } from 'vitest'
import { cases, fetchProfile, runSuite } from '#conformance/index.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { sharedKeys } from '#sandbox/testing/shared-keys.js'
import { lineOf, redsOf } from './reds.js'

/** The time of bank and suite goes so many times as fast as ours: where the suite has to wait a minute, the test waits fifteen seconds. */
const pace = 4
const tickMillis = 50

/** Moves the clock of a bank on, and tells the time by it. */
function inHaste(bank: Sandbox) {
  let ahead = 0
  let last = Date.now()
  let isOver = false
  const tick = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, tickMillis))
    if (isOver) return
    const more = Math.round((Date.now() - last) * (pace - 1))
    last = Date.now()
    await bank.clock.advance(`PT${(more / 1000).toFixed(3)}S`)
    ahead += more
    return tick()
  }
  const ticking = tick()
  return {
    now: () => Date.now() + ahead,
    stop: () => {
      isOver = true
      return ticking
    },
  }
}

const areas = ['ACC', 'BEN', 'STO', 'HDR', 'ERR']

test('a right bank that allows a TPP 100 requests a minute fails nothing, and every case can run', async () => {
  const tpps = ['main', 'other'].map((clientId) => ({
    clientId,
    clientSecret: `a-secret-of-the-tpp-${clientId}`,
    redirectUris: ['https://tpp.example/callback'],
    requestsPerMinute: 100,
  }))
  const bank = await startSandbox({ tpps }, { makeKey: sharedKeys() })
  const time = inHaste(bank)
  try {
    const profile = await fetchProfile(bank.url)
    const chosen = cases.filter(({ id }) => areas.includes(id.slice(0, 3)))
    const options = { cases: chosen, journeys: 'headless', now: time.now } as const
    const result = await runSuite({ ...options, profile: { ...profile, strictness: 'framework' } })

    expect(redsOf(result).map(lineOf)).toEqual([])
    const statuses = result.transcript.flatMap((entry) => (entry.kind === 'exchange' ? [entry.response?.status] : []))
    // a machine that sends less than the quota in a minute finds no end of it
    expect(statuses.includes(429) || result.millis > 120_000).toBe(true)
  } finally {
    await time.stop()
    await bank.close()
  }
})
