/**
 * The days on which the bank settles: Sunday to Thursday, without bank holidays. Days are counted from 1970-01-01, as in
 * `fixtures/calendar.ts`.
 *
 * @module
 */
import { startOfBankDay } from '#fixtures/calendar.js'
import type { RailSettings, TimeOfDay } from './settings.js'

type Holidays = Pick<RailSettings, 'bankHolidays'>

const friday = 5

/** True on Sunday to Thursday, unless it is a bank holiday. */
export function isBankDay(day: number, { bankHolidays }: Holidays): boolean {
  if (weekdayOf(day) >= friday) return false
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
  return !bankHolidays.includes(date) && !bankHolidays.includes(date.slice(5))
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7

/** The day itself, or the first bank day after it. */
export function bankDayAtOrAfter(day: number, holidays: Holidays): number {
  // a year of holidays is no bank: the search ends
  for (let each = day; each < day + 400; each += 1) if (isBankDay(each, holidays)) return each
  return day
}

/** Currencies whose banks rest on Friday and Saturday, as those of Bahrain; the others rest on Saturday and Sunday. */
const fridayCurrencies: readonly string[] = ['BHD', 'KWD', 'OMR', 'QAR', 'SAR']

/** True when money of a currency can arrive: no day of rest of its own banks, and a bank day here. */
function isValueDay(day: number, currency: string, holidays: Holidays): boolean {
  return isBankDay(day, holidays) && (fridayCurrencies.includes(currency) || weekdayOf(day) !== 0)
}

/** The value date: so many days on which the banks of both sides work after a day. */
export function valueDayAfter(day: number, days: number, currency: string, holidays: Holidays): number {
  let [left, each] = [days, day]
  // a year of holidays is no bank: the search ends
  while (left > 0 && each < day + 400) {
    each += 1
    if (isValueDay(each, currency, holidays)) left -= 1
  }
  return each
}

/** The instant of a time of a bank day. */
export function instantOn(day: number, time: TimeOfDay): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return startOfBankDay(day) + (hours * 60 + minutes) * 60_000
}
