/**
 * One request of the bank's API on its way through the pipeline: what is known of it so far.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { ErrorDetail, Operation, OperationId, Version } from '#standard/index.js'
import type { ConsentRecord } from '../account-information/consent.js'
import type { Caller } from '../identity/bearer-token.js'
import type { Awaitable } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'
import type { Answer } from './answer.js'

export interface Exchange {
  readonly request: FastifyRequest
  readonly operationId: OperationId
  readonly operation: Operation
  readonly version: Version
  readonly handler: OperationHandler
  readonly interactionId: string
  /** Public URL of the base of this version. */
  readonly baseUrl: string
  /** Whose bank it is: known once the token is, `main` before. */
  tenant: Tenant
  /** Who asks; set by the step `token`. */
  caller?: Caller
  /** The parsed body; set by the step `json`. */
  body?: unknown
  /** What the path names; set by the step `id`. */
  resource?: unknown
}

/** An exchange under a consent token. */
export function consentOf(exchange: Exchange): ConsentRecord {
  const consent = exchange.caller?.consent
  if (!consent) throw new Error(`${exchange.operationId} was reached without a consent`)
  return consent
}

/** Who asks, in an exchange that has passed the step `token`. */
export function callerOf(exchange: Exchange): Caller {
  if (!exchange.caller) throw new Error(`${exchange.operationId} was reached without a token`)
  return exchange.caller
}

/** What one operation adds to the pipeline, in the order the steps ask for it. */
export interface OperationHandler {
  /** Problems of query and body that no schema can say; given whatever parsed, valid or not. */
  checkFields?(exchange: Exchange): readonly ErrorDetail[]
  /** What the path names, or `undefined` when it names nothing. */
  find?(exchange: Exchange): Awaitable<unknown>
  /** Throws 403 when the resource is not the caller's. */
  checkOwnership?(exchange: Exchange): void
  /** Throws 400 when the consent is in the wrong state. */
  checkState?(exchange: Exchange): void
  /** Does it. */
  handle(exchange: Exchange): Awaitable<Answer>
}
