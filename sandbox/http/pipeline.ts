/**
 * The checks of a request, in order: the first that refuses gives the answer.
 *
 * A request that is repeated with its idempotency key is answered by the step `repeat`, and no step after it is carried out.
 *
 * The interaction id and the route (404, 405) come first. The steps of `beforeBody` run before the body is read.
 *
 * @module
 */
import { concernsIn, forVersion, headers, type RequirementId, requirement } from '#standard/index.js'
import type { ConsentKind, ConsentRecord } from '../consents/consent.js'
import type { Awaitable } from '../store/store.js'
import { badRequest, type Reason, refusal } from './api-error.js'
import { parseJson, schemaProblems } from './body.js'
import { clientCertificateOf } from './client-certificate.js'
import { type Caller, callerOf, type DescribeToken, type Exchange, type FindCaller } from './exchange.js'
import { repeatedAnswer, takeIdempotencyKey } from './idempotency.js'
import type { FindUser, PaymentHeaders } from './payment-headers.js'
import type { CheckRate } from './rate-limit.js'
import {
  acceptedOf,
  acceptsJson,
  bearerToken,
  bringsMalformedToken,
  hasBody,
  headerProblems,
  sendsJson,
  sentFileType,
} from './request-headers.js'
import { sentFile } from './sent-file.js'
import { checkSignature } from './signatures.js'
import { takeUser } from './user-token.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a step is carried out for a request. */
    carriesOut(step: StepName, exchange: Exchange): boolean
    /** Whether the token of a consent is taken by the operations of a kind. */
    isConsentFor(consent: ConsentRecord, kind: ConsentKind): boolean
    /** Whether a token that is bound to a certificate is taken on a connection that shows this one, by their thumbprints. */
    isBoundTo(boundTo: string, shown: string | undefined): boolean
  }
}

export const pipelineRules = {
  carriesOut: () => true,
  isConsentFor: (consent: ConsentRecord, kind: ConsentKind) => consent.kind === kind,
  isBoundTo: (boundTo: string, shown: string | undefined) => boundTo === shown,
}

/** What the steps depend on. */
export interface PipelineDeps {
  readonly findCaller: FindCaller
  readonly describeToken: DescribeToken
  readonly findUser: FindUser
  readonly checkRate: CheckRate
  readonly paymentHeaders: PaymentHeaders
  /** Real time, in milliseconds. */
  now(): number
}

type Step = (exchange: Exchange, deps: PipelineDeps) => Awaitable<void>

const steps = {
  token: (exchange, { findCaller, describeToken }) => {
    if (exchange.operation.token === 'none') return
    const { authorization } = exchange.request.headers
    const token = bearerToken(authorization)
    if (token !== undefined) {
      return andThen(findCaller(token), (caller) =>
        caller ? admit(exchange, caller) : refuseToken(describeToken(token)),
      )
    }
    if (bringsMalformedToken(authorization)) throw refusal('tokenNotLive', { problem: malformedToken })
    throw refusal('tokenMissing')
  },

  accept: ({ request, operation: { answers } }) => {
    if (acceptsJson(request.headers)) return
    if (answers && acceptedOf(request.headers, answers)) return
    const { accept } = request.headers
    throw refusal(acceptsJson({ ...(accept && { accept }) }) ? 'charsetNotAcceptable' : 'mediaTypeNotAcceptable')
  },

  'content-type': ({ request, operation, operationId }) => {
    if (operation.sends && hasBody(request.headers) && !sentFileType(request.headers)) {
      throw refusal('fileTypeUnsupported')
    }
    if (operation.body && hasBody(request.headers) && !sendsJson(request.headers)) {
      throw refusal('mediaTypeUnsupported', { operationId })
    }
  },

  rate: (exchange, { checkRate }) => checkRate(exchange.request, exchange.caller),

  scope: (exchange) => {
    const { scopes, token } = exchange.operation
    if (token === 'none') return
    const given = callerOf(exchange).scopes
    if (!scopes.some((scope) => given.includes(scope))) throw refusal('scopeMissing', { scopes })
  },

  grant: ({ caller, operation, operationId, consentKind, version, tenant: { rules } }) => {
    const consent = caller?.consent
    if (operation.token === 'none') return
    if (operation.token === 'public') {
      if (consent) throw refusal('tokenOfConsent', { operationId })
      return
    }
    if (!consent) throw refusal('tokenWithoutConsent')
    if (!rules.isConsentFor(consent, consentKind)) throw refusal('consentOfOtherKind')
    if (consent.version !== version) throw refusal('consentOfOtherVersion', { version: consent.version })
  },

  permission: ({ caller, operation: { permissions }, operationId }) => {
    const consent = caller?.consent
    const granted = consent?.kind === 'accounts' ? consent.permissions : undefined
    if (permissions && granted && !permissions.some((permission) => granted.includes(permission))) {
      throw refusal('permissionMissing', { permissions, operationId })
    }
  },

  headers: (exchange, deps) => {
    const problems = headerProblems(exchange.request.headers)
    const { userToken, idempotent } = exchange.operation
    if (userToken || idempotent) return paymentHeaders(exchange, deps, problems)
    if (problems.length > 0) throw badRequest(problems)
  },

  signature: (exchange, { paymentHeaders, now }) => {
    // most operations take no signature, and no request to them has one
    if (!exchange.operation.signed && exchange.request.headers[headers.jwsSignature] === undefined) return
    return checkSignature(exchange, paymentHeaders.signatures, now)
  },

  json: (exchange) => {
    if (exchange.operation.body) exchange.body = parseJson(exchange.request.body)
    if (exchange.operation.sends)
      return sentFile(exchange.request).then((file) => void Object.assign(exchange, { file }))
  },

  repeat: (exchange) => {
    if (exchange.idempotencyKey === undefined) return
    return andThen(repeatedAnswer(exchange), (answer) => {
      if (answer) exchange.answer = answer
    })
  },

  fields: (exchange) => {
    const { operation, operationId, version, body, handler } = exchange
    const speaks = (id: RequirementId) => concernsIn(requirement(id), operationId, version)
    const problems = [
      ...(operation.body ? schemaProblems(forVersion(operation.body, version), body, speaks) : []),
      ...(handler.checkFields?.(exchange) ?? []),
    ]
    if (problems.length > 0) throw badRequest(problems)
  },

  id: (exchange) =>
    andThen(exchange.handler.find?.(exchange), (resource) => {
      exchange.resource = resource
      if (resource !== undefined || !exchange.handler.find) return
      throw refusal('resourceUnknown', { parameter: /\{(\w+)\}/.exec(exchange.operation.path)?.[1] ?? 'id' })
    }),

  ownership: (exchange) => exchange.handler.checkOwnership?.(exchange),

  'consent-state': (exchange) => exchange.handler.checkState?.(exchange),
} as const satisfies Record<string, Step>

