import { expect, test } from 'vitest'
import { toAmount, toSignedAmount } from './money.js'

test.each([
  [316_390, 'BHD', '316.390'],
  [5, 'BHD', '0.005'],
  [0, 'BHD', '0.000'],
  [1250, 'USD', '12.50'],
  [7, 'USD', '0.07'],
  [1500, 'JPY', '1500.0'],
  [0, 'JPY', '0.0'],
  [-316_390, 'BHD', '316.390'],
])('writes %i minor units of %s %s', (minor, currency, amount) => {
  expect(toAmount(minor, currency)).toEqual({ Amount: amount, Currency: currency })
})

test.each([
  [-1, 'Debit'],
  [0, 'Credit'],
  [-0, 'Credit'],
  [1, 'Credit'],
])('calls %i a %s', (minor, indicator) => {
  expect(toSignedAmount(minor, 'BHD').CreditDebitIndicator).toBe(indicator)
})
