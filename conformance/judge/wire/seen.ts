/**
 * Sorts the entries of a transcript into what the wire checks look at.
 *
 * @module
 */
import type { ChainedEntry, RunEntry } from '../../transcript/entry.js'
import { type OwnRequest, ownRules } from '../own-requests.js'
import {
  type ApiPlace,
  type ChainedExchange,
  type ChainedNotification,
  formOf,
  isAnswered,
  isExchange,
  isJourney,
  isNotification,
  jsonOf,
  placeOf,
  readJson,
} from '../reading.js'
import { isDiscovery } from '../run-facts.js'
import type { ApiExchange, SeenJourney, ServerExchange, ServerPart, TokenExchange } from './check.js'

export interface Seen extends Readonly<Record<ServerPart, readonly ServerExchange[]>> {
  /** Without those whose request was malformed by the suite: the bank is not judged by them. */
  readonly api: readonly ApiExchange[]
  readonly token: readonly TokenExchange[]
  readonly journey: readonly SeenJourney[]
  readonly own: readonly OwnRequest[]
  readonly notification: readonly ChainedNotification[]
}

/** What there is to look at in a transcript. */
export function sortEntries(transcript: readonly ChainedEntry[], profile: RunEntry['profile']): Seen {
  const placed = transcript.filter(isExchange).map((exchange) => ({
    exchange,
    place: placeOf(exchange.request.url, profile, profile.operations),
  }))
  const own = placed.flatMap(({ exchange, place }) => ownRequest(exchange, place))
  const { issuer } = profile
  const announcesIssuer = transcript.some(isAnnouncement)
  const isAt = addressTest(transcript, profile)
  const ofServer = (test: (exchange: ChainedExchange) => boolean) =>
    placed.flatMap(({ exchange, place }) => (!place && test(exchange) ? serverExchange(exchange) : []))
  const malformed = new Set(own.filter(isMalformed).map(({ exchange }) => exchange.seq))
  return {
    api: placed.flatMap(({ exchange, place }) =>
      place && !malformed.has(exchange.seq) ? apiExchange(exchange, place, profile) : [],
    ),
    token: placed.flatMap(({ exchange, place }) => (place ? [] : tokenExchange(exchange))),
    pushed: ofServer(isPushed),
    keys: ofServer(isAt('jwks')),
    revocation: ofServer(isAt('revocation')),
    introspection: ofServer(isAt('introspection')),
    discovery: placed.flatMap(({ exchange }) => (isDiscovery(exchange.request.url) ? serverExchange(exchange) : [])),
    journey: transcript.filter(isJourney).map((journey) => ({ ...journey, issuer, announcesIssuer })),
    own,
    notification: transcript.filter(isNotification),
  }
}

/** A discovery document that says so: RFC 9207 section 3. */
function isAnnouncement(entry: ChainedEntry): boolean {
  if (!isAnswered(entry) || !isDiscovery(entry.request.url)) return false
  const document = jsonOf(entry.response.body) as Readonly<Record<string, unknown>> | null | undefined
  return document?.authorization_response_iss_parameter_supported === true
}

const members = {
  jwks: 'jwks_uri',
  revocation: 'revocation_endpoint',
  introspection: 'introspection_endpoint',
} as const

/** Tells requests to a part of the authorisation server, by the address that the profile or a discovery document has for it. */
function addressTest(transcript: readonly ChainedEntry[], { addresses }: RunEntry['profile']) {
  const documents = transcript.flatMap((entry) => {
    if (!isAnswered(entry) || !isDiscovery(entry.request.url)) return []
    return [(jsonOf(entry.response.body) ?? {}) as Readonly<Record<string, unknown>>]
  })
  return (part: keyof typeof members) => {
    const known: readonly unknown[] = [addresses?.[part], ...documents.map((document) => document[members[part]])]
    return ({ request }: ChainedExchange) => known.includes(request.url)
  }
}

const isMalformed = (request: OwnRequest) => Object.values(ownRules).some((rule) => rule(request).length > 0)

function ownRequest(exchange: ChainedExchange, place: ApiPlace | undefined): OwnRequest[] {
  if (exchange.operation === undefined || !place) return []
  return [{ exchange, operation: exchange.operation, version: place.version }]
}

function apiExchange(exchange: ChainedExchange, place: ApiPlace, profile: RunEntry['profile']): ApiExchange[] {
  if (!isAnswered(exchange)) return []
  const { method } = exchange.request
  const operation = place.operations[method === 'HEAD' ? 'GET' : method]
  const { status, body } = exchange.response
  return [
    {
      exchange,
      version: place.version,
      place,
      method,
      status,
      body: readJson(body),
      ...(operation && { operation }),
      ...(profile.answersSigned && { answersSigned: true }),
    },
  ]
}

function tokenExchange(exchange: ChainedExchange): TokenExchange[] {
  const grant = formOf(exchange.request)?.get('grant_type')
  if (!isAnswered(exchange) || !grant) return []
  return [{ exchange, grant, status: exchange.response.status, body: readJson(exchange.response.body) }]
}

/** An authorisation request in a form of its own: RFC 9126 section 2.1. */
function isPushed({ request }: ChainedExchange): boolean {
  const form = formOf(request)
  return form !== undefined && !form.has('grant_type') && (form.has('response_type') || form.has('request'))
}

function serverExchange(exchange: ChainedExchange): ServerExchange[] {
  if (!isAnswered(exchange)) return []
  return [{ exchange, status: exchange.response.status, body: readJson(exchange.response.body) }]
}
