/**
 * Makes text that came from a bank safe to print: nothing a bank sent reaches a terminal or a file without it.
 *
 * Escape codes can repaint a terminal, direction marks can swap what a reader sees, and lone surrogates make XML
 * invalid. All of them are replaced by their escape sequence as text (`\u001b`): visible and without effect.
 *
 * @module
 */

/** Controls, invisible format and direction marks, lone surrogates, line separators, noncharacters. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** The same without tab and line feed, for text of several lines. */
const harmfulInBlock = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Longest value a report prints on one line, in characters. */
export const longestLine = 500

const shortForms: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function written(character: string): string {
  const short = shortForms[character]
  if (short) return short
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
}

/**
 * One printable line of at most `longest` characters. Idempotent.
 *
 * @param longest Longer text is cut and its full length noted. Default {@link longestLine}.
 */
export function clean(text: string, longest = longestLine): string {
  const line = text.slice(0, longest + 1).replace(harmful, written)
  if (text.length <= longest && line.length <= longest) return line
  const note = `… (${text.length} characters)`
  return line.slice(0, Math.max(0, longest - note.length)).replace(/[\ud800-\udbff]$/, '') + note
}

/** Text of several lines with line feeds and tabs kept. Not cut: see {@link cut}. */
export function cleanBlock(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(harmfulInBlock, written)
}

/** The first `longest` characters, and how many more there were. */
export function cut(text: string, longest: number): { readonly text: string; readonly more: number } {
  if (text.length <= longest) return { text, more: 0 }
  const kept = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  return { text: kept, more: text.length - kept.length }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and quoted attributes of HTML and XML: no character of the text is markup, none is illegal. */
export function escapeMarkup(text: string): string {
  return cleanBlock(text).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * A value as JSON on one line in which every harmful character is an escape. The value is unchanged, and so
 * are hashes of it.
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(harmfulInBlock, (character) =>
    character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** A copy of plain data with every string made printable by {@link clean}. */
export function cleanTexts<T>(data: T): T
export function cleanTexts(data: unknown): unknown {
  if (typeof data === 'string') return clean(data)
  if (Array.isArray(data)) return data.map((item) => cleanTexts(item))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, member]) => [name, cleanTexts(member)]))
}
