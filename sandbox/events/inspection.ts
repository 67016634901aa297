/**
 * Looks at an event token as a TPP would: its form, its signature, its claims.
 *
 * @module
 */
import { compactVerify, createLocalJWKSet, type JWK } from 'jose'
import { EventClaims, findProblems } from '#standard/index.js'

/** What was found: the claims, or the first thing that is wrong. */
export interface Inspection {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly problem?: string
}

/** @param publicKey of the bank, in its JWKS */
export async function inspectToken(token: string, publicKey: JWK): Promise<Inspection> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return { problem: 'no compact JWS' }
  let payload: unknown
  try {
    payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return { problem: 'the payload is no JSON' }
  }
  const claims = payload as Readonly<Record<string, unknown>>
  try {
    await compactVerify(token, createLocalJWKSet({ keys: [publicKey] }), { algorithms: ['PS256'] })
  } catch (error) {
    return { claims, problem: `the signature does not hold: ${(error as Error).message}` }
  }
  const [wrong] = findProblems(EventClaims, claims)
  return wrong ? { claims, problem: `${wrong.pointer}: expected ${wrong.expected}` } : { claims }
}
