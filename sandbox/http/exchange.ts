/**
 * One request of the bank's API in the pipeline, with what is known so far.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { JWK } from 'jose'
import type { Operation, OperationId, Version } from '#standard/index.js'
import {
  type AccountConsent,
  type ConsentKind,
  type ConsentRecord,
  isPaymentConsent,
  type PaymentConsent,
} from '../consents/consent.js'
import type { Awaitable } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import type { Answer } from './answer.js'
import type { Reason } from './api-error.js'
import type { SignatureSettings } from './payment-headers.js'
import type { SentFile } from './sent-file.js'

/** The caller of an access token. */
export interface Caller {
  readonly tenant: Tenant
  readonly tpp: CallingTpp
  readonly scopes: readonly string[]
  /** Set on a consent access token: its consent. */
  readonly consent: ConsentRecord | undefined
  /** The certificate that the token is bound to, by its thumbprint (RFC 8705 section 3). */
  readonly boundTo?: string | undefined
}

/** What the pipeline needs to know about a TPP. */
export interface CallingTpp {
  readonly clientId: string
  /** Requests a minute before 429. */
  readonly requestsPerMinute: number
  /** The public keys of its signatures. */
  readonly jwks?: { readonly keys: readonly JWK[] }
  /** How signatures are treated with it, where it differs from the setting of the bank. */
  readonly signatures?: SignatureSettings['mode']
}

/** The caller of a valid token; `undefined` when the token is unknown or ended, or its consent has ended. */
export type FindCaller = (token: string) => Awaitable<Caller | undefined>

/** Why a token has no caller, in words for the TPP's developer. */
export type DescribeToken = (token: string) => Promise<string>

export interface Exchange {
  readonly request: FastifyRequest
  readonly operationId: OperationId
  readonly operation: Operation
  readonly version: Version
  /** The kind of consent whose token the operation takes, where it takes one. */
  readonly consentKind: ConsentKind
  readonly handler: OperationHandler
  readonly interactionId: string
  /** Public URL of the base of this version. */
  readonly baseUrl: string
  /** The tenant: that of the token once it is known, `main` before. */
  tenant: Tenant
  /** The caller; set by the step `token`. */
  caller?: Caller
  /** Which of the TPP's users the request is made for, in its own words; set by the step `headers` from the user token. */
  userId?: string
  /** The idempotency key; set by the step `headers` where the operation uses it. */
  idempotencyKey?: string
  /** The parsed body; set by the step `json`. */
  body?: unknown
  /** The file that is sent in place of JSON; set by the step `json`. */
  file?: SentFile
  /** The resource that the path names; set by the step `id`. */
  resource?: unknown
  /** The first answer to a request that is repeated; set by the step `repeat`, and no step is carried out after it. */
  answer?: Answer
}

/** The consent of an exchange with the token of an account access consent. */
export function accountConsentOf(exchange: Exchange): AccountConsent {
  const consent = exchange.caller?.consent
  if (consent?.kind !== 'accounts') throw new Error(`${exchange.operationId} was reached without an account consent`)
  return consent
}

/** The consent of an exchange with the token of a payment consent. */
export function paymentConsentOf(exchange: Exchange): PaymentConsent {
  const consent = exchange.caller?.consent
  if (!isPaymentConsent(consent)) throw new Error(`${exchange.operationId} was reached without a payment consent`)
  return consent
}

/** The file of an exchange whose operation takes one. */
export function fileOf({ file, operationId }: Exchange): SentFile {
  if (!file) throw new Error(`${operationId} was reached without a file`)
  return file
}

/** The caller of an exchange that has passed the step `token`. */
export function callerOf(exchange: Exchange): Caller {
  if (!exchange.caller) throw new Error(`${exchange.operationId} was reached without a token`)
  return exchange.caller
}

/** What one operation adds to the pipeline, in the order of the steps. */
export interface OperationHandler {
  /** Problems of query and body that a schema cannot express; the body may be invalid. */
  checkFields?(exchange: Exchange): readonly Reason[]
  /** The resource that the path names, or `undefined` when there is none. */
  find?(exchange: Exchange): Awaitable<unknown>
  /** Throws 403 when the resource is not the caller's. */
  checkOwnership?(exchange: Exchange): void
  /** Throws 400 when the consent is in the wrong state. */
  checkState?(exchange: Exchange): void
  /** Carries out the operation. */
  handle(exchange: Exchange): Awaitable<Answer>
}
