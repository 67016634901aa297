/**
 * What a fault is: one named, one-purpose deviation from the standard, and where it takes hold.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { TextAnswer } from '../http/answer.js'
import type { Exchange } from '../http/exchange.js'
import type { StepName } from '../http/pipeline.js'

/** An answer, and how it is sent when it is sent badly. */
export interface FaultedAnswer extends Omit<TextAnswer, 'headers'> {
  /** A repeated header has several values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Sent a few bytes at a time. */
  readonly slow?: { readonly bytes: number; readonly everyMillis: number }
  /** Connection ended in the middle of the body. */
  readonly reset?: true
}

/** What a fault can see of the request it answers. */
export interface FaultScene {
  /** Absent for paths and methods that are no operation. */
  readonly exchange: Exchange | undefined
  readonly request: FastifyRequest
}

/** A rule of the domain that a fault can switch off, named after what it then allows. */
export type Leniency =
  | 'consent-of-other-tpp'
  | 'token-of-withdrawn-consent'
  | 'rejection-without-effect'
  | 'withdrawal-without-effect'
  | 'all-accounts'
  | 'detail-fields'
  | 'unmasked-cards'
  | 'past-expiry'
  | 'reversed-period'
  | 'any-permission-combination'
  | 'narrowed-permissions'
  | 'stale-status-time'
  | 'withdrawal-in-any-state'

export interface Fault {
  /** What the bank does wrong, in one line. */
  readonly title: string
  /** The public report it comes from: `openbankingspace/tpp-issues #53`. */
  readonly source?: string
  /** Steps of the pipeline that are left out. */
  readonly skips?: readonly StepName[]
  /** Only for these exchanges are steps left out. */
  readonly skipsFor?: (exchange: Exchange) => boolean
  readonly allows?: Leniency
  /** Changes an answer of the API. */
  readonly alter?: (answer: FaultedAnswer, scene: FaultScene) => FaultedAnswer
  /** Changes the address the PSU is sent back to. */
  readonly redirect?: (location: URL) => void
  /** Changes the discovery document. */
  readonly discovery?: (document: Record<string, unknown>) => void
  /** Changes an answer of the token endpoint. */
  readonly token?: (answer: { status: number; body: unknown; type: string }) => void
}
