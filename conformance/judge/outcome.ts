/**
 * Which outcome stands for several.
 *
 * @module
 */
import type { Outcome } from './verdict.js'

/** From what says most to what says least. A case, or a wire check, has the first that any of its checks has. */
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

/** The outcome of the whole; `could-not-run` of nothing at all, which is never a pass. */
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
