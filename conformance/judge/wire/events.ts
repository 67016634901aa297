/**
 * Event tokens in the answers to polls, whichever case polled them. FACTS 9.2.
 *
 * @module
 */
import { tokensIn } from '../../transcript/event-tokens.js'
import { show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, speaksOf, type WireCheck } from './check.js'
import { breachesOfClaims, breachesOfForm, claimRows } from './event-token.js'

const tokensOf = ({ body }: ApiExchange) => (body.kind === 'json' ? tokensIn(body.value) : [])

/** A poll that was answered with events. */
const hasTokens = (seen: ApiExchange) =>
  seen.operation === 'pollEvents' && seen.status === 200 && tokensOf(seen).length > 0

const formOf = (seen: ApiExchange) =>
  tokensOf(seen).flatMap((token): OneBreach[] => {
    const { jti, claims } = token
    const pointer = `/sets/${jti}`
    const facts = seen.exchange.eventTokens?.find((each) => each.jti === jti) ?? { problem: 'nobody has verified it' }
    const isNamed = claims === undefined || claims.jti === jti
    return [
      ...breachesOfForm(token, pointer, facts.problem),
      ...(isNamed
        ? []
        : [
            { pointer, expected: `the jti ${show(jti)}`, received: show(claims.jti), proves: ['EVT-REQ-270'] as const },
          ]),
    ]
  })

export const eventChecks = [
  {
    on: 'api',
    id: 'WIR-event-token-signature',
    title: 'An event token is a compact JWS, signed with a key that the bank publishes, under its own id',
    proves: ['EVT-REQ-230', 'EVT-REQ-240', 'EVT-REQ-270'],
    applies: hasTokens,
    check: each(['EVT-REQ-230'], formOf),
  },
  {
    on: 'api',
    id: 'WIR-event-claims',
    title: 'An event token has the claims of an event',
    proves: claimRows,
    applies: hasTokens,
    check: each(['EVT-REQ-320'], (seen: ApiExchange) =>
      tokensOf(seen).flatMap((token) => breachesOfClaims(token, `/sets/${token.jti}`, speaksOf(seen))),
    ),
  },
] as const satisfies readonly WireCheck[]
