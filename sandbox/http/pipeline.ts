/**
 * The order in which a request is judged, one step after the other: the first that refuses answers.
 *
 * Before these come the interaction id and the route (404, 405). What stands before `body` runs before the body is read.
 *
 * @module
 */
import { forVersion } from '#standard/index.js'
import { bearerToken, findCaller, type TokenLookup } from '../identity/bearer-token.js'
import { ApiError, badRequest, forbidden, notFound } from './api-error.js'
import { parseJson, schemaProblems } from './body.js'
import { callerOf, type Exchange } from './exchange.js'
import type { CheckRate } from './rate-limit.js'
import { acceptsJson, hasBody, headerProblems, sendsJson } from './request-headers.js'

export interface PipelineSurroundings extends TokenLookup {
  readonly checkRate: CheckRate
}

type Step = (exchange: Exchange, surroundings: PipelineSurroundings) => Promise<void> | void

const steps = {
  token: async (exchange, surroundings) => {
    const token = bearerToken(exchange.request.headers.authorization)
    const caller = token === undefined ? undefined : await findCaller(token, surroundings)
    if (!caller) throw new ApiError(401, [], { 'www-authenticate': 'Bearer' })
    exchange.caller = caller
    exchange.tenant = caller.tenant
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
    if (!exchange.operation.scopes.some((scope) => scopes.has(scope))) {
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

  id: async (exchange) => {
    if (!exchange.handler.find) return
    exchange.resource = await exchange.handler.find(exchange)
    if (exchange.resource === undefined) {
      throw notFound(/\{(\w+)\}/.exec(exchange.operation.path)?.[1] ?? 'id')
    }
  },

  ownership: (exchange) => exchange.handler.checkOwnership?.(exchange),

  'consent-state': (exchange) => exchange.handler.checkState?.(exchange),
} as const satisfies Record<string, Step>

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

/** Takes the exchange through some steps. A fault of the tenant can leave one out. */
export async function runSteps(
  names: readonly StepName[],
  exchange: Exchange,
  surroundings: PipelineSurroundings,
): Promise<void> {
  for (const name of names) {
    if (exchange.tenant.faults.skips(name, exchange)) continue
    await (steps[name] as Step)(exchange, surroundings)
  }
}
