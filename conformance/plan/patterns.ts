/**
 * Patterns that select cases.
 *
 * @module
 */
import type { PlannedCase } from './planned-case.js'

/** True when a pattern, with `*` for anything and case ignored, is the case's id, its id with version, or its operation. */
export function matchesPattern(pattern: string, { case: { id, operation }, version }: PlannedCase): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const whole = new RegExp(`^${parts.join('.*')}$`, 'i')
  return [id, `${id}@${version}`, operation].some((name) => whole.test(name))
}
