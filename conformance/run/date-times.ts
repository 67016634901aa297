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
 * A date-time of an answer in the form of a query parameter: the time in Bahrain without an offset, shifted by milliseconds.
 * One in whole seconds is shifted by a second at least: what is behind it is not known.
 *
 * @returns `undefined` when the value is no date-time
 */
export function toQueryDate(value: unknown, shiftMillis: number): string | undefined {
  const [, second, fraction, offset = endings.offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i.exec(String(value)) ?? []
  const at = second === undefined ? Number.NaN : Date.parse(`${second}${fraction ?? ''}${offset}`)
  if (Number.isNaN(at)) return undefined
  const least = fraction === undefined ? 1000 : 1
  const shift = Math.sign(shiftMillis) * Math.max(Math.abs(shiftMillis), shiftMillis === 0 ? 0 : least)
  return new Date(at + bahrainMillis + shift).toISOString().slice(0, -1)
}
