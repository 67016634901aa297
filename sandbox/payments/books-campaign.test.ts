import { expect, test } from 'vitest'
import { runBooks } from '../testing/books-campaign.js'
import { numbers } from '../testing/numbers.js'

test('after random payments, cancellations and rejections the books are right, and funds were said as they were', async () => {
  const { happened, fundsAsked, fundsWrong, mistakes } = await runBooks(150, numbers(7))

  expect(mistakes).toEqual([])
  expect([fundsAsked, fundsWrong]).toEqual([150, 0])
  expect(Object.keys(happened)).toEqual(
    expect.arrayContaining(['debited', 'settled', 'cancelled', 'insufficient-funds']),
  )
})
