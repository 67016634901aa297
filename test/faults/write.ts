/** `npm run faults:kills`: judges the bank with every fault and every case, and writes what turned red into `report/kills.md`. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FaultId, faultIds } from '#sandbox/index.js'
import { judgeWith } from './campaign.js'
import { type Kills, killsOf, killsTable } from './kills.js'

/** Processes that share the faults. */
const workers = 2

const part = process.argv[2]
if (part === undefined) await judgeAll()
else await judgePart(Number(part))

async function judgeAll(): Promise<void> {
  const kills = new Map<FaultId, Kills>()
  await Promise.all(
    Array.from({ length: workers }, async (_, number) => {
      const worker = fork(import.meta.filename, [String(number)])
      worker.on('message', ([fault, found]: [FaultId, Kills]) => kills.set(fault, found))
      const [code] = (await once(worker, 'exit')) as [number]
      if (code !== 0) throw new Error(`a process that judges ended with ${code}`)
    }),
  )
  mkdirSync('report', { recursive: true })
  writeFileSync(join('report', 'kills.md'), killsTable(kills))
}

async function judgePart(number: number): Promise<void> {
  for (const fault of faultIds.filter((_, index) => index % workers === number)) {
    const begun = performance.now()
    const found = killsOf(await judgeWith(fault))
    const millis = Math.round(performance.now() - begun)
    process.stderr.write(`${fault.padEnd(34)}${found.checks.length} checks, ${found.blocked} blocked   ${millis} ms\n`)
    process.send?.([fault, found])
  }
  process.disconnect()
}
