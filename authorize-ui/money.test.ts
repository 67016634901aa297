import { expect, test } from 'vitest'
import { money } from './money.js'

const read = (minor: number, currency: string) =>
  money({ minor, currency })
    .toString()
    .replace(/<[^>]*>/g, '')

test.each([
  [0, 'BHD', 'BHD 0.000'],
  [5, 'BHD', 'BHD 0.005'],
  [25_500, 'BHD', 'BHD 25.500'],
  [1_025_500, 'BHD', 'BHD 1,025.500'],
  [-1_234_567_890, 'BHD', 'BHD −1,234,567.890'],
  [123_456, 'USD', 'USD 1,234.56'],
  [1500, 'JPY', 'JPY 1,500'],
  [Number.MAX_SAFE_INTEGER, 'BHD', 'BHD 9,007,199,254,740.991'],
])('%i minor units of %s are written %s', (minor, currency, text) => {
  expect(read(minor, currency)).toBe(text)
})

test('is written from left to right in every language', () => {
  expect(money({ minor: 1, currency: 'BHD' }).toString()).toContain('dir="ltr"')
})
