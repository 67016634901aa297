import { beforeAll, expect, test } from 'vitest'
import { type ChainedEntry, cases, judge, type RunResult } from '#conformance/index.js'
import { judgeWith } from './campaign.js'
import { redsOf } from './reds.js'
import { suiteFaults } from './suite-faults.js'

let clean: RunResult

/** What the suite sends is much the same in all areas: those with consents and the first reads are enough to put its faults into. */
const few = cases.filter(({ id }) => /^(AAC|ACC|AUT)-/.test(id))

beforeAll(async () => {
  clean = await judgeWith(undefined, few)
})

const judged = (transcript: readonly ChainedEntry[]) =>
  judge(transcript, { cases: few, waivers: [], today: clean.info.startedAt.slice(0, 10) })

test('blames nobody while the suite has no fault', () => {
  expect(redsOf({ ...clean, verdicts: judged(clean.transcript) })).toEqual([])
})

test.each(suiteFaults)('blames the suite when it $title', ({ check, apply }) => {
  const verdicts = judged(apply(clean.transcript))
  const found = verdicts.wire.find((each) => each.check === check)

  expect(found).toMatchObject({ outcome: 'suite-error', blame: 'suite' })
  expect(verdicts.wire.filter(({ outcome, blame }) => outcome === 'fail' || blame === 'bank')).toEqual([])
  expect(verdicts.exitCode).toBe(4)
})
