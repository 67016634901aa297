import { expect, test } from 'vitest'
import { killPayingBanks } from './crash/payments-kept.js'

/** `npm run test:crash` kills 200 times. */
const kills = Number(process.env.OB_CRASH_KILLS ?? 5)

test(
  `keeps every acknowledged payment, settles each once, and uses each consent once, over ${kills} kills`,
  async () => {
    let state = kills
    const random = () => {
      state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
      return state / 2 ** 32
    }

    const report = await killPayingBanks(kills, random)

    expect(report).toMatchObject({ kills, wrong: [] })
    expect(report.acknowledged).toBeGreaterThanOrEqual(kills)
    expect(report.made).toBeGreaterThanOrEqual(report.acknowledged)
    process.stdout.write(`${JSON.stringify(report)}\n`)
  },
  kills * 30_000,
)
