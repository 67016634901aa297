/**
 * What differs between two JSON values, by value: the order of keys says nothing. FACTS 8, "Rules common to all families".
 *
 * @module
 */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Paths below `path` at which the values differ, as error details write them; at most `most`. */
export function differences(first: unknown, second: unknown, path: string, most = 20): string[] {
  if (most <= 0 || first === second) return []
  if (!isObject(first) || !isObject(second) || Array.isArray(first) !== Array.isArray(second)) return [path]
  const found: string[] = []
  for (const name of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const place = Array.isArray(first) ? `${path}[${name}]` : `${path}.${name}`
    const isInBoth = Object.hasOwn(first, name) && Object.hasOwn(second, name)
    found.push(...(isInBoth ? differences(first[name], second[name], place, most - found.length) : [place]))
    if (found.length >= most) break
  }
  return found
}
