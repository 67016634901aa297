/**
 * The outcome of a case or run from those of its parts.
 *
 * @module
 */
import type { Outcome } from './verdict.js'

/** In order of precedence: a case, or a wire check, has the first outcome that any of its checks has. */
export const outcomesByWeight = [
  'suite-error',
  'fail',
  'could-not-run',
  'warn',
  'needs-review',
  'info',
  'waived',
  'pass',
  'not-applicable',
] as const satisfies readonly Outcome[]

/** The outcome of the whole; `could-not-run` for no outcome at all, which is never a pass. */
export function overall(outcomes: Iterable<Outcome>): Outcome {
  const set = new Set(outcomes)
  return outcomesByWeight.find((each) => set.has(each)) ?? 'could-not-run'
}

/** How many there are of each outcome. */
export function count(outcomes: readonly Outcome[]): Readonly<Record<Outcome, number>> {
  const counts = Object.fromEntries(outcomesByWeight.map((each) => [each, 0])) as Record<Outcome, number>
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}
