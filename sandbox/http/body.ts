/**
 * Parses and validates JSON bodies.
 *
 * @module
 */

import type { TSchema } from '@sinclair/typebox'
import {
  dateFormats,
  firstProblems,
  type Problem,
  type RequirementId,
  rowsOfProblem,
  type UnsupportedCode,
} from '#standard/index.js'
import { mostProblems, problem, problemsLeftOut, type Reason, refusal } from './api-error.js'
import type { ProblemName } from './refusals/conditions.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How deep arrays and objects may be nested. Bodies of the standard need less than ten levels. */
const deepestNesting = 64

/**
 * The JSON object in the bytes.
 *
 * @throws {ApiError} 400 Resource.InvalidFormat when they are not a JSON object in UTF-8, or are nested too deeply
 */
export function parseJson(bytes: unknown): unknown {
  const parsed = parse(bytes, 'bodyNotJson')
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw refusal('bodyNotJson')
  return parsed
}

/** The JSON array in the bytes. @throws {ApiError} as {@link parseJson} */
export function parseJsonArray(bytes: unknown): readonly unknown[] {
  const parsed = parse(bytes, 'bodyNotJsonArray')
  if (!Array.isArray(parsed)) throw refusal('bodyNotJsonArray')
  return parsed
}

function parse(bytes: unknown, otherwise: ProblemName & `bodyNotJson${string}`): unknown {
  try {
    const text = Buffer.isBuffer(bytes) ? utf8.decode(bytes) : ''
    return isNestedDeeper(text, deepestNesting) ? undefined : JSON.parse(text)
  } catch (cause) {
    throw refusal(otherwise, { cause })
  }
}

/** Whether a JSON text is nested deeper than `deepest`. Looks at each character once, whatever the text is. */
function isNestedDeeper(text: string, deepest: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (isInString) {
      if (character === code.backslash) at += 1
      else if (character === code.quote) isInString = false
    } else if (character === code.quote) isInString = true
    else if (character === code.openBracket || character === code.openBrace) {
      depth += 1
      if (depth > deepest) return true
    } else if (character === code.closeBracket || character === code.closeBrace) depth -= 1
  }
  return false
}

const code = { quote: 0x22, backslash: 0x5c, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d }

/**
 * The problems a schema finds in the body, as details of an error response. FACTS 3.3. Of many, the first 100 and one
 * that says how many more there are (decision 0058).
 *
 * @param speaks whether a row of the ledger applies to the request; the first such row named at the field in the
 *   schema replaces the general row
 */
export function schemaProblems(
  schema: TSchema,
  body: unknown,
  speaks: (id: RequirementId) => boolean = () => false,
): Reason[] {
  const { problems, more } = firstProblems(schema, body, mostProblems)
  const reasons = problems.map((found) => {
    const general = problem(conditionOf(found), found)
    if (found.unsupported) return { ...general, row: rowOfUnsupported(general, speaks) }
    const [row] = rowsOfProblem(schema, found, general.row as RequirementId, speaks)
    return { ...general, ...(row && { row }) }
  })
  return more === 0 ? reasons : [...reasons, problemsLeftOut(more)]
}

/** The conditions of values that are well formed and not supported. */
const unsupported: Partial<Record<UnsupportedCode, 'instrumentUnsupported' | 'schemeUnsupported'>> = {
  'Unsupported.LocalInstrument': 'instrumentUnsupported',
  'Unsupported.Scheme': 'schemeUnsupported',
}

/** A row about one family alone, where there is one. */
const rowOfUnsupported = ({ row }: Reason, speaks: (id: RequirementId) => boolean): RequirementId =>
  row === 'ERR-REQ-520' && speaks('FDC-REQ-060') ? 'FDC-REQ-060' : (row as RequirementId)

function conditionOf({ kind, format, unsupported: code }: Problem) {
  const named = code && unsupported[code]
  if (named) return named
  if (kind === 'missing') return 'fieldMissing'
  if (kind === 'unexpected') return 'fieldUnexpected'
  return kind === 'format' && dateFormats.includes(format ?? '') ? 'dateInvalid' : 'fieldInvalid'
}
