import { expect, test } from 'vitest'
import { paymentFamilies } from '#standard/index.js'
import { numbers } from '../testing/numbers.js'
import { openTestBank } from '../testing/test-bank.js'
import { runFamilies } from './testing/families-campaign.js'

test('after random payments of every family at one bank the books are right, and funds were said as they were', {
  timeout: 60_000,
}, async () => {
  const bank = await openTestBank()
  const { happened, fundsAsked, fundsWrong, mistakes } = await runFamilies(bank, 160, numbers(3))
  await bank.close()

  expect(mistakes).toEqual([])
  expect(fundsWrong).toBe(0)
  expect(fundsAsked).toBeGreaterThan(20)
  expect(Object.keys(happened)).toEqual(
    expect.arrayContaining([
      ...Object.keys(paymentFamilies),
      'taken',
      'not taken',
      'cancelled',
      'rejected',
      'file refused',
      'file payment made',
      'file payment rejected',
    ]),
  )
})
