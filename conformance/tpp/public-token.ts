/**
 * TPP public access tokens: client credentials.
 *
 * @module
 */
import type { Scope } from '#standard/index.js'
import { requestToken } from './authorisation-server.js'
import { keptToken } from './kept-token.js'
import type { Session, TppName } from './session.js'

/**
 * The public token of a TPP.
 *
 * @throws {CouldNotRun} when the token endpoint gives none
 */
export function publicToken(session: Session, tpp: TppName, scope: Scope): Promise<string> {
  const key = `publicToken:${tpp}:${scope}`
  const form = { grant_type: 'client_credentials', scope }
  return keptToken(session, key, 'token endpoint', () => requestToken(session, { tpp, form }, { given: key }))
}
