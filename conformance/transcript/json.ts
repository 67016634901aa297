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
