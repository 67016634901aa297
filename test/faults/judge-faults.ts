/**
 * The tests of a part of the faults: each in a file of its own, so that the parts run side by side.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { judgeWith, type Reds, redsOf } from './campaign.js'
import { faultsToJudge, known } from './known.js'

const inOrder = ({ cases, wire, blocked }: Reds) => ({ cases: [...cases].sort(), wire: [...wire].sort(), blocked })

/** Every `of`-th fault, from the one with the number `part` on. */
export function judgeFaults(part: number, of: number): void {
  const faults = faultsToJudge().filter((_, index) => index % of === part)

  describe.each(faults)('the bank that has the fault %s', (fault) => {
    test('turns red what it is known to, nothing more and nothing less', { timeout: 60_000 }, async () => {
      const reds = redsOf(await judgeWith(fault))

      expect(inOrder(reds)).toEqual(inOrder(known[fault]))
      expect(reds.cases.length + reds.wire.length + reds.blocked).toBeGreaterThan(0)
    })
  })
}
