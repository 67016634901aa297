/**
 * The JSON body and everything that is wrong with it.
 *
 * @module
 */

import type { TSchema } from '@sinclair/typebox'
import { dateFormats, type ErrorCode, type ErrorDetail, findProblems, type Problem } from '#standard/index.js'
import { badRequest, problem } from './api-error.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How deep arrays and objects may be nested. Bodies of the standard need less than ten levels. */
const deepestNesting = 64

/**
 * Parses the bytes.
 *
 * @throws {ApiError} 400 Resource.InvalidFormat when they are not a JSON object in UTF-8, or one nested beyond all sense
 */
export function parseJson(bytes: unknown): unknown {
  try {
    const text = Buffer.isBuffer(bytes) ? utf8.decode(bytes) : ''
    const parsed: unknown = nesting(text) > deepestNesting ? undefined : JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // told below
  }
  throw badRequest([problem('Resource.InvalidFormat', 'the body must be a JSON object in UTF-8')])
}

/** How deep a JSON text is nested. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    if (token === ']' || token === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const codes: Readonly<Partial<Record<Problem['kind'], ErrorCode>>> = {
  missing: 'Field.Missing',
  unexpected: 'Field.Unexpected',
}

/** What the schema says of the body, in the terms of the error response. FACTS 3.3. */
export function schemaProblems(schema: TSchema, body: unknown): ErrorDetail[] {
  return findProblems(schema, body).map(({ kind, format, path, expected, received }) => {
    const isDate = kind === 'format' && dateFormats.includes(format ?? '')
    const code = codes[kind] ?? (isDate ? 'Field.InvalidDate' : 'Field.Invalid')
    const message =
      kind === 'unexpected' ? `${path} is not a property here` : `expected ${expected}, received ${received}`
    return problem(code, message, path)
  })
}
