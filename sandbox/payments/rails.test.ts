import { expect, test } from 'vitest'
import { toBankDateTime } from '#fixtures/calendar.js'
import { futureDatedPlan, isAboveCeiling, plansOf, type RailPlan, railPlan } from './rails.js'
import { defaultPaymentSettings as settings } from './settings.js'

const at = (text: string) => Date.parse(`${text}:00+03:00`)

const shown = ({ cutOffAt, executionAt, settlementAt, isLate }: RailPlan) => ({
  ...(cutOffAt !== undefined && { cutOff: toBankDateTime(cutOffAt).slice(0, 16) }),
  execution: toBankDateTime(executionAt).slice(0, 16),
  settlement: toBankDateTime(settlementAt).slice(0, 16),
  isLate,
})

test.each(['2030-01-15T03:10', '2030-01-18T12:00', '2030-12-16T23:59'])(
  'NRT and BIL are executed at once on any day: %s',
  (received) => {
    const receivedAt = at(received)

    expect(railPlan('NRT', receivedAt, settings)).toEqual({
      executionAt: receivedAt,
      settlementAt: receivedAt + 2000,
      isLate: false,
    })
    expect(railPlan('BIL', receivedAt, settings)).toEqual({
      executionAt: receivedAt,
      settlementAt: receivedAt,
      isLate: false,
    })
  },
)

test.each([
  ['a Tuesday before the first cycle', '2030-01-15T03:00', '2030-01-15T09:00', false],
  ['at a cycle', '2030-01-15T09:00', '2030-01-15T09:00', false],
  ['after a cycle', '2030-01-15T09:01', '2030-01-15T12:00', false],
  ['in the last minute', '2030-01-15T13:59', '2030-01-15T14:30', false],
  ['at the cut-off', '2030-01-15T14:00', '2030-01-16T09:00', true],
  ['a Thursday evening', '2030-01-17T20:00', '2030-01-20T09:00', true],
  ['a Friday', '2030-01-18T10:00', '2030-01-20T09:00', true],
  ['a Saturday', '2030-01-19T10:00', '2030-01-20T09:00', true],
  ['a Sunday', '2030-01-20T10:00', '2030-01-20T12:00', false],
  ['a holiday of every year, before another', '2030-12-16T10:00', '2030-12-18T09:00', true],
])('DNS takes part in the next cycle: %s', (_, received, cycle, isLate) => {
  expect(shown(railPlan('DNS', at(received), settings))).toEqual({
    cutOff: `${cycle.slice(0, 10)}T14:00`,
    execution: cycle,
    settlement: cycle,
    isLate,
  })
})

test.each([
  ['for today, in the night, near real time', 'NRT', '2030-01-15T00:05', '2030-01-15T00:00', '2030-01-15T00:05'],
  ['for today, in the night, by cycles', 'DNS', '2030-01-15T00:05', '2030-01-15T00:00', '2030-01-15T09:00'],
  ['for today, in the evening', 'NRT', '2030-01-15T22:00', '2030-01-15T00:00', '2030-01-15T22:00'],
  ['for later today', 'NRT', '2030-01-15T09:00', '2030-01-15T15:00', '2030-01-15T15:00'],
  ['for tomorrow', 'NRT', '2030-01-15T22:00', '2030-01-16T00:00', '2030-01-16T08:00'],
] as const)('a payment of a file %s', (_, rail, received, requested, execution) => {
  const plan = plansOf(at(received), settings)({ rail, requestedAt: at(requested) })

  expect(shown(plan).execution).toBe(execution)
})

test('a holiday of one year moves the orders of that day alone', () => {
  const moon = { ...settings, bankHolidays: ['2030-02-04'] }

  expect(shown(railPlan('DNS', at('2030-02-04T10:00'), moon)).execution).toBe('2030-02-05T09:00')
  expect(shown(railPlan('DNS', at('2031-02-04T10:00'), moon)).execution).toBe('2031-02-04T12:00')
})

test.each([
  ['DNS', '2030-02-05T00:00', '2030-02-05T09:00'],
  ['DNS on a Friday', '2030-02-08T15:00', '2030-02-10T09:00'],
  ['BIL', '2030-02-08T15:00', '2030-02-08T08:00'],
  ['BIL later today', '2030-01-15T18:00', '2030-01-15T18:00'],
  ['DNS later today, after the cut-off', '2030-01-15T18:00', '2030-01-16T09:00'],
])('a future dated order is executed at the hour of its day: %s, %s', (name, requested, execution) => {
  const rail = name.slice(0, 3) as 'DNS' | 'BIL'
  const plan = futureDatedPlan(rail, { requestedAt: at(requested), receivedAt: at('2030-01-15T10:00') }, settings)

  expect(shown(plan)).toEqual({ cutOff: execution, execution, settlement: execution, isLate: false })
})

test('only NRT has a ceiling, and only where it is set', () => {
  const capped = { ...settings, nrtCeilingMinor: 1_000_000 }

  expect(isAboveCeiling('NRT', 1_000_000, capped)).toBe(false)
  expect(isAboveCeiling('NRT', 1_000_001, capped)).toBe(true)
  expect(isAboveCeiling('DNS', 1_000_001, capped)).toBe(false)
  expect(isAboveCeiling('NRT', 1_000_001, settings)).toBe(false)
})
