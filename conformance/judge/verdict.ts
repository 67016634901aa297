/**
 * What the judge says, and who is to blame.
 *
 * @module
 */
import type { OperationId, RequirementId, Version } from '#standard/index.js'

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

/** One thing that was looked at. */
export interface CheckResult {
  /** `status`, `errorCode`, a matcher's name ... or the id of a wire check. */
  readonly check: string
  readonly outcome: Outcome
  readonly proves: readonly RequirementId[]
  /** `seq` of the transcript entries that were looked at. Never empty for a pass. */
  readonly evidence: readonly number[]
  /** Where in the answer: a JSON pointer or a header name. */
  readonly pointer?: string
  readonly expected?: string
  readonly received?: string
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
}

/** What a wire check found, over all exchanges: one finding, many places. */
export interface WireVerdict {
  /** `WIR-interaction-id-present`. */
  readonly check: string
  readonly title: string
  readonly outcome: Outcome
  readonly blame?: Blame
  /** How many exchanges it looked at. */
  readonly looked: number
  /** The findings, grouped; at most 20 places are kept and the rest counted. */
  readonly findings: readonly WireFinding[]
}

export interface WireFinding extends CheckResult {
  readonly operation?: OperationId
  readonly count: number
}

export interface Verdicts {
  readonly cases: readonly CaseVerdict[]
  readonly wire: readonly WireVerdict[]
  readonly counts: Readonly<Record<Outcome, number>>
  /** Complete when every planned case ran and nothing could not be run. */
  readonly complete: boolean
  readonly partial: boolean
  /** 0 clean, 1 failure, 2 configuration, 3 incomplete, 4 suite error, 5 stale or expired waiver. */
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 5
}
