import { expect, test } from 'vitest'
import { cases } from '#conformance/index.js'
import { faultIds } from '#sandbox/index.js'
import { judgeWith, redsOf } from './campaign.js'
import { faultsToJudge, killedBy, known } from './known.js'
import { suiteFaults } from './suite-faults.js'

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

test('leaves out no case: the bank offers all that is judged', async () => {
  const { verdicts } = await judgeWith()
  const ran = new Set(verdicts.cases.filter(({ outcome }) => outcome !== 'not-applicable').map((each) => each.case))

  expect(cases.filter(({ id }) => !ran.has(id)).map(({ id }) => id)).toEqual([])
})

test('judges faults that together kill all that any fault kills', () => {
  const all = new Set(Object.values(known).flatMap(killedBy))
  const judged = new Set(faultsToJudge().flatMap((fault) => killedBy(known[fault])))

  expect([...all].filter((each) => !judged.has(each))).toEqual([])
})

test('lets a bank that answers 200 and an empty object to everything pass nothing that is about its API', async () => {
  const { verdicts } = await judgeWith('everything-200')
  const passed = verdicts.cases.filter(({ outcome }) => outcome === 'pass')

  expect(passed.filter(({ checks }) => checks.some(({ evidence }) => evidence.length === 0))).toEqual([])
  expect(new Set(passed.map(({ case: id }) => id.slice(0, 3)))).toEqual(new Set(['AUT']))
})
