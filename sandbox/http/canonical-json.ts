/**
 * JSON with the names of every object in order: two values that differ in whitespace or in the order of names alone are
 * the same text.
 *
 * @module
 */

/** The canonical text of a parsed body, which is nested as deeply as `body.ts` allows. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).sort()
  const members = names.map(
    (name) => `${JSON.stringify(name)}:${canonicalJson((value as Readonly<Record<string, unknown>>)[name])}`,
  )
  return `{${members.join()}}`
}
