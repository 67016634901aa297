/**
 * Which rows of the ledger the cases try on which operations. A row about an operation counts as tried when an expectation
 * that proves it looks at an answer of this operation, and not when it looks at an answer of another.
 *
 * @module
 */
import { concerns, judgedOperations, type OperationId, type RequirementId, requirement } from '#standard/index.js'
import type { Case, Expectation } from './case.js'

/** Operations that each row is tried on. */
export type Tried = ReadonlyMap<RequirementId, ReadonlySet<OperationId>>

/** The judged operations that a row speaks of. */
export function operationsOf(id: RequirementId): readonly OperationId[] {
  return judgedOperations.filter((each) => concerns(requirement(id), each))
}

/** The operations that the steps of a case call. */
export function calledBy({ steps }: Case): readonly OperationId[] {
  return steps.flatMap((step) => ('call' in step ? [step.call] : 'notified' in step ? ['notifyEvent' as const] : []))
}

/** What the expectations of these cases try. */
export function triedBy(cases: readonly Case[]): Tried {
  const tried = new Map<RequirementId, Set<OperationId>>()
  for (const one of cases) {
    for (const expectation of one.expect) {
      for (const row of [expectation.proves].flat() as RequirementId[]) {
        const seen = tried.get(row) ?? new Set()
        tried.set(row, seen)
        for (const id of lookedAt(one, expectation)) if (concerns(requirement(row), id)) seen.add(id)
      }
    }
  }
  return tried
}

/**
 * The operations whose answers an expectation looks at: that of its step; all that the case calls, for a matcher that
 * compares answers; and the operation that the case is about, if it calls it, for what that has brought about. Tokens and
 * redirects are of no operation: what is found there holds for all.
 */
function lookedAt(one: Case, expectation: Expectation): readonly OperationId[] {
  const step = one.steps[expectation.step ?? one.steps.length - 1]
  const called = calledBy(one)
  if (step && 'notified' in step) return ['notifyEvent']
  if (!step || !('call' in step)) return judgedOperations
  if ('matches' in expectation && expectation.with) return called
  return called.includes(one.operation) ? [step.call, one.operation] : [step.call]
}
