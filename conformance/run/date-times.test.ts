import { expect, test } from 'vitest'
import { toQueryDate } from './date-times.js'

test.each([
  ['2030-01-15T12:00:00.250+03:00', 0, '2030-01-15T12:00:00.250'],
  ['2030-01-15T12:00:00.250+03:00', -1, '2030-01-15T12:00:00.249'],
  ['2030-01-15T09:00:00.250Z', 1, '2030-01-15T12:00:00.251'],
  ['2030-01-15T14:30:00.000+05:30', 0, '2030-01-15T12:00:00.000'],
  // what is behind whole seconds is not known
  ['2030-01-15T12:00:00+03:00', 1, '2030-01-15T12:00:01.000'],
  ['2030-01-15T12:00:00+03:00', -1, '2030-01-15T11:59:59.000'],
  ['2030-01-15T12:00:00+03:00', 60_000, '2030-01-15T12:01:00.000'],
  // without an offset it is of Bahrain
  ['2030-01-15T12:00:00', 0, '2030-01-15T12:00:00.000'],
])('%s, moved by %i, is asked for as %s', (value, shiftMillis, query) => {
  expect(toQueryDate(value, shiftMillis)).toBe(query)
})

test('what is no date-time is no query date', () => {
  expect(toQueryDate('yesterday', 0)).toBeUndefined()
  expect(toQueryDate(undefined, 0)).toBeUndefined()
})
