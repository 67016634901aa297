/**
 * The tests of a part of the faults: each in a file of its own, so that the parts run side by side.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { judgeWith } from './campaign.js'
import { caughtBy } from './caught-by.js'
import { casesFor, chosenFaults, isWholeTable, seed } from './chosen-cases.js'
import { isRelated, reachOf } from './reach.js'
import { lineOf, missedOf, redsOf } from './reds.js'
import { shareOf } from './share.js'

/** With every case a run takes a minute, and several at a time go on side by side. */
const timeout = isWholeTable ? 1_800_000 : 120_000

/** Every `of`-th fault, from the one with the number `part` on. */
export function judgeFaults(part: number, of: number): void {
  const faults = shareOf(chosenFaults.filter((_, index) => index % of === part))

  // several at a time: some wait for a payment to arrive or a notification to come again while others are judged
  describe.concurrent.each(faults)('the bank that has the fault %s', (fault) => {
    test(
      'is caught by each check that is meant to catch it, and nothing else turns red',
      async () => {
        const result = await judgeWith(fault, casesFor(fault))

        const unrelated = redsOf(result).filter((red) => !isRelated(red, reachOf(fault)))
        expect(missedOf(caughtBy[fault], result), 'meant to catch it, and does not').toEqual([])
        expect(unrelated.map(lineOf), `has nothing to do with it (OB_FAULTS_SEED=${seed})`).toEqual([])
      },
      timeout,
    )
  })
}