/** Takes key and user of a request; every problem of its headers is reported at once. */
function paymentHeaders(exchange: Exchange, deps: PipelineDeps, found: Reason[]): Awaitable<void> {
  const { userToken, idempotencyKey } = deps.paymentHeaders
  const ofKey = takeIdempotencyKey(exchange, idempotencyKey)
  return andThen(takeUser(exchange, userToken, deps.findUser), (ofUser) => {
    const problems = [...found, ...ofKey, ...ofUser]
    if (problems.length > 0) throw badRequest(problems)
  })
}

/** RFC 8705 section 3: a token that is bound to a certificate is worth nothing on a connection that does not show it. */
function admit(exchange: Exchange, caller: Caller): void {
  const { boundTo, tenant } = caller
  if (boundTo !== undefined) {
    const shown = clientCertificateOf(exchange.request.raw)?.thumbprint
    if (!tenant.rules.isBoundTo(boundTo, shown)) throw refusal('tokenNotLive', { problem: boundElsewhere })
  }
  exchange.caller = caller
  exchange.tenant = tenant
}

const boundElsewhere =
  'it is bound to the certificate of the connection that it was issued on, and this connection does not show that one (RFC 8705)'

const malformedToken = 'the Authorization header is not Bearer, a space and one token of letters, digits and -._~+/='

async function refuseToken(description: Promise<string>): Promise<never> {
  throw refusal('tokenNotLive', { problem: await description })
}

export type StepName = keyof typeof steps

/** FACTS 3.3, "Order of checks". */
export const beforeBody = [
  'token',
  'accept',
  'content-type',
  'rate',
  'scope',
  'grant',
  'permission',
  'headers',
] as const
export const afterBody = ['signature', 'json', 'repeat', 'fields', 'id', 'ownership', 'consent-state'] as const

/**
 * Runs steps for an exchange. A rule of the tenant can leave one out.
 *
 * Most steps wait for nothing: then there is no promise either, for the promises of a request that waits for nothing cost as
 * much as all its steps together (decision 0042).
 */
export function runSteps(
  names: readonly StepName[],
  exchange: Exchange,
  deps: PipelineDeps,
  from = 0,
): Promise<void> | undefined {
  for (let index = from; index < names.length; index += 1) {
    if (exchange.answer) return undefined
    const name = names[index] as StepName
    if (!exchange.tenant.rules.carriesOut(name, exchange)) continue
    const waiting = (steps[name] as Step)(exchange, deps)
    if (waiting) return waiting.then(() => runSteps(names, exchange, deps, index + 1))
  }
  return undefined
}

/** Does something with a value: at once where it is there, later where it is still to come. */
export function andThen<T>(
  value: Awaitable<T>,
  next: (value: T) => Promise<void> | undefined | void,
): Promise<void> | undefined {
  if (value instanceof Promise) return value.then(next)
  return next(value) || undefined
}
