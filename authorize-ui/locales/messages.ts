/**
 * The words of a page in the language of its PSU.
 *
 * @module
 */
import type { Locale } from '../page-frame.js'
import { ar } from './ar.js'
import { en } from './en.js'

/** Every language has the words of the English one: a missing or surplus key does not compile. */
export type Messages = typeof en

const messages: Readonly<Record<Locale, Messages>> = { en, ar }

/** The words in one language. */
export function messagesIn(locale: Locale): Messages {
  return messages[locale]
}
