/**
 * The strict formats of the standard, registered once with TypeBox. No library's loose `date-time` is used anywhere.
 *
 * @module
 */
import { FormatRegistry } from '@sinclair/typebox'
import { countrySpecs, isValidIBAN } from 'ibantools'

const dateTimePattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(Z|([+-])(\d{2}):(\d{2}))$/i

/**
 * RFC 3339 date-time: seconds, any fraction, and `Z` or an offset with a colon. `t` and `z` may be lower case, as RFC
 * 3339 section 5.6 allows. Dates that are not in the calendar and hour 24 are refused, and so is second 60 anywhere
 * but in the last minute (UTC) of a June or a December, where a leap second can be.
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
  const [offsetHours, offsetMinutes] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)]
  const inRange =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60 &&
    offsetHours <= 23 &&
    offsetMinutes <= 59
  if (!inRange || second < 60) return inRange
  const offset = (offsetHours * 60 + offsetMinutes) * (parts[9] === '-' ? -1 : 1)
  return canHoldLeapSecond(new Date(Date.UTC(year, month - 1, day, hour, minute - offset)))
}

/** The calendar repeats every 400 years; `Date.UTC` reads years below 100 as 1900 to 1999. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

const canHoldLeapSecond = (minute: Date) => /-(06-30|12-31)T23:59:/.test(minute.toISOString())

/** `+0300` as `+03:00`. */
const withColon = (value: string) => value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')

/** As {@link isDateTime}, and the offset may lack its colon, as public 0.0.1 requests have it. FACTS 1. */
export function isDateTimeOfV0(value: string): boolean {
  return isDateTime(withColon(value))
}

/**
 * Milliseconds since 1970 of a value that passed {@link isDateTime} or {@link isDateTimeOfV0}. A leap second is the
 * same instant as the second after it.
 */
export function parseDateTime(value: string): number {
  const instant = Date.parse(withColon(value).toUpperCase().replace(':60', ':59'))
  return value.includes(':60') ? instant + 1000 : instant
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** RFC 4122 UUID in its hyphenated form, letters of either case. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value)
}

const uriCharacter = "(?:[\\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})"
const uriAuthority = `//(?:${uriCharacter}|\\[[\\da-f:.]+\\])*`
const uriPattern = new RegExp(
  `^[a-z][a-z\\d+.-]*:(?:${uriAuthority}(?:/(?:${uriCharacter}|/)*)?|(?!//)(?:${uriCharacter}|/)+)` +
    `(?:\\?(?:${uriCharacter}|[/?])*)?(?:#(?:${uriCharacter}|[/?])*)?$`,
  'i',
)

/** RFC 3986 URI: absolute, with a scheme, and a host where the scheme is http or https. Never a relative reference. */
export function isUri(value: string): boolean {
  if (!uriPattern.test(value) || !URL.canParse(value)) return false
  return !/^https?:/i.test(value) || /^https?:\/\/[^/?#]/i.test(value)
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
 * IBAN in electronic form (upper case, no blanks) of a country in the registry, its length and mod-97 right, and check
 * digits from 02 to 98: 00, 01 and 99 can satisfy mod-97 and are never issued.
 */
export function isIban(value: string): boolean {
  return isValidIBAN(value)
}

/** What an IBAN has to be that this text is not; `undefined` for an IBAN. */
export function ibanShortfall(value: string): string | undefined {
  if (isIban(value)) return undefined
  if (/\s/.test(value)) return 'without blanks'
  if (/[a-z]/.test(value)) return 'in upper case'
  const country = value.slice(0, 2)
  const length = countrySpecs[country]?.chars
  if (typeof length !== 'number') return 'of a country that has IBANs'
  if (value.length !== length) return `of ${length} characters, as ${country} has (${value.length} came)`
  return 'with the right check digits'
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
