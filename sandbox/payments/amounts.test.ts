import { expect, test } from 'vitest'
import { toMinor } from './amounts.js'

test.each<[string, string, number | undefined]>([
  ['25.5', 'BHD', 25_500],
  ['25', 'BHD', 25_000],
  ['0.001', 'BHD', 1],
  ['0', 'BHD', 0],
  ['0.0001', 'BHD', undefined],
  ['1.50000', 'BHD', undefined],
  ['12.5', 'USD', 1250],
  ['12.505', 'USD', undefined],
  ['1500', 'JPY', 1500],
  ['1500.0', 'JPY', undefined],
  ['999999999999.999', 'BHD', 999_999_999_999_999],
  ['9999999999999.999', 'BHD', undefined],
  ['-1', 'BHD', undefined],
  ['1e3', 'BHD', undefined],
  ['1', 'XXX', undefined],
])('%s %s is %s minor units', (Amount, Currency, minor) => {
  expect(toMinor({ Amount, Currency })).toBe(minor)
})
