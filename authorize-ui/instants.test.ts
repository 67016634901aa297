import { expect, test } from 'vitest'
import { instant } from './instants.js'

const newYearsEve = Date.UTC(2029, 11, 31, 21, 5)

test('shows the day and minute in Bahrain, three hours ahead', () => {
  expect(instant('en', newYearsEve).toString()).toBe(
    '<time datetime="2029-12-31T21:05:00.000Z">1 January 2030 at 00:05</time>',
  )
})

test('shows the Gregorian month in Arabic, with the digits of account numbers', () => {
  expect(instant('ar', newYearsEve).toString()).toMatch(/>1 يناير 2030.* 00:05</)
})
