import { expect, test } from 'vitest'
import { runBooks } from '../testing/books-campaign.js'

/** Numbers of a linear congruence: the same each time. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

test('after random payments, cancellations and rejections the books are right, and funds were said as they were', async () => {
  const { happened, fundsAsked, fundsWrong, mistakes } = await runBooks(150, numbers(7))

  expect(mistakes).toEqual([])
  expect([fundsAsked, fundsWrong]).toEqual([150, 0])
  expect(Object.keys(happened)).toEqual(
    expect.arrayContaining(['debited', 'settled', 'cancelled', 'insufficient-funds']),
  )
})
