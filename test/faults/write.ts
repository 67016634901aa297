/** `npm run faults:write`: judges the bank with every fault and writes down what each turns red, to be looked through. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cases } from '#conformance/index.js'
import { faultIds } from '#sandbox/index.js'
import { judgeWith, type Reds, redsOf } from './campaign.js'

const kills: Record<string, Reds> = {}
for (const fault of faultIds) {
  const begun = performance.now()
  kills[fault] = redsOf(await judgeWith(fault))
  const { cases: failed, wire, blocked } = kills[fault]
  const millis = Math.round(performance.now() - begun)
  process.stderr.write(
    `${fault.padEnd(34)}${failed.length} cases, ${wire.length} wire checks, ${blocked} blocked   ${millis} ms\n`,
  )
}
const { verdicts } = await judgeWith()
const killed = new Set(
  Object.values(kills).flatMap((reds) => [...reds.cases.map((id) => id.slice(0, 7)), ...reds.wire]),
)
const alive = [...cases.map(({ id }) => id), ...verdicts.wire.map(({ check }) => check)].filter((id) => !killed.has(id))
process.stderr.write(`nothing kills: ${alive.join(', ') || 'none'}\n`)
writeFileSync(join(import.meta.dirname, 'kills.json'), `${JSON.stringify(kills, null, 2)}\n`)
