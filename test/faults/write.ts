/** `npm run faults:write`: judges the bank with every fault and writes down what each turns red, to be looked through. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cases } from '#conformance/index.js'
import { type FaultId, faultIds } from '#sandbox/index.js'
import { judgeWith, type Reds, redsOf } from './campaign.js'

/** Processes that share the faults. */
const workers = 2

const part = process.argv[2]
if (part === undefined) await judgeAll()
else await judgePart(Number(part))

async function judgeAll(): Promise<void> {
  const kills = new Map<FaultId, Reds>()
  await Promise.all(
    Array.from({ length: workers }, async (_, number) => {
      const worker = fork(import.meta.filename, [String(number)])
      worker.on('message', ([fault, reds]: [FaultId, Reds]) => kills.set(fault, reds))
      const [code] = (await once(worker, 'exit')) as [number]
      if (code !== 0) throw new Error(`a process that judges ended with ${code}`)
    }),
  )
  const { verdicts } = await judgeWith()
  const killed = new Set(
    [...kills.values()].flatMap((reds) => [...reds.cases.map((id) => id.slice(0, 7)), ...reds.wire]),
  )
  const all = [...cases.map(({ id }) => id), ...verdicts.wire.map(({ check }) => check)]
  process.stderr.write(`nothing kills: ${all.filter((id) => !killed.has(id)).join(', ') || 'none'}\n`)
  const inOrder = Object.fromEntries(faultIds.map((fault) => [fault, kills.get(fault)]))
  writeFileSync(join(import.meta.dirname, 'kills.json'), `${JSON.stringify(inOrder, null, 2)}\n`)
}

async function judgePart(number: number): Promise<void> {
  for (const fault of faultIds.filter((_, index) => index % workers === number)) {
    const begun = performance.now()
    const reds = redsOf(await judgeWith(fault))
    const millis = Math.round(performance.now() - begun)
    process.stderr.write(
      `${fault.padEnd(34)}${reds.cases.length} cases, ${reds.wire.length} wire checks, ${reds.blocked} blocked   ${millis} ms\n`,
    )
    process.send?.([fault, reds])
  }
  process.disconnect()
}
