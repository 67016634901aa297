/**
 * Date-times with the offset of Bahrain.
 *
 * @module
 */
import type { ClockForm } from '../cases/case.js'

const bahrainMillis = 3 * 60 * 60_000

const endings = {
  offset: '+03:00',
  noColon: '+0300',
  noZone: '',
  zulu: 'Z',
  otherZone: '-05:00',
} as const satisfies Record<Exclude<ClockForm, 'date'>, string>

/** Milliseconds since 1970 as a date-time in whole seconds, or as the date alone. */
export function toDateTime(millis: number, form: ClockForm): string {
  const local = new Date(form === 'zulu' ? millis : millis + bahrainMillis).toISOString()
  return form === 'date' ? local.slice(0, 10) : local.slice(0, 19) + endings[form]
}

/**
 * A date-time of an answer in the form of a query parameter: its local time without the offset, shifted by milliseconds.
 *
 * @returns `undefined` when the value is no date-time
 */
export function toQueryDate(value: unknown, shiftMillis: number): string | undefined {
  const [, hour] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:?\d\d)?$/i.exec(String(value)) ?? []
  const at = hour === undefined ? Number.NaN : Date.parse(`${hour}Z`)
  return Number.isNaN(at) ? undefined : new Date(at + shiftMillis).toISOString().slice(0, -1)
}
