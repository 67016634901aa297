/**
 * TPP public access tokens: client credentials, kept until shortly before they expire.
 *
 * @module
 */
import type { Scope } from '#standard/index.js'
import { readTokens, requestToken } from './authorisation-server.js'
import { bankNow } from './bank-clock.js'
import { once, type Session, type TppName } from './session.js'

/** A token is asked for anew this long before it expires. */
const marginMillis = 30_000

interface PublicToken {
  readonly accessToken: string
  readonly usableUntil: number
}

/**
 * The public token of a TPP.
 *
 * @throws {CouldNotRun} when the token endpoint gives none
 */
export async function publicToken(session: Session, tpp: TppName, scope: Scope): Promise<string> {
  const key = `publicToken:${tpp}:${scope}`
  const known = (await session.shared.get(key)) as PublicToken | undefined
  if (known && bankNow(session) >= known.usableUntil) session.shared.delete(key)
  const token = await once(session, key, () => requestPublicToken(session, tpp, scope, key))
  return token.accessToken
}

async function requestPublicToken(session: Session, tpp: TppName, scope: Scope, key: string): Promise<PublicToken> {
  const form = { grant_type: 'client_credentials', scope }
  const outcome = await requestToken(session, { tpp, form }, { given: key })
  const { accessToken, endsAt = Number.POSITIVE_INFINITY } = readTokens(session, 'token endpoint', outcome)
  const now = bankNow(session)
  const lifeMillis = endsAt - now
  // A token that expires within the margin is still used for half its life, so that not every call requests a new one.
  return { accessToken, usableUntil: now + Math.max(lifeMillis - marginMillis, lifeMillis / 2) }
}
