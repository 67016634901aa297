/**
 * What is true of a bank that pays, however often it was killed, as a test of each engine.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { type Kept, killPayingBanks } from './payments-kept.js'
import { seeded } from './seeded.js'

/** `npm run test:crash` kills 200 times. */
const kills = Number(process.env.OB_CRASH_KILLS ?? 3)

/** @param prepare an empty store */
export function testPayingKills(prepare: () => Promise<Kept>): void {
  test(
    `keeps every acknowledged payment, settles each once, and uses each consent once, over ${kills} kills`,
    async () => {
      const report = await killPayingBanks(kills, seeded(kills), prepare)

      expect(report).toMatchObject({ kills, wrong: [] })
      expect(report.acknowledged).toBeGreaterThanOrEqual(kills)
      expect(report.made).toBeGreaterThanOrEqual(report.acknowledged)
      expect(report.duringDueWork).toBeGreaterThanOrEqual(Math.ceil(kills / 4))
      process.stdout.write(`${JSON.stringify(report)}\n`)
    },
    kills * 60_000,
  )
}
