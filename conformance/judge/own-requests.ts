/**
 * Holds the suite's own requests against the standard. A malformed request of ours that no case asked for is an error of
 * the suite and never a failure of the bank; a fault that a case names has to be there.
 *
 * @module
 */
import { isIP } from 'node:net'
import {
  concernsIn,
  findProblems,
  forVersion,
  headers,
  isHttpDate,
  isUuid,
  type OperationId,
  operation,
  type RequirementId,
  requirement,
  type Version,
} from '#standard/index.js'
import { isAtOrBelow, select, valueAt } from '../cases/paths.js'
import type { Breach } from './observation.js'
import { type ChainedExchange, headerValue, jsonOf, mediaType, show } from './reading.js'

/** A request the suite sent to an operation of the bank. */
export interface OwnRequest {
  readonly exchange: ChainedExchange
  readonly operation: OperationId
  readonly version: Version
}

export type OwnBreach = Breach & { readonly proves?: readonly RequirementId[] }

/** One rule over a request; empty when it is kept. */
export type OwnRule = (request: OwnRequest) => readonly OwnBreach[]

const sent = ({ exchange }: OwnRequest, name: string) => headerValue(exchange.request.headers, name)

const deviates = ({ exchange }: OwnRequest, ...names: string[]) =>
  names.some((name) => exchange.deviates?.includes(name))

/** The Authorization header is spelled `Bearer`, as RFC 6750 prints it. */
export const authorization: OwnRule = (request) => {
  if (operation(request.operation).token === 'none' || deviates(request, 'token')) return []
  const value = sent(request, 'authorization')
  if (value !== undefined && /^Bearer \S/.test(value)) return []
  const received = value === undefined ? 'nothing' : `a header that begins with ${show(value.slice(0, 7))}`
  return [{ pointer: 'authorization', expected: 'Bearer and a token', received, proves: ['HDR-REQ-010'] }]
}

/** True when a row of the ledger is about the operation that the request was sent to. */
const speaks = ({ operation: id, version }: OwnRequest, row: RequirementId) => concernsIn(requirement(row), id, version)

/** The media types of the body of an operation. */
const typesOf = (id: OperationId): readonly string[] =>
  id === 'notifyEvent' ? ['application/jwt'] : (operation(id).sends ?? ['application/json'])

/** A body is sent as application/json, and a file as XML; account reads ask for application/json. */
export const mediaTypes: OwnRule = (request) => {
  const breaches: OwnBreach[] = []
  const type = mediaType(request.exchange.request.headers)
  const types = typesOf(request.operation)
  if (request.exchange.request.body && !types.includes(type) && !deviates(request, 'content-type', 'body')) {
    const [expected, received] = [types.join(' or '), show(type)]
    const isFile = operation(request.operation).sends !== undefined
    breaches.push({ pointer: 'content-type', expected, received, proves: [isFile ? 'FPC-REQ-180' : 'AAC-REQ-100'] })
  }
  const accept = sent(request, 'accept')
  if (speaks(request, 'HDR-REQ-150') && !accept?.includes('application/json') && !deviates(request, 'accept')) {
    breaches.push({ pointer: 'accept', expected: 'application/json', received: show(accept), proves: ['HDR-REQ-150'] })
  }
  return breaches
}

/** Every request has an interaction id, and it is a UUID. */
export const interactionId: OwnRule = (request) => {
  const value = sent(request, headers.interactionId)
  if ((value !== undefined && isUuid(value)) || deviates(request, headers.interactionId)) return []
  return [{ pointer: headers.interactionId, expected: 'a UUID', received: show(value) }]
}

/** The body meets the schema of the operation, but for the faults the case names. */
export const body: OwnRule = (request) => {
  if (deviates(request, 'body', 'method', 'path')) return []
  const { body: schema, sends } = operation(request.operation)
  const text = request.exchange.request.body
  if (request.operation === 'notifyEvent') {
    return /^[\w-]+(\.[\w-]+){2}$/.test(text ?? '') ? [] : [{ expected: 'a compact JWS', received: show(text) }]
  }
  if (sends) return /^\ufeff?</.test(text ?? '') ? [] : [{ expected: 'an XML file', received: show(text) }]
  if (!schema) return text ? [{ expected: 'no body', received: show(text) }] : []
  const value = jsonOf(text)
  if (value === undefined) return [{ expected: 'a JSON body', received: show(text) }]
  const named = request.exchange.deviates ?? []
  const problems = findProblems(forVersion(schema, request.version), value)
    .filter(({ path }) => !named.some((name) => isAtOrBelow(path, name)))
    .map(({ pointer, expected, received }) => ({ pointer, expected, received }))
  return [...problems, ...(named.some((name) => /\.(Debtor|Creditor)Account/.test(name)) ? [] : oneAccount(value))]
}

/** A payment from an account to itself (openbankingteam/conformance-suite, pull request 392). */
function oneAccount(value: unknown): OwnBreach[] {
  const identification = (party: string) => valueAt(value, `Data.Initiation.${party}.Identification`)
  const [debtor, creditor] = [identification('DebtorAccount'), identification('CreditorAccount')]
  if (debtor === undefined || debtor !== creditor) return []
  const pointer = '/Data/Initiation/DebtorAccount/Identification'
  return [{ pointer, expected: 'another account than that of the creditor', received: show(debtor) }]
}

const soundHeaders: Readonly<Record<string, (value: string) => boolean>> = {
  accept: (value) => value === 'application/json',
  [headers.interactionId]: isUuid,
  [headers.authDate]: isHttpDate,
  [headers.customerIpAddress]: (value) => isIP(value) !== 0,
}

/** What a case names as wrong can be seen in the request. What only the bank can know (a token, an id) is taken on trust. */
export const deviation: OwnRule = (request) => {
  const absent = (request.exchange.deviates ?? []).filter((name) => !isVisible(request, name))
  return absent.map((name) => ({ pointer: name, expected: 'the fault the case names', received: 'a sound request' }))
}

function isVisible(request: OwnRequest, name: string): boolean {
  const { exchange } = request
  if (name === 'method') return exchange.request.method !== operation(request.operation).method
  if (name === 'body' && operation(request.operation).sends) return true
  if (name === 'body') return !isPlainObject(jsonOf(exchange.request.body))
  if (name === 'content-type') return !typesOf(request.operation).includes(sent(request, name) ?? '')
  const sound = soundHeaders[name]
  if (sound) {
    const value = sent(request, name)
    return value === undefined || !sound(value)
  }
  if (!/^(Data|Risk)\b/.test(name)) return true
  const value = jsonOf(exchange.request.body)
  const schema = operation(request.operation).body
  const problems = schema ? findProblems(forVersion(schema, request.version), value) : []
  const places = select(value, name)
  return problems.some(({ path }) => isAtOrBelow(path, name)) || places.some(({ present }) => present)
}

const isPlainObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A rule that reads a body by its schema: one request is asked about during the run, and several times at its end. */
function readOnce(rule: OwnRule): OwnRule {
  const known = new WeakMap<ChainedExchange, OwnRequest & { readonly breaches: readonly OwnBreach[] }>()
  return (request) => {
    const { exchange, operation: id, version } = request
    const before = known.get(exchange)
    if (before?.operation === id && before.version === version) return before.breaches
    const breaches = rule(request)
    known.set(exchange, { ...request, breaches })
    return breaches
  }
}

/** The rules over one request, by the name a report gives them. */
export const ownRules = {
  authorization,
  mediaTypes,
  interactionId,
  body: readOnce(body),
  deviation: readOnce(deviation),
} as const satisfies Record<string, OwnRule>
