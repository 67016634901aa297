import { describe, expect, test } from 'vitest'
import { runSwaps } from './campaign.js'
import { swaps } from './swaps.js'

describe('ids and tokens of others', { timeout: 120_000 }, () => {
  test.each([1, 2])('read and change nothing: seed %i', async (seed) => {
    const { tried, ...found } = await runSwaps({ seed, count: 10 * swaps.length })

    expect(found).toEqual({ reads: [], changes: [], astray: [] })
    expect(Object.keys(tried)).toHaveLength(swaps.length)
  })

  test.each([
    ['ownership-unchecked', 'reads', 'a consent of another TPP'],
    ['consent-taken-over', 'changes', 'of another PSU'],
    ['consent-of-other-tpp-readable', 'changes', 'a consent of another TPP'],
  ] as const)('would show: a bank with the fault %s', async (fault, where, line) => {
    const found = await runSwaps({ seed: 1, count: 4 * swaps.length, faults: [fault] })

    expect(found[where].join()).toContain(line)
  })
})
