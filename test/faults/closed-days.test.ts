import { describe, expect, test } from 'vitest'
import { cases } from '#conformance/index.js'
import { judgeBank } from './campaign.js'
import { lineOf, redsOf } from './reds.js'

const dayMillis = 86_400_000

/** These days after today, in Bahrain. */
const days = (first: number, last: number): string[] => {
  const today = Date.now() + 3 * 3_600_000
  const day = (after: number) => new Date(today + after * dayMillis).toISOString().slice(0, 10)
  return Array.from({ length: last - first + 1 }, (_, after) => day(first + after))
}

/** What waits for a day on which banks work. Each is judged alone: one that moves the clock leaves the days behind it. */
const waiting = ['FDX-052', 'FDP-090', 'IFP-090', 'DPY-060', 'DPY-061', 'IPY-052', 'DSO-060', 'ISO-060']

describe.concurrent.each([
  ['on the days around the one that is asked for', days(6, 11)],
  ['from today on', days(0, 8)],
])('a right bank that names no day of execution and is closed %s', (_, bankHolidays) => {
  test.each(waiting)(
    'passes %s',
    async (id) => {
      const result = await judgeBank(
        { payments: { bankHolidays } },
        {
          strictness: 'all',
          cases: cases.filter((each) => each.id === id),
          prepare: (bank) => bank.variations.set(['payments-without-expected-dates']),
        },
      )

      expect(redsOf(result).map(lineOf)).toEqual([])
      expect(result.verdicts.cases.map(({ outcome }) => outcome)).not.toContain('could-not-run')
    },
    300_000,
  )
})
