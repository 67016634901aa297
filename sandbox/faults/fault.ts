/**
 * What changes a bank on purpose, and the type of a fault: one named deviation from the standard.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { EditedAnswer, EditPhase, EditScene } from '../http/edits.js'
import type { Exchange } from '../http/exchange.js'
import type { StepName } from '../http/pipeline.js'
import type { AnswerEdit } from '../identity/edits.js'
import type { Rules } from '../tenants/tenant.js'

/** Limits when a fault applies, and how far it goes. */
export interface FaultLimits {
  /** Only on paths with this prefix. */
  readonly path?: string
  /** Only on answers of this operation. */
  readonly operation?: OperationId
  /** Only on every n-th answer it would change, beginning with the n-th. */
  readonly every?: number
  /** Only on the n-th answer it would change, once. */
  readonly nth?: number
  /** With this probability, from 0 to 1; the same answers each time that it is switched on. */
  readonly probability?: number
  /** How late an answer is, in milliseconds. */
  readonly millis?: number
}

/** What makes a bank another one than it is by itself: it replaces rules and edits answers. */
export interface Deviation {
  /** What the bank does, in one line. */
  readonly title: string
  /** Rules it replaces, given the rules of a bank without it. */
  readonly replaces?: (rules: Rules) => Partial<Rules>
  /** Changes an answer of the API. */
  readonly alter?: (answer: EditedAnswer, scene: EditScene, limits?: FaultLimits) => EditedAnswer
  /** Changes the address the PSU is sent back to. */
  readonly redirect?: (location: URL) => void
  /** Changes the discovery document. */
  readonly discovery?: (document: Record<string, unknown>) => void
  /** Changes an answer of the token endpoint. */
  readonly token?: AnswerEdit
  /** Changes an answer to a pushed authorisation request. */
  readonly pushed?: AnswerEdit
  /** Changes the keys of the bank as they are published. */
  readonly keys?: AnswerEdit
  /** Changes an answer of the revocation endpoint. */
  readonly revocation?: AnswerEdit
  /** Changes an answer of the introspection endpoint. */
  readonly introspection?: AnswerEdit
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
  /** Its setting says how late an answer is. */
  readonly takesMillis?: true
}
