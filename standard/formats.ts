/**
 * The strict formats of the standard, registered once with TypeBox. No library's loose `date-time` is used anywhere.
 *
 * @module
 */
import { FormatRegistry } from '@sinclair/typebox'
import { isValidIBAN } from 'ibantools'

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(Z|[+-](\d{2}):(\d{2}))$/

/**
 * RFC 3339 date-time with an upper-case `T`, seconds, and `Z` or an offset with a colon. Dates that are not in the
 * calendar, hour 24 and leap seconds are refused.
 */
export function isDateTime(value: string): boolean {
  const parts = dateTimePattern.exec(value)
  if (!parts) return false
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const daysInMonth = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    Number(parts[9] ?? 0) <= 23 &&
    Number(parts[10] ?? 0) <= 59
  )
}

/** As {@link isDateTime}, and the offset may lack its colon, as public 0.0.1 requests have it. FACTS 1. */
export function isDateTimeOfV0(value: string): boolean {
  return isDateTime(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
}

/** Milliseconds since 1970 of a value that passed {@link isDateTime} or {@link isDateTimeOfV0}. */
export function parseDateTime(value: string): number {
  return Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** RFC 4122 UUID in its hyphenated form, letters of either case. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value)
}

/** RFC 3986 URI: absolute, with a scheme, an authority where the scheme has one, and no blanks or stray percent signs. */
export function isUri(value: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(value) || /%(?![0-9a-f]{2})/i.test(value)) return false
  return URL.canParse(value)
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const httpDatePattern = /^([A-Z][a-z]{2}), (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (GMT|UTC)$/

/** RFC 7231 full date with the right day name, ending in GMT or, as the source document allows, UTC. */
export function isHttpDate(value: string): boolean {
  const parts = httpDatePattern.exec(value)
  if (!parts) return false
  const month = monthNames.indexOf(parts[3] as string)
  const [day, year, hour, minute, second] = [parts[2], parts[4], parts[5], parts[6], parts[7]].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(year, month, day))
  date.setUTCFullYear(year)
  return (
    month >= 0 &&
    date.getUTCDate() === day &&
    date.getUTCMonth() === month &&
    dayNames[date.getUTCDay()] === parts[1] &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60
  )
}

/**
 * IBAN in electronic form of a country in the registry, its length and mod-97 right, and check digits from 02 to 98
 * (00, 01 and 99 can satisfy mod-97 and are never issued).
 */
export function isIban(value: string): boolean {
  return !/^..(00|01|99)/.test(value) && isValidIBAN(value)
}

/** A decimal amount as a string: 1 to 13 digits and up to 5 of fraction, never a sign. FACTS 1. */
export function isAmount(value: string): boolean {
  return /^\d{1,13}(\.\d{1,5})?$/.test(value)
}

/** Every format name a schema of the standard may use. */
export const formats = {
  'date-time': isDateTime,
  'date-time-v0': isDateTimeOfV0,
  uuid: isUuid,
  uri: isUri,
  'http-date': isHttpDate,
  iban: isIban,
  amount: isAmount,
} as const satisfies Record<string, (value: string) => boolean>

export type FormatName = keyof typeof formats

/** Formats whose failure is a bad date rather than a bad value. */
export const dateFormats: readonly string[] = ['date-time', 'date-time-v0'] satisfies FormatName[]

for (const [name, check] of Object.entries(formats)) FormatRegistry.Set(name, check)
