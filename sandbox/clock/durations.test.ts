import { expect, test } from 'vitest'
import { isDateTime } from '#standard/index.js'
import { parseDuration } from './durations.js'
import { toDateTime } from './tenant-clock.js'

test.each([
  ['P3D', 3 * 86_400_000],
  ['P1W', 7 * 86_400_000],
  ['P1W2DT3H4M5S', 788_645_000],
  ['PT1H30M', 5_400_000],
  ['PT0S', 0],
  ['PT0.25S', 250],
  ['PT90S', 90_000],
  ['-PT5M', -300_000],
  ['-P1D', -86_400_000],
])('%s is %i ms', (text, millis) => {
  expect(parseDuration(text)).toBe(millis)
})

test.each([
  '',
  'P',
  'PT',
  '-P',
  'P1Y',
  'P1M',
  '3D',
  'P3',
  'PT3',
  'PT1H2H',
  'P1DT',
  'P-1D',
  'p3d',
  ' P3D',
  'P3D ',
  'PT.5S',
  'P1.5D',
  'NaN',
  '72h',
])('%j is no duration of a fixed length', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test.each([
  [0, '1970-01-01T03:00:00.000+03:00'],
  [Date.UTC(2029, 11, 31, 21, 0, 0), '2030-01-01T00:00:00.000+03:00'],
  [Date.UTC(2030, 5, 1, 12, 30, 15, 7), '2030-06-01T15:30:15.007+03:00'],
])('writes the instant %i as %s', (at, text) => {
  expect(toDateTime(at)).toBe(text)
  expect(isDateTime(text)).toBe(true)
  expect(Date.parse(text)).toBe(at)
})
