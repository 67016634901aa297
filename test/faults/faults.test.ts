import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cases } from '#conformance/index.js'
import { type FaultId, faultIds } from '#sandbox/index.js'
import { judgeWith, type Reds, redsOf } from './campaign.js'
import { suiteFaults } from './suite-faults.js'

/** What each fault is known to turn red: looked through when it was written (`npm run faults:write`). */
const known = JSON.parse(readFileSync(join(import.meta.dirname, 'kills.json'), 'utf8')) as Record<FaultId, Reds>

const inOrder = ({ cases: failed, wire, blocked }: Reds) => ({
  cases: [...failed].sort(),
  wire: [...wire].sort(),
  blocked,
})

test('finds no failure and no warning in the bank as it should be, at the strictest setting', async () => {
  const { verdicts, info } = await judgeWith()

  expect(info.strictness).toBe('all')
  expect(redsOf({ verdicts } as never)).toEqual({ cases: [], wire: [], blocked: 0 })
  expect(verdicts).toMatchObject({ complete: true, partial: false, exitCode: 0 })
  expect(verdicts.wire.filter(({ outcome }) => outcome !== 'pass')).toEqual([])
})

test('knows what each fault turns red', () => {
  expect(Object.keys(known).sort()).toEqual([...faultIds].sort())
})

test('has a fault for every case that applies and every wire check', async () => {
  const { verdicts } = await judgeWith()
  const applies = new Set(verdicts.cases.filter(({ outcome }) => outcome !== 'not-applicable').map((each) => each.case))
  const killed = new Set(Object.values(known).flatMap(({ cases: failed, wire }) => [...failed, ...wire]))
  const kills = (id: string) => killed.has(id) || [...killed].some((each) => each.startsWith(`${id}@`))
  const bySuite = new Set(suiteFaults.map(({ check }) => check))

  expect(cases.filter(({ id }) => applies.has(id) && !kills(id)).map(({ id }) => id)).toEqual([])
  expect(verdicts.wire.filter(({ check }) => !kills(check) && !bySuite.has(check)).map(({ check }) => check)).toEqual(
    [],
  )
})

/** Areas whose operations the bank does not offer yet (docs/ROADMAP.md): their cases judge other banks only. */
const waiting = ['BAL', 'BEN', 'PAG', 'PRD', 'STO', 'TXN']

test('leaves out no case but those of operations the bank does not offer yet', async () => {
  const { verdicts } = await judgeWith()
  const ran = new Set(verdicts.cases.filter(({ outcome }) => outcome !== 'not-applicable').map((each) => each.case))
  const left = cases.filter(({ id }) => !ran.has(id)).map(({ id }) => id.slice(0, 3))

  expect(left.filter((area) => !waiting.includes(area))).toEqual([])
})

describe.each(faultIds)('the bank that has the fault %s', (fault) => {
  test('turns red what it is known to, nothing more and nothing less', { timeout: 60_000 }, async () => {
    const reds = redsOf(await judgeWith(fault))

    expect(inOrder(reds)).toEqual(inOrder(known[fault]))
    expect(reds.cases.length + reds.wire.length + reds.blocked).toBeGreaterThan(0)
  })
})

test('lets a bank that answers 200 and an empty object to everything pass nothing that is about its API', async () => {
  const { verdicts } = await judgeWith('everything-200')
  const passed = verdicts.cases.filter(({ outcome }) => outcome === 'pass')

  expect(passed.filter(({ checks }) => checks.some(({ evidence }) => evidence.length === 0))).toEqual([])
  expect(new Set(passed.map(({ case: id }) => id.slice(0, 3)))).toEqual(new Set(['AUT']))
})
