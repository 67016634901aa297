/**
 * What is wrong with an event token, wherever it came: its form, its signature, its claims. FACTS 9.2.
 *
 * @module
 */
import { EventClaims, findProblems, type RequirementId, rowsOfProblem, rowsOfSchema } from '#standard/index.js'
import type { ReadToken } from '../../transcript/event-tokens.js'
import { show } from '../reading.js'
import type { OneBreach } from './check.js'

const update = 'urn:bh:org:openbanking:events:resource-update'

/** What is wrong with a token beside its claims. @param problem why its signature does not hold; absent where it does */
export function breachesOfForm(
  { header, claims }: ReadToken,
  pointer: string,
  problem: string | undefined,
): OneBreach[] {
  if (!header || !claims) {
    return [{ pointer, expected: 'a compact JWS of claims', received: 'something else', proves: ['EVT-REQ-230'] }]
  }
  return [
    ...(problem === undefined
      ? []
      : [{ pointer, expected: 'a signature that holds', received: problem, proves: ['EVT-REQ-240'] as const }]),
    ...(header.alg === 'PS256' && typeof header.kid === 'string'
      ? []
      : [{ pointer, expected: 'PS256 and a kid', received: show(header), proves: ['EVT-REQ-240'] as const }]),
  ]
}

/** What is wrong with the claims of a token. @param speaks whether a row is about the place where it came */
export function breachesOfClaims(
  { claims }: ReadToken,
  pointer: string,
  speaks: (row: RequirementId) => boolean,
): OneBreach[] {
  if (!claims) return []
  const problems = findProblems(EventClaims, claims).map((problem) => ({
    pointer: `${pointer}${problem.pointer}`,
    expected: problem.expected,
    received: problem.received,
    proves: rowsOfProblem(EventClaims, problem, 'EVT-REQ-320', speaks),
  }))
  const events = (claims.events ?? {}) as Readonly<Record<string, { readonly subject?: unknown } | undefined>>
  const isBare = !(update in events) && Object.values(events).every((event) => event?.subject === undefined)
  return [
    ...problems,
    ...(isBare && problems.length === 0
      ? [{ pointer, expected: 'a subject', received: 'none', proves: ['EVT-REQ-370'] as const }]
      : []),
  ]
}

/** The rows that the claims of a token can break. */
export const claimRows = rowsOfSchema(EventClaims).filter((row) => row !== 'EVT-REQ-440')
