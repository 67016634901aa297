/**
 * Deliberate changes to answers before they are sent.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { TextAnswer } from './answer.js'
import type { Exchange } from './exchange.js'

declare module '../tenants/tenant.js' {
  interface Edits {
    /** The changed answer, to be signed or, in the later phase, to be sent. */
    answer(phase: EditPhase, answer: EditedAnswer, scene: EditScene): EditedAnswer
  }
}

/** Whether a change is made before an answer is signed, so that the signature covers it, or after. */
export type EditPhase = 'before-signing' | 'after-signing'

/** An answer, and how its delivery is broken, if so. */
export interface EditedAnswer extends Omit<TextAnswer, 'headers'> {
  /** A repeated header has several values. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** Sent a few bytes at a time. */
  readonly slow?: { readonly bytes: number; readonly everyMillis: number }
  /** How the body is sent: in chunks without its length, or compressed. */
  readonly packed?: 'chunked' | 'gzip'
  /** Sent this much later, in milliseconds. */
  readonly delayMillis?: number
  /** Connection ended without an answer. */
  readonly dropped?: true
  /** Connection ended in the middle of the body. */
  readonly reset?: true
}

/** The request that is answered. */
export interface EditScene {
  /** Absent where path and method are not an operation. */
  readonly exchange: Exchange | undefined
  readonly request: FastifyRequest
}
