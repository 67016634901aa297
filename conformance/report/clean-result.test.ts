import { expect, test } from 'vitest'
import { cleanResult } from './clean-result.js'
import { sampleFailure, sampleRun } from './testing/sample-run.js'

test('a run has every text of its verdicts made printable and its transcript left alone', () => {
  const run = sampleRun({ cases: [sampleFailure({ reason: 'a\u001b[31m', title: 'b\u0000' })] })

  const { verdicts, transcript } = cleanResult({ ...run, info: { ...run.info, profileName: 'c\n' } })

  expect(verdicts.cases[0]).toMatchObject({ reason: 'a\\u001b[31m', title: 'b\\u0000' })
  expect(transcript).toBe(run.transcript)
})
