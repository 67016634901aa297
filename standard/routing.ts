/**
 * Which operation a method and a path belong to.
 *
 * @module
 */
import { type Method, type OperationId, operation, operationsOf } from './operations.js'
import type { Version } from './versions.js'

export interface PathMatch {
  /** The operations of the path, by method. Empty when no operation has the path. */
  readonly operations: Readonly<Partial<Record<Method, OperationId>>>
  /** Decoded path parameters: `{ ConsentId: '...' }`. */
  readonly parameters: Readonly<Record<string, string>>
}

const split = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

const patterns = new Map<OperationId, readonly string[]>()

function patternOf(id: OperationId): readonly string[] {
  const pattern = patterns.get(id) ?? split(operation(id).path)
  patterns.set(id, pattern)
  return pattern
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const nothing: PathMatch = { operations: {}, parameters: {} }

/**
 * The operations of `version` at a path relative to its base, with or without a trailing slash and a query.
 *
 * @param offered the operations to look among; default all of the version
 */
export function matchPath(
  version: Version,
  path: string,
  offered: readonly OperationId[] = operationsOf(version),
): PathMatch {
  const parts = split(path.split('?', 1)[0] as string)
  const found: Partial<Record<Method, OperationId>> = {}
  let parameters: Record<string, string> = {}
  for (const id of offered) {
    const row = operation(id)
    const pattern = patternOf(id)
    if (!row.versions.includes(version) || pattern.length !== parts.length) continue
    if (!pattern.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index]))) continue
    found[row.method] = id
    parameters = Object.fromEntries(
      pattern.flatMap((part, index) =>
        part.startsWith('{') ? [[part.slice(1, -1), decode(parts[index] as string)]] : [],
      ),
    )
  }
  return Object.keys(found).length === 0 ? nothing : { operations: found, parameters }
}
