import { describe, expect, test } from 'vitest'
import { variationIds } from '#sandbox/index.js'
import { judgeBank } from './campaign.js'
import { lineOf, redsOf } from './reds.js'
import { chosenSets } from './variation-sets.js'

/**
 * Banks that are right and choose differently, judged as one that claims the framework. A few sets of them, each with its part
 * of the cases; `OB_VARIATIONS=all` takes each variation alone and 200 sets of five, with every case.
 */
describe.concurrent.each(chosenSets(variationIds))('a right bank that $title', ({ ids, cases }) => {
  test('fails nothing, and every case can run', async () => {
    const result = await judgeBank(
      {},
      { strictness: 'framework', prepare: (bank) => bank.variations.set(ids), ...(cases && { cases }) },
    )

    const wrong = redsOf(result).filter(({ outcome }) => outcome !== 'warn')
    expect(wrong.map(lineOf)).toEqual([])
    expect(result.verdicts.exitCode).toBe(0)
  }, 900_000)
})

test('there are at least 60 variations', () => {
  expect(variationIds.length).toBeGreaterThanOrEqual(60)
})
