/**
 * Event tokens: their form, signature and claims, whichever case polled them. FACTS 9.2.
 *
 * @module
 */
import { EventClaims, findProblems, rowsOfProblem, rowsOfSchema } from '#standard/index.js'
import { type ReadToken, tokensIn } from '../../transcript/event-tokens.js'
import { show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, speaksOf, type WireCheck } from './check.js'

const update = 'urn:bh:org:openbanking:events:resource-update'

/** What is wrong with a token beside its claims. */
function breachesOfForm({ exchange }: ApiExchange, { jti, header, claims }: ReadToken): OneBreach[] {
  const pointer = `/sets/${jti}`
  if (!header || !claims) {
    return [{ pointer, expected: 'a compact JWS of claims', received: 'something else', proves: ['EVT-REQ-230'] }]
  }
  const { problem } = exchange.eventTokens?.find((facts) => facts.jti === jti) ?? { problem: 'nobody has verified it' }
  const isNamed = claims.jti === jti
  return [
    ...(problem === undefined
      ? []
      : [{ pointer, expected: 'a signature that holds', received: problem, proves: ['EVT-REQ-240'] as const }]),
    ...(header.alg === 'PS256' && typeof header.kid === 'string'
      ? []
      : [{ pointer, expected: 'PS256 and a kid', received: show(header), proves: ['EVT-REQ-240'] as const }]),
    ...(isNamed
      ? []
      : [{ pointer, expected: `the jti ${show(jti)}`, received: show(claims.jti), proves: ['EVT-REQ-270'] as const }]),
  ]
}

/** What is wrong with the claims of a token. */
function breachesOfClaims(seen: ApiExchange, { jti, claims }: ReadToken): OneBreach[] {
  if (!claims) return []
  const problems = findProblems(EventClaims, claims).map((problem) => ({
    pointer: `/sets/${jti}${problem.pointer}`,
    expected: problem.expected,
    received: problem.received,
    proves: rowsOfProblem(EventClaims, problem, 'EVT-REQ-320', speaksOf(seen)),
  }))
  const events = (claims.events ?? {}) as Readonly<Record<string, { readonly subject?: unknown } | undefined>>
  const isBare = !(update in events) && Object.values(events).every((event) => event?.subject === undefined)
  return [
    ...problems,
    ...(isBare && problems.length === 0
      ? [{ pointer: `/sets/${jti}`, expected: 'a subject', received: 'none', proves: ['EVT-REQ-370'] as const }]
      : []),
  ]
}

/** A poll that was answered with events. */
const hasTokens = ({ operation, status, body }: ApiExchange) =>
  operation === 'pollEvents' && status === 200 && body.kind === 'json' && tokensIn(body.value).length > 0

const claimRows = rowsOfSchema(EventClaims).filter((row) => row !== 'EVT-REQ-440')

export const eventChecks = [
  {
    on: 'api',
    id: 'WIR-event-token-signature',
    title: 'An event token is a compact JWS, signed with a key that the bank publishes, under its own id',
    proves: ['EVT-REQ-230', 'EVT-REQ-240', 'EVT-REQ-270'],
    applies: hasTokens,
    check: each(['EVT-REQ-230'], (seen: ApiExchange) =>
      seen.body.kind === 'json' ? tokensIn(seen.body.value).flatMap((token) => breachesOfForm(seen, token)) : [],
    ),
  },
  {
    on: 'api',
    id: 'WIR-event-claims',
    title: 'An event token has the claims of an event',
    proves: claimRows,
    applies: hasTokens,
    check: each(['EVT-REQ-320'], (seen: ApiExchange) =>
      seen.body.kind === 'json' ? tokensIn(seen.body.value).flatMap((token) => breachesOfClaims(seen, token)) : [],
    ),
  },
] as const satisfies readonly WireCheck[]
