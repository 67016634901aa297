/**
 * A cause: one thing that is wrong, and everything in a run that did not pass because of it.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import type { Blame, Outcome } from './verdict.js'

export interface Cause {
  /** Who has to act. */
  readonly party: Blame
  /** What is wrong, in one line. */
  readonly title: string
  /** What to do about it, in one sentence. */
  readonly advice: string
  /** The rule of blame that found it; absent where an answer breaks a row of the ledger. */
  readonly rule?: string
  /** The most severe outcome among what follows. */
  readonly outcome: Outcome
  /** `seq` of the entries that show it, the first first; at most five. */
  readonly evidence: readonly number[]
  readonly proves: readonly RequirementId[]
  readonly pointer?: string
  readonly expected?: string
  readonly received?: string
  /** What follows from it: `AAC-001@1.0.0`, `WIR-content-type`. Each case and check is in one cause only. */
  readonly cases: readonly string[]
  readonly checks: readonly string[]
}
