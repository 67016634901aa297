/**
 * Whether an element of an order is as the message has it: its members, their order and number, and how their texts are
 * written. Every mistake at once.
 *
 * @module
 */
import { type Content, isDateTime, type Member, type TextContent, type TextKind } from '#standard/index.js'
import type { Mistakes } from './mistake.js'
import type { XmlElement } from './tree.js'

/** Checks an element and all below it. */
export function checkElement(element: XmlElement, content: Content, path: string, mistakes: Mistakes): void {
  if (content.kind === 'open') return
  checkAttributes(element, content, path, mistakes)
  if (content.kind === 'sequence' || content.kind === 'choice') checkMembers(element, content, path, mistakes)
  else checkText(element, content, path, mistakes)
}

/** An order has one attribute: the currency of an amount. */
function checkAttributes({ attributes }: XmlElement, { kind }: Content, path: string, mistakes: Mistakes): void {
  for (const name of Object.keys(attributes)) {
    const isKnown = name === 'xmlns' || name.startsWith('xmlns:') || name.startsWith('xsi:')
    if (!isKnown && !(kind === 'amount' && name === 'Ccy')) mistakes.add('unexpected', `${path}/@${name}`, 'nothing')
  }
}

type Members = Readonly<Record<string, Member>>

/** The members of an element, by name, with their places. */
interface Places {
  readonly names: readonly string[]
  readonly byName: ReadonlyMap<string, { readonly member: Member; readonly position: number }>
  readonly needed: readonly { readonly name: string; readonly content: Content }[]
}

/** A file has the same few elements thousands of times. */
const known = new WeakMap<Members, Places>()

function placesOf(members: Members): Places {
  const found = known.get(members)
  if (found) return found
  const all = Object.entries(members)
  const places: Places = {
    names: all.map(([name]) => name),
    byName: new Map(all.map(([name, member], position) => [name, { member, position }])),
    needed: all.flatMap(([name, { least, content }]) => (least > 0 ? [{ name, content }] : [])),
  }
  known.set(members, places)
  return places
}

function checkMembers(
  { children, text }: XmlElement,
  { kind, members }: { readonly kind: 'sequence' | 'choice'; readonly members: Members },
  path: string,
  mistakes: Mistakes,
): void {
  if (text !== '') mistakes.add('unexpected', path, 'elements and no text', text)
  const { names, byName, needed } = placesOf(members)
  const counts = new Map<string, number>()
  let reached = 0
  for (const child of children) {
    const { member, position = -1 } = byName.get(child.name) ?? {}
    const count = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, count)
    const place = `${path}/${child.name}${member && member.most > 1 ? `[${count}]` : ''}`
    if (!member || count > member.most) mistakes.add('unexpected', place, `nothing more of this name`)
    else if (kind === 'sequence' && position < reached) {
      mistakes.add('unexpected', place, `this element before ${names[reached]}`)
    } else checkElement(child, member.content, place, mistakes)
    reached = Math.max(reached, position)
  }
  if (kind === 'choice') {
    if (counts.size !== 1)
      mistakes.add(counts.size === 0 ? 'missing' : 'unexpected', path, `one of ${names.join(', ')}`)
    return
  }
  for (const { name, content } of needed) {
    if (!counts.has(name)) mistakes.add('missing', `${path}/${name}`, inWords(content))
  }
}

function checkText(element: XmlElement, content: TextContent, path: string, mistakes: Mistakes): void {
  const { text, children, attributes } = element
  const [child] = children
  if (child) mistakes.add('unexpected', `${path}/${child.name}`, 'a text and no elements')
  else if (!isWritten(text, content)) {
    const isDate = content.kind === 'date' || content.kind === 'dateTime'
    mistakes.add(isDate ? 'date' : 'invalid', path, inWords(content), text === '' ? 'nothing' : text)
  }
  if (content.kind !== 'amount') return
  const { Ccy } = attributes
  if (Ccy === undefined) mistakes.add('missing', `${path}/@Ccy`, 'a currency code of three letters')
  else if (!/^[A-Z]{3}$/.test(Ccy)) mistakes.add('invalid', `${path}/@Ccy`, 'a currency code of three letters', Ccy)
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?$/.test(text) && isDateTime(`${text.slice(0, 10)}T00:00:00Z`)

/** A date-time of XML Schema, whose offset may be left out. */
const isInstant = (text: string) =>
  /T\d\d:\d\d:\d\d/.test(text) && isDateTime(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)

/** How each kind of text is written. No expression has two parts next to each other that take the same character. */
const forms: Readonly<Record<TextKind, (text: string) => boolean>> = {
  text: () => true,
  digits: (text) => /^\d{1,15}$/.test(text),
  decimal: (text) => isDecimal(text, 18, 17),
  amount: (text) => isDecimal(text, 18, 5),
  boolean: (text) => /^(?:true|false|1|0)$/.test(text),
  date: isDay,
  dateTime: isInstant,
  iban: (text) => /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/.test(text),
  uuid: (text) => /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/.test(text),
}

/** A number without a sign, of so many digits in all and so many of them after the point. */
function isDecimal(text: string, digits: number, fraction: number): boolean {
  const [, whole, after = ''] = /^(\d{1,18})(?:\.(\d{1,17}))?$/.exec(text) ?? []
  return whole !== undefined && whole.length + after.length <= digits && after.length <= fraction
}

function isWritten(text: string, { kind, longest, values }: TextContent): boolean {
  if (text === '' || (longest !== undefined && text.length > longest)) return false
  return (values === undefined || values.includes(text)) && forms[kind](text)
}

const words: Readonly<Record<TextKind, string>> = {
  text: 'a text',
  digits: '1 to 15 digits',
  decimal: 'a number of at most 18 digits, without a sign',
  amount: 'an amount of at most 18 digits, 5 of them after the point',
  boolean: 'true or false',
  date: 'a date such as 2030-01-15',
  dateTime: 'a date and a time such as 2030-01-15T09:00:00+03:00',
  iban: 'an IBAN in capital letters without blanks',
  uuid: 'a UUID of version 4',
}

function inWords(content: Content): string {
  if (content.kind === 'open' || content.kind === 'sequence' || content.kind === 'choice') return 'this element'
  const { kind, longest, values } = content
  if (values) return `one of ${values.join(', ')}`
  return longest === undefined ? words[kind] : `${words[kind]} of 1 to ${longest} characters`
}
