/**
 * Reads JSON that a stranger has sent: nested and large within bounds, so that nothing that walks through it runs out of stack or memory.
 *
 * @module
 */

/** The deepest body of the standard has eight levels. */
const deepest = 64

/** How many values one body may have; a page of 1,000 transactions has about 40,000. */
const mostValues = 100_000

/** Why a text is not read: it is no JSON, or beyond measure. */
export type JsonReading = { readonly value: unknown } | { readonly problem: string }

export function readJsonText(text: string): JsonReading {
  const beyond = beyondMeasure(text)
  if (beyond !== undefined) return { problem: beyond }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: 'no JSON' }
  }
}

/** Walks through the text once: levels of brackets, and commas, outside strings. */
function beyondMeasure(text: string): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === comma) values += 1
    else if (character === brace || character === bracket) depth += 1
    else if (character === closingBrace || character === closingBracket) depth -= 1
    if (depth > deepest) return `JSON nested deeper than ${deepest} levels`
    if (values > mostValues) return `JSON with more than ${mostValues} values`
  }
  return undefined
}

const [quote, comma, brace, bracket, closingBrace, closingBracket, backslash] = [34, 44, 123, 91, 125, 93, 92]

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === backslash) at += 1
    else if (character === quote) return at
  }
  return text.length
}

/**
 * A name that comes twice in one object of a text, which a reader of JSON does not show: it takes one of the two. RFC 8259, section 4.
 *
 * @param value what the text holds
 */
export function repeatedName(text: string, value: unknown): string | undefined {
  return membersIn(text) === membersOf(value) ? undefined : firstRepeated(text)
}

const colon = 58

/** Each member of an object has one colon outside strings. */
function membersIn(text: string): number {
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === colon) members += 1
  }
  return members
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), own)
}

/** Walks through the text with the names of the objects that are open. */
function firstRepeated(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === brace) open.push(new Set())
    else if (character === bracket) open.push(undefined)
    else if (character === closingBrace || character === closingBracket) open.pop()
    if (character !== quote) continue
    const end = endOfString(text, at)
    const isName = text
      .slice(end + 1)
      .trimStart()
      .startsWith(':')
    const name = isName ? String(JSON.parse(text.slice(at, end + 1))) : ''
    const names = open.at(-1)
    if (isName && names?.has(name)) return name
    if (isName) names?.add(name)
    at = end
  }
  return undefined
}
