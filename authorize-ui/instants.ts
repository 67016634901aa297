/**
 * Instants as a PSU reads them: in words, in the time of Bahrain.
 *
 * @module
 */
import { type Html, html } from './html.js'
import type { Locale } from './page-frame.js'

/** Digits are 0 to 9 in both languages, like those of the account numbers beside them. */
const languageTags: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-BH-u-ca-gregory-nu-latn' }

/** For each language, made when it is first used: to make one takes milliseconds, which a start need not wait for. */
function inEach(options: Intl.DateTimeFormatOptions): (locale: Locale) => Intl.DateTimeFormat {
  const made: Partial<Record<Locale, Intl.DateTimeFormat>> = {}
  return (locale) => (made[locale] ??= new Intl.DateTimeFormat(languageTags[locale], options))
}

const dayFormat = inEach({
  timeZone: 'Asia/Bahrain',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** The day of an instant in Bahrain. @param at milliseconds since 1970 */
export function day(locale: Locale, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${dayFormat(locale).format(at)}</time>`
}

const weekdayFormat = inEach({ timeZone: 'UTC', weekday: 'long' })

/** The name of a day of the week. @param number 1 is Monday, 7 Sunday (ISO 8601) */
export function weekday(locale: Locale, number: number): string {
  // 1970-01-05 was a Monday
  return weekdayFormat(locale).format((number + 3) * 86_400_000)
}

const instantFormat = inEach({
  timeZone: 'Asia/Bahrain',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Day and minute of an instant. @param at milliseconds since 1970, as every date-time of the standard has them. */
export function instant(locale: Locale, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${instantFormat(locale).format(at)}</time>`
}
