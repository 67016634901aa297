import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, minorUnits } from '#standard/index.js'
import { type Exchange, exchanged } from './rate.js'

const exchange = (from: string, to: string, rate: number, unitCurrency = to): Exchange => ({
  from,
  to,
  unitCurrency,
  rate,
})

test.each<[string, number, string, Exchange, number]>([
  ['dinars (3 digits) for dollars (2)', 376_500, 'BHD', exchange('BHD', 'USD', 0.3765), 100_000],
  ['dollars for dinars', 100_000, 'USD', exchange('BHD', 'USD', 0.3765), 376_500],
  ['yen (0 digits), by a rate for one dinar', 1_000, 'BHD', exchange('BHD', 'JPY', 401.5, 'BHD'), 402],
  ['yen for dinars', 402, 'JPY', exchange('BHD', 'JPY', 401.5, 'BHD'), 1_001],
  ['half a minor unit goes up', 5, 'USD', exchange('USD', 'EUR', 0.5, 'USD'), 3],
  ['just below half goes down', 3, 'USD', exchange('USD', 'EUR', 0.4999999, 'USD'), 1],
  ['what is not nothing stays something', 1, 'BHD', exchange('BHD', 'JPY', 0.0025), 1],
  ['nothing is nothing', 0, 'BHD', exchange('BHD', 'JPY', 0.0025), 0],
  ['a rate that is written with an exponent', 100, 'USD', exchange('USD', 'EUR', 1e-6, 'USD'), 1],
])('exchanges %s', (_, minor, currency, at, result) => {
  expect(exchanged(minor, currency, at)).toBe(result)
})

test('what is exchanged and back again differs by less than one minor unit of what it was exchanged into', () => {
  const code = fc.constantFrom(...currencies)
  fc.assert(
    fc.property(
      code,
      code,
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 7 }),
      (from, to, minor, millionths) => {
        fc.pre(from !== to)
        const at = exchange(from, to, millionths / 10_000)
        const there = exchanged(minor, from, at)
        const worth = (minor / 10 ** minorUnits(from) / at.rate) * 10 ** minorUnits(to)
        expect(Math.abs(there - worth)).toBeLessThanOrEqual(Math.max(1, worth * 1e-9))
        expect(Number.isSafeInteger(there)).toBe(true)
      },
    ),
  )
})

test('refuses a third currency, and more than can be counted', () => {
  expect(() => exchanged(1, 'EUR', exchange('BHD', 'USD', 1))).toThrow('EUR is not exchanged for BHD and USD')
  expect(() => exchanged(Number.MAX_SAFE_INTEGER, 'BHD', exchange('BHD', 'USD', 0.000001))).toThrow('too much of USD')
})
