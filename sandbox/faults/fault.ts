/**
 * What changes a bank on purpose, and the type of a fault: one named deviation from the standard.
 *
 * @module
 */
import type { EditedAnswer, EditPhase, EditScene } from '../http/edits.js'
import type { Exchange } from '../http/exchange.js'
import type { StepName } from '../http/pipeline.js'
import type { TokenAnswer } from '../identity/edits.js'
import type { Rules } from '../tenants/tenant.js'

/** What makes a bank another one than it is by itself: it replaces rules and edits answers. */
export interface Deviation {
  /** What the bank does, in one line. */
  readonly title: string
  /** Rules it replaces, given the rules of a bank without it. */
  readonly replaces?: (rules: Rules) => Partial<Rules>
  /** Changes an answer of the API. */
  readonly alter?: (answer: EditedAnswer, scene: EditScene) => EditedAnswer
  /** Changes the address the PSU is sent back to. */
  readonly redirect?: (location: URL) => void
  /** Changes the discovery document. */
  readonly discovery?: (document: Record<string, unknown>) => void
  /** Changes an answer of the token endpoint. */
  readonly token?: (answer: TokenAnswer) => void
}

export interface Fault extends Deviation {
  /** The public report it comes from: `openbankingspace/tpp-issues #53`. */
  readonly source?: string
  /** Steps of the pipeline that are left out. */
  readonly skips?: readonly StepName[]
  /** The exchanges for which steps are left out. */
  readonly skipsFor?: (exchange: Exchange) => boolean
  /** When the answer is changed: before it is signed (the default) or after. */
  readonly phase?: EditPhase
}
