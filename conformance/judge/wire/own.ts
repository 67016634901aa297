/**
 * The suite's own side of the wire: broken, each of these is an error of the suite.
 *
 * @module
 */
import { headers, operation, type RequirementId } from '#standard/index.js'
import { type OwnRequest, type OwnRule, ownRules } from '../own-requests.js'
import { type ChainedJourney, headerValue, show } from '../reading.js'
import { each, type Finding, type WireCheck } from './check.js'

const rule = (
  id: `WIR-own-${string}`,
  title: string,
  check: OwnRule,
  proves: readonly RequirementId[] = [],
): WireCheck => ({ on: 'own', id, title, proves, applies: () => true, check: each(proves, check) })

const idOf = ({ exchange }: OwnRequest) => headerValue(exchange.request.headers, headers.interactionId)

function usedTwice(all: readonly OwnRequest[]): readonly Finding[] {
  const first = new Map<string, number>()
  return all.flatMap((request): Finding[] => {
    const id = idOf(request) ?? ''
    const { seq } = request.exchange
    const before = first.get(id)
    if (before === undefined) {
      first.set(id, seq)
      return []
    }
    const pointer = headers.interactionId
    return [{ pointer, expected: 'a new UUID', received: show(id), evidence: [before, seq], proves: [] }]
  })
}

/** Sound reads of accounts with the token of a consent. */
const isRead = ({ operation: id, exchange }: OwnRequest) =>
  operation(id).token === 'consent' &&
  operation(id).scopes.includes('accounts') &&
  (exchange.deviates ?? []).length === 0

function notAccountsFirst(all: readonly OwnRequest[]): readonly Finding[] {
  const known = new Set<string>()
  return all.flatMap((request): Finding[] => {
    const token = headerValue(request.exchange.request.headers, 'authorization') ?? ''
    if (known.has(token)) return []
    known.add(token)
    if (request.operation === 'getAccounts') return []
    const evidence = [request.exchange.seq]
    return [{ expected: 'getAccounts', received: request.operation, evidence, proves: ['AUT-REQ-180'] }]
  })
}

function scopeOf({ authorizationUrl }: ChainedJourney): string | null {
  return URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.get('scope') : null
}

export const ownChecks: readonly WireCheck[] = [
  rule('WIR-own-authorization', 'The suite spells its tokens Bearer', ownRules.authorization, ['HDR-REQ-010']),
  rule(
    'WIR-own-media-types',
    'The suite sends and asks for application/json, and sends files as XML',
    ownRules.mediaTypes,
    ['AAC-REQ-100', 'HDR-REQ-150', 'FPC-REQ-180'],
  ),
  rule('WIR-own-interaction-id', 'The suite sends a UUID as interaction id', ownRules.interactionId),
  rule('WIR-own-body', 'The suite sends bodies that meet the schema, but for the faults a case names', ownRules.body),
  rule('WIR-own-deviation', 'A fault that a case names is in the request', ownRules.deviation),
  {
    on: 'own',
    id: 'WIR-own-interaction-id-fresh',
    title: 'The suite never sends an interaction id twice',
    proves: [],
    applies: (request) => idOf(request) !== undefined && !request.exchange.deviates?.includes(headers.interactionId),
    check: usedTwice,
  },
  {
    on: 'own',
    id: 'WIR-own-accounts-first',
    title: 'The suite reads the account list before anything else with the token of a consent',
    proves: ['AUT-REQ-180'],
    applies: isRead,
    check: notAccountsFirst,
  },
  {
    on: 'own-journey',
    id: 'WIR-own-scope',
    title: 'The suite asks for the scope openid and that of the consent',
    proves: ['AUT-REQ-540'],
    applies: (journey) => scopeOf(journey) !== null && (journey.deviates ?? []).length === 0,
    check: (all: readonly ChainedJourney[]): readonly Finding[] =>
      all.flatMap((journey): Finding[] => {
        const scopes = (scopeOf(journey) ?? '').split(' ')
        if (scopes.includes('openid') && ['accounts', 'payments'].some((each) => scopes.includes(each))) return []
        const [expected, received] = ['openid, and accounts or payments', show(scopes.join(' '))]
        return [{ pointer: 'scope', expected, received, evidence: [journey.seq], proves: ['AUT-REQ-540'] }]
      }),
  },
]
