import { beforeAll, expect, test } from 'vitest'
import { type ChainedEntry, cases, judge, type RunResult } from '#conformance/index.js'
import { judgeWith } from './campaign.js'
import { suiteFaults } from './suite-faults.js'

let clean: RunResult

beforeAll(async () => {
  clean = await judgeWith()
})

const judged = (transcript: readonly ChainedEntry[]) =>
  judge(transcript, { cases, waivers: [], today: clean.info.startedAt.slice(0, 10) })

test('reaches the same verdicts from the transcript as in the run', () => {
  expect(judged(clean.transcript)).toEqual(clean.verdicts)
})

test.each(suiteFaults)('blames the suite when it $title', ({ check, apply }) => {
  const verdicts = judged(apply(clean.transcript))
  const found = verdicts.wire.find((each) => each.check === check)

  expect(found).toMatchObject({ outcome: 'suite-error', blame: 'suite' })
  expect(verdicts.wire.filter(({ outcome, blame }) => outcome === 'fail' || blame === 'bank')).toEqual([])
  expect(verdicts.exitCode).toBe(4)
})
