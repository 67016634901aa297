import { expect, test } from 'vitest'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { idsOf, ofTpp, runFlows } from './event-flows/campaign.js'

test('each change of 40 random flows is told once, the same by poll and by push', { timeout: 120_000 }, async () => {
  const bank = await openTestBank()
  const { expected, polled, pushed, came, failures } = await runFlows(bank, 40, 1)
  const [own, others] = [await idsOf(bank, 'tpp-demo'), await idsOf(bank, 'tpp-other')]
  await bank.close()

  expect(polled.length).toBeGreaterThan(40)
  expect(came).toBe(pushed.length + failures)
  expect(polled).toEqual(ofTpp(expected, own))
  expect(pushed).toEqual(ofTpp(expected, others))
})
