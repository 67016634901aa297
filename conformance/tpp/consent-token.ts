/**
 * The access token of a consent, renewed where it has ended by the bank's clock.
 *
 * @module
 */
import { readTokens, requestToken, type Tokens } from './authorisation-server.js'
import { bankNow } from './bank-clock.js'
import { CouldNotRun } from './could-not-run.js'
import { once, type Session, type TppName } from './session.js'

/**
 * The tokens as they can be used now: the same, or those that the refresh token gives. They are renewed once, whoever asks.
 *
 * @throws {CouldNotRun} when they have ended and the bank gives no others
 */
export async function usableTokens(session: Session, tpp: TppName, tokens: Tokens): Promise<Tokens> {
  if (tokens.endsAt === undefined || bankNow(session) < tokens.endsAt) return tokens
  const renewed = await once({ shared: session.renewals }, tokens.accessToken, () => renew(session, tpp, tokens))
  return usableTokens(session, tpp, renewed)
}

async function renew(session: Session, tpp: TppName, { refreshToken }: Tokens): Promise<Tokens> {
  if (refreshToken === undefined) {
    throw new CouldNotRun('the token of the consent has ended, and the bank issued no refresh token', 'bank')
  }
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const outcome = await requestToken(session, { tpp, form }, { given: 'renewed token' })
  return { refreshToken, ...readTokens(session, 'token endpoint, for a refresh token', outcome) }
}
