/**
 * The type of a fault: one named deviation from the standard, and what it changes.
 *
 * @module
 */
import type { EditedAnswer, EditPhase, EditScene } from '../http/edits.js'
import type { Exchange } from '../http/exchange.js'
import type { StepName } from '../http/pipeline.js'
import type { TokenAnswer } from '../identity/edits.js'
import type { Rules } from '../tenants/tenant.js'

export interface Fault {
  /** What the bank does wrong, in one line. */
  readonly title: string
  /** The public report it comes from: `openbankingspace/tpp-issues #53`. */
  readonly source?: string
  /** Steps of the pipeline that are left out. */
  readonly skips?: readonly StepName[]
  /** The exchanges for which steps are left out. */
  readonly skipsFor?: (exchange: Exchange) => boolean
  /** Rules it replaces, given the rules of a bank without it. */
  readonly replaces?: (rules: Rules) => Partial<Rules>
  /** Changes an answer of the API. */
  readonly alter?: (answer: EditedAnswer, scene: EditScene) => EditedAnswer
  /** When the answer is changed: before it is signed (the default) or after. */
  readonly phase?: EditPhase
  /** Changes the address the PSU is sent back to. */
  readonly redirect?: (location: URL) => void
  /** Changes the discovery document. */
  readonly discovery?: (document: Record<string, unknown>) => void
  /** Changes an answer of the token endpoint. */
  readonly token?: (answer: TokenAnswer) => void
}
