import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptPath } from '../built-scripts.js'
import { killAgainAndAgain } from './crash/kills.js'
import { killPayments } from './crash/payment-kills.js'
import { seeded } from './crash/seeded.js'

/** `npm run test:crash` kills 200 times. */
const kills = Number(process.env.OB_CRASH_KILLS ?? 8)

test(
  `keeps every acknowledged transaction, and none in part, over ${kills} kills`,
  async () => {
    const report = await killAgainAndAgain(kills, seeded(kills))

    expect(report).toMatchObject({ kills, lost: [], halves: [] })
    expect(report.acknowledged).toBeGreaterThan(kills)
    expect(report.duringSnapshot).toBeGreaterThanOrEqual(Math.floor(kills / 4))
    process.stdout.write(`${JSON.stringify(report)}\n`)
  },
  kills * 15_000,
)

/** `npm run test:crash` kills as often as before. */
const paymentKills = Number(process.env.OB_CRASH_KILLS ?? 3)

test(
  `loses no payment that it acknowledged, and settles none twice, over ${paymentKills} kills`,
  async () => {
    const report = await killPayments(paymentKills, seeded(paymentKills))

    expect(report).toMatchObject({ kills: paymentKills, lost: [], mistakes: [] })
    expect(report.acknowledged).toBeGreaterThan(paymentKills)
    expect(report.settled).toBeGreaterThan(0)
    process.stdout.write(`${JSON.stringify(report)}\n`)
  },
  paymentKills * 15_000,
)

test('answers 500 when the disk is full, keeps what it acknowledged, and reads on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ob-full-'))
  try {
    const output = await run('full-disk', folder, 'ulimit -f 200; exec "$0" "$@"')
    const { made, refused, readWhileFull } = JSON.parse(output) as {
      made: string[]
      refused: number
      readWhileFull: number
    }
    const there = JSON.parse(await run('list-consents', folder, 'exec "$0" "$@"')) as string[]

    expect(refused).toBeGreaterThan(5)
    expect(readWhileFull).toBe(200)
    expect(made.length).toBeGreaterThan(10)
    expect(new Set(there)).toEqual(new Set(made))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Runs a script under a shell, for what the shell can limit. */
function run(script: string, folder: string, shell: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', shell, process.execPath, scriptPath(script), folder], (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    )
  })
}
