/**
 * The order in which a request is judged, one step after the other: the first that refuses answers.
 *
 * Before these come the interaction id and the route (404, 405). What stands before `body` runs before the body is read.
 *
 * @module
 */
import { forVersion } from '#standard/index.js'
import { bearerToken, type Caller, type FindCaller } from '../identity/bearer-token.js'
import { type Awaitable, goOn } from '../store/awaitable.js'
import { ApiError, badRequest, forbidden, notFound } from './api-error.js'
import { parseJson, schemaProblems } from './body.js'
import { callerOf, type Exchange } from './exchange.js'
import type { CheckRate } from './rate-limit.js'
import { acceptsJson, hasBody, headerProblems, sendsJson } from './request-headers.js'

export interface PipelineSurroundings {
  readonly findCaller: FindCaller
  readonly checkRate: CheckRate
}

type Step = (exchange: Exchange, surroundings: PipelineSurroundings) => Awaitable<void>

const steps = {
  token: (exchange, { findCaller }) => {
    const token = bearerToken(exchange.request.headers.authorization)
    const found = token === undefined ? undefined : findCaller(token)
    return goOn(found, (caller) => admit(exchange, caller))
  },

  accept: ({ request }) => {
    if (!acceptsJson(request.headers)) throw new ApiError(406)
  },

  'content-type': ({ request, operation }) => {
    if (operation.body && hasBody(request.headers) && !sendsJson(request.headers)) throw new ApiError(415)
  },

  rate: (exchange, { checkRate }) => checkRate(exchange.request, callerOf(exchange).tpp),

  scope: (exchange) => {
    const { scopes } = callerOf(exchange)
    if (!exchange.operation.scopes.some((scope) => scopes.includes(scope))) {
      throw forbidden(`the token needs the scope ${exchange.operation.scopes.join(' or ')}`)
    }
  },

  grant: ({ caller, operation, version }) => {
    const consent = caller?.consent
    if (operation.token === 'public') {
      if (consent) throw forbidden('the operation takes a client credentials token, not the token of a consent')
      return
    }
    if (!consent) throw forbidden('the operation takes the token of an authorised consent')
    if (consent.version !== version) throw forbidden(`the consent was made under version ${consent.version}`)
  },

  permission: ({ caller, operation: { permissions } }) => {
    const granted = caller?.consent?.permissions
    if (permissions && granted && !permissions.some((permission) => granted.includes(permission))) {
      throw forbidden(`the consent needs the permission ${permissions.join(' or ')}`)
    }
  },

  headers: ({ request }) => {
    const problems = headerProblems(request.headers)
    if (problems.length > 0) throw badRequest(problems)
  },

  json: (exchange) => {
    if (exchange.operation.body) exchange.body = parseJson(exchange.request.body)
  },

  fields: (exchange) => {
    const { operation, version, body, handler } = exchange
    const problems = [
      ...(operation.body ? schemaProblems(forVersion(operation.body, version), body) : []),
      ...(handler.checkFields?.(exchange) ?? []),
    ]
    if (problems.length > 0) throw badRequest(problems)
  },

  id: (exchange) =>
    goOn(exchange.handler.find?.(exchange), (resource) => {
      exchange.resource = resource
      if (resource !== undefined || !exchange.handler.find) return
      throw notFound(/\{(\w+)\}/.exec(exchange.operation.path)?.[1] ?? 'id')
    }),

  ownership: (exchange) => exchange.handler.checkOwnership?.(exchange),

  'consent-state': (exchange) => exchange.handler.checkState?.(exchange),
} as const satisfies Record<string, Step>

function admit(exchange: Exchange, caller: Caller | undefined): void {
  if (!caller) throw new ApiError(401, [], { 'www-authenticate': 'Bearer' })
  exchange.caller = caller
  exchange.tenant = caller.tenant
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
export const afterBody = ['json', 'fields', 'id', 'ownership', 'consent-state'] as const

/** Takes the exchange through some steps, most of which wait for nothing. A fault of the tenant can leave one out. */
export function runSteps(
  names: readonly StepName[],
  exchange: Exchange,
  surroundings: PipelineSurroundings,
  from = 0,
): Awaitable<void> {
  for (let index = from; index < names.length; index += 1) {
    const name = names[index] as StepName
    if (exchange.tenant.faults.skips(name, exchange)) continue
    const waiting = (steps[name] as Step)(exchange, surroundings)
    if (waiting instanceof Promise) return waiting.then(() => runSteps(names, exchange, surroundings, index + 1))
  }
}
