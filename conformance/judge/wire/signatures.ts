/**
 * Signatures of answers, as they were verified with the keys of the bank while the run went on. FACTS 2.2.
 *
 * @module
 */
import { headers, operation } from '#standard/index.js'
import { headerValue, show } from '../reading.js'
import { type ApiExchange, each, type OneBreach, type WireCheck } from './check.js'

const isSigned = ({ exchange }: ApiExchange) =>
  headerValue(exchange.response.headers, headers.jwsSignature) !== undefined

/** The claims that critical header parameters are made of, by the name of their family. */
const claimForm = /^http:\/\/openbanking\.org\.(bh|uk)\/(iat|iss|tan)$/

function breachesOf(seen: ApiExchange): OneBreach[] {
  const { exchange, body } = seen
  const pointer = headers.jwsSignature
  const row = seen.status >= 400 ? 'SIG-REQ-060' : 'SIG-REQ-050'
  if (!isSigned(seen)) {
    if (body.kind === 'empty') return []
    return [{ pointer, expected: 'a signature of the body', received: 'nothing', proves: [row] }]
  }
  const { problem, claims = [], crit = [] } = exchange.signature ?? { problem: 'nobody has verified it' }
  if (problem !== undefined) {
    return [{ pointer, expected: 'a signature that holds', received: problem, proves: [row] }]
  }
  const missing = ['iat', 'iss', 'tan'].filter((name) => !claims.some((claim) => claim.endsWith(`/${name}`)))
  const isWhole = missing.length === 0 && crit.length === 3 && crit.every((name) => claimForm.test(name))
  const isOfFramework = claims.every((claim) => claimForm.exec(claim)?.[1] === 'bh')
  return [
    ...(isWhole
      ? []
      : [{ pointer, expected: 'three claims, all critical', received: show(crit), proves: [row] as const }]),
    ...(isOfFramework
      ? []
      : [
          {
            pointer,
            expected: 'claims of openbanking.org.bh',
            received: show(claims),
            proves: ['SIG-REQ-180'] as const,
          },
        ]),
  ]
}

export const signatureChecks = [
  {
    on: 'api',
    id: 'WIR-answer-signature',
    title: 'An answer about payments carries a signature of its body that holds',
    proves: ['SIG-REQ-050', 'SIG-REQ-060', 'SIG-REQ-180'],
    // what a HEAD would have signed is not sent
    applies: (seen) =>
      seen.operation !== undefined &&
      seen.method !== 'HEAD' &&
      (operation(seen.operation).signed?.includes('response') ?? false) &&
      (seen.answersSigned || isSigned(seen)),
    check: each(['SIG-REQ-050'], breachesOf),
  },
] as const satisfies readonly WireCheck[]
