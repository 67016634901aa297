/**
 * Patterns that select cases.
 *
 * @module
 */
import type { PlannedCase } from './planned-case.js'

/**
 * True when a pattern, with `*` for anything and case ignored, is the case's id, its id with version, its area, its operation, or a row
 * of the ledger that it proves.
 */
export function matchesPattern(pattern: string, { case: { id, operation, expect }, version }: PlannedCase): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const whole = new RegExp(`^${parts.join('.*')}$`, 'i')
  const rows = pattern.includes('-REQ-') || pattern.includes('-req-') ? expect.flatMap(({ proves }) => proves) : []
  return [id, `${id}@${version}`, id.split('-')[0] ?? id, operation, ...rows].some((name) => whole.test(name))
}
