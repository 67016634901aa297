/**
 * Converts text and JSON to what PostgreSQL can store, and back.
 *
 * JavaScript's strings may have NUL characters and halves of surrogate pairs; PostgreSQL's have neither. Such a
 * character is kept as U+001A and its four hexadecimal digits, and so is U+001A itself, so that different strings
 * stay different.
 *
 * @module
 */

/** A string as a value of type text. */
export function toText(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return value.replace(/[\0\x1a]|\p{Surrogate}/gu, (character) => `\x1a${hex(character.charCodeAt(0))}`)
}

/** The string of a value of type text. */
export function fromText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return text.replace(/\x1a([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** A value as text of type jsonb. */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\u(?:0000|001a|d[89a-f])/.test(json)) return json
  return json.replace(/\\(?:u(0000|001a|d[89a-f][0-9a-f]{2})|.)/g, (escaped, digits?: string) =>
    digits === undefined ? escaped : `\\u001a${digits}`,
  )
}

/** The value of a text of type jsonb. */
export function fromJson(json: string): unknown {
  if (!json.includes('\\u001a')) return JSON.parse(json)
  return JSON.parse(
    json.replace(/\\(?:u001a([0-9a-f]{4})|.)/g, (escaped, digits?: string) =>
      digits === undefined ? escaped : `\\u${digits}`,
    ),
  )
}

/** An id as bytes in the order in which JavaScript compares strings: by UTF-16 code unit. */
export function toPlace(id: string): Buffer {
  return Buffer.from(id, 'utf16le').swap16()
}

const hex = (unit: number) => unit.toString(16).padStart(4, '0')
