/**
 * Tokens that a TPP gets by itself, kept until shortly before they end.
 *
 * @module
 */
import type { HttpOutcome } from '../http/http-client.js'
import { readTokens } from './authorisation-server.js'
import { bankNow } from './bank-clock.js'
import { once, type Session } from './session.js'

/**
 * A token that is asked for once, and again when it is about to end.
 *
 * @param what names the request in a reason
 * @throws {CouldNotRun} when the token endpoint gives none
 */
export async function keptToken(
  session: Session,
  key: string,
  what: string,
  request: () => Promise<HttpOutcome>,
): Promise<string> {
  const make = async () => readTokens(session, what, await request())
  const known = once(session, key, make)
  const { usableUntil = Number.POSITIVE_INFINITY, accessToken } = await known
  if (bankNow(session) < usableUntil) return accessToken
  // unless somebody else was first
  if (session.shared.get(key) === known) session.shared.delete(key)
  return (await once(session, key, make)).accessToken
}
