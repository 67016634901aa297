/**
 * The verdicts of the judge: outcomes, findings and who is to blame.
 *
 * @module
 */

import type { OperationId, RequirementId, Version } from '#standard/index.js'
import type { Unclaimed } from '../profile/mandatory.js'
import type { Shard } from '../transcript/entry.js'
import type { Cause } from './cause.js'

export type Outcome =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'info'
  | 'not-applicable'
  | 'could-not-run'
  | 'needs-review'
  | 'suite-error'
  | 'waived'

export type Blame = 'bank' | 'config' | 'suite' | 'network' | 'spec-gap'

/** The result of one check. */
export interface CheckResult {
  /** `status`, `errorCode`, a matcher's name ... or the id of a wire check. */
  readonly check: string
  readonly outcome: Outcome
  readonly proves: readonly RequirementId[]
  /** `seq` of the transcript entries that the check looked at. Never empty for a pass. */
  readonly evidence: readonly number[]
  /** Where in the answer: a JSON pointer or a header name. */
  readonly pointer?: string
  readonly expected?: string
  readonly received?: string
  /** Set on every outcome but pass. */
  readonly blame?: Blame
  /** Why it could not be checked or does not apply. */
  readonly reason?: string
}

export interface CaseVerdict {
  readonly case: string
  readonly version: Version
  readonly title: string
  readonly operation: OperationId
  readonly outcome: Outcome
  /** Set on every outcome but pass. */
  readonly blame?: Blame
  /** Why, when no check says it: `no browser found`. */
  readonly reason?: string
  readonly checks: readonly CheckResult[]
  readonly millis: number
  /** Set when the outcome is `waived`: the known failure it is. */
  readonly waiver?: { readonly reason: string; readonly until: string }
}

/** The verdict of a wire check over all exchanges. */
export interface WireVerdict {
  /** `WIR-interaction-id-present`. */
  readonly check: string
  readonly title: string
  /** `tpp`: it checks the suite's own requests; a finding is a `suite-error`. Default `bank`. */
  readonly judges?: 'bank' | 'tpp'
  /** `not-applicable` when the transcript has nothing for it to look at. */
  readonly outcome: Outcome
  readonly blame?: Blame
  readonly waiver?: { readonly reason: string; readonly until: string }
  /** How many exchanges it looked at. */
  readonly looked: number
  readonly findings: readonly WireFinding[]
}

/** Equal findings of many exchanges: `evidence` keeps the first 20, `count` has them all. */
export interface WireFinding extends CheckResult {
  /** Set when all of them are of one operation. */
  readonly operation?: OperationId
  readonly count: number
}

/** A waiver that no longer waives anything. */
export interface StaleWaiver {
  /** Case id or wire check id. */
  readonly case: string
  readonly version?: Version
  /** `expired`: its date has passed. `passes`: what it waived passes now. `unknown`: it names no case or check. */
  readonly why: 'expired' | 'passes' | 'unknown'
  readonly until: string
}

export interface Verdicts {
  readonly cases: readonly CaseVerdict[]
  readonly wire: readonly WireVerdict[]
  /** Cases by outcome; wire checks are not among them. */
  readonly counts: Readonly<Record<Outcome, number>>
  /** Complete when at least one case was planned, every planned case ran and nothing could not be run. */
  readonly complete: boolean
  readonly partial: boolean
  /** Which part of the plan was run, of how many: such a run is never clean. */
  readonly shard?: Shard
  /** Mandatory operations that the profile leaves out of families that it claims: such a run is not clean. */
  readonly unclaimed?: readonly Unclaimed[]
  /** What explains everything that failed or could not run; those that explain most first. */
  readonly causes: readonly Cause[]
  /** Waivers to remove from the profile. */
  readonly staleWaivers?: readonly StaleWaiver[]
  /**
   * 0 clean, 1 failure, 2 configuration, 3 incomplete, 4 suite error, 5 stale or expired waiver. Where several apply:
   * 4 (no verdict can be trusted), then 1, then 5, then 2, then 3.
   */
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 5
}
