/**
 * How something that was seen is named in an adapter: by role and name where they are nobody's secret, or else by a selector.
 *
 * @module
 */
import { type PageElement, roles } from '../profile/page-adapter.js'
import type { Sight, Thing } from './act.js'

/** True for a text that belongs to one PSU: a credential, or a number such as that of an account. */
export type IsPersonal = (text: string) => boolean

/** @param secrets what must not be in a file, as a word or words of their own; one or two characters give nothing away */
export function personalBy(secrets: readonly string[]): IsPersonal {
  const isTold = tells(secrets)
  return (text) => /\p{Nd}{3}/u.test(text) || isTold(text)
}

/** True for a text in which one of these stands. */
export function tells(secrets: readonly string[]): IsPersonal {
  const known = secrets
    .filter((secret) => secret.length > 2)
    .map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (known.length === 0) return () => false
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])`, 'u')
  return (text) => pattern.test(text)
}

/** The name of something, where it may be told. */
export const nameIn = ({ name }: Thing, isPersonal: IsPersonal): string | undefined =>
  name !== undefined && !isPersonal(name) ? name : undefined

/** An element by role and name; `undefined` where it has none that may be told. */
export function byName(thing: Thing, isPersonal: IsPersonal): PageElement | undefined {
  const role = roles.find((each) => each === thing.role)
  const name = nameIn(thing, isPersonal)
  return role && name !== undefined ? { role, name } : undefined
}

export const elementFor = (thing: Thing, isPersonal: IsPersonal): PageElement =>
  byName(thing, isPersonal) ?? { selector: thing.selector }

/** What is pressed: a button by its name alone. */
export function pressedFor(thing: Thing, isPersonal: IsPersonal): string | PageElement {
  const element = elementFor(thing, isPersonal)
  return element.role === 'button' ? (element.name as string) : element
}

const refusing = /\b(reject|refuse|decline|deny|disagree|do not|don['’]t|no)\b|رفض|لا أوافق|لا اوافق/i
const leaving = /\b(cancel|leave|stop|quit|exit|abort|back to|return to)\b|إلغاء|الغاء|خروج|رجوع/i

/** Something that looks like refusing, or like leaving, by its words; those that fit best first. */
export const likely = (page: Sight, what: 'reject' | 'cancel', isPersonal: IsPersonal): Thing | undefined =>
  (what === 'reject' ? [refusing, leaving] : [leaving, refusing])
    .map((words) => page.presses.find((each) => words.test(nameIn(each, isPersonal) ?? '')))
    .find((each) => each !== undefined)

const agreeing =
  /\b(terms|conditions|agree|accept|read|understand|consent|confirm|privacy|policy)\b|شروط|أوافق|اوافق|قرأت|سياسة/i

/** True for a box that is no account: one that agrees to something, alone in its group. */
export const isAgreement = (box: Thing, { boxes }: Sight): boolean =>
  box.role !== 'radio' &&
  agreeing.test(box.name ?? '') &&
  (box.group === '' || boxes.filter(({ group }) => group === box.group).length === 1)
