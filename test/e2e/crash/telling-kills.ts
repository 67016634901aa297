/**
 * What is true of a bank that notifies, however often it was killed, as a test of each engine.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { killTellingBanks } from './events-kept.js'
import type { Kept } from './payments-kept.js'
import { seeded } from './seeded.js'

/** `npm run test:crash` kills 200 times. */
const kills = Number(process.env.OB_CRASH_KILLS ?? 2)

/** @param prepare an empty store */
export function testTellingKills(prepare: () => Promise<Kept>): void {
  test(
    `tells of every change, and again under the same id and bytes alone, over ${kills} kills`,
    async () => {
      const report = await killTellingBanks(kills, seeded(kills), prepare)

      process.stdout.write(`${JSON.stringify(report)}\n`)
      expect(report).toMatchObject({ kills, wrong: [] })
      expect(report.changes).toBeGreaterThanOrEqual(kills)
      expect(report.events).toBeGreaterThanOrEqual(report.changes)
      expect(report.notifications).toBeGreaterThanOrEqual(report.events)
    },
    120_000 + kills * 60_000,
  )
}
