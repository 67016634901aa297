/**
 * Instants as a PSU reads them: in words, in the time of Bahrain.
 *
 * @module
 */
import { type Html, html } from './html.js'
import type { Locale } from './page-frame.js'

/** Digits are 0 to 9 in both languages, like those of the account numbers beside them. */
const languageTags: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-BH-u-ca-gregory-nu-latn' }

const format = (locale: Locale) =>
  new Intl.DateTimeFormat(languageTags[locale], {
    timeZone: 'Asia/Bahrain',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

const dayFormat = (locale: Locale) =>
  new Intl.DateTimeFormat(languageTags[locale], {
    timeZone: 'Asia/Bahrain',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

const dayFormats: Readonly<Record<Locale, Intl.DateTimeFormat>> = { en: dayFormat('en'), ar: dayFormat('ar') }

/** The day of an instant in Bahrain. @param at milliseconds since 1970 */
export function day(locale: Locale, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${dayFormats[locale].format(at)}</time>`
}

const formats: Readonly<Record<Locale, Intl.DateTimeFormat>> = { en: format('en'), ar: format('ar') }

const weekdayFormat = (locale: Locale) =>
  new Intl.DateTimeFormat(languageTags[locale], { timeZone: 'UTC', weekday: 'long' })

const weekdayFormats: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: weekdayFormat('en'),
  ar: weekdayFormat('ar'),
}

/** The name of a day of the week. @param number 1 is Monday, 7 Sunday (ISO 8601) */
export function weekday(locale: Locale, number: number): string {
  // 1970-01-05 was a Monday
  return weekdayFormats[locale].format((number + 3) * 86_400_000)
}

/** Day and minute of an instant. @param at milliseconds since 1970, as every date-time of the standard has them. */
export function instant(locale: Locale, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${formats[locale].format(at)}</time>`
}
