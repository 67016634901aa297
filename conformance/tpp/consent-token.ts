/**
 * The access token of a consent, renewed where it has ended by the bank's clock or is about to.
 *
 * @module
 */
import { readTokens, requestToken, type Tokens } from './authorisation-server.js'
import { bankNow } from './bank-clock.js'
import { CouldNotRun } from './could-not-run.js'
import { once, type Session, type TppName } from './session.js'

/** An access token, good at the moment at which it is asked for. @throws {CouldNotRun} when it has ended and the bank gives no other */
export type TokenNow = () => Promise<string>

/** The access token of a consent, for calls that may have to wait. Parameters as of {@link usableTokens}. */
export function tokenNow(session: Session, tpp: TppName, tokens: Tokens, firstRead?: FirstRead): TokenNow {
  return async () => (await usableTokens(session, tpp, tokens, firstRead)).accessToken
}

type FirstRead = (token: TokenNow) => Promise<unknown>

/**
 * The tokens as they can be used now: the same, or those that the refresh token gives. They are renewed once, whoever asks.
 *
 * @param firstRead what has to be read with new tokens before anything else
 * @throws {CouldNotRun} when they have ended and the bank gives no others
 */
export async function usableTokens(
  session: Session,
  tpp: TppName,
  tokens: Tokens,
  firstRead: FirstRead = async () => {},
): Promise<Tokens> {
  const { accessToken, endsAt = Number.POSITIVE_INFINITY, usableUntil = endsAt, refreshToken } = tokens
  const isGood = () => bankNow(session) < endsAt
  if (bankNow(session) < (refreshToken === undefined ? endsAt : usableUntil)) return tokens
  const make = async () => {
    const renewed = await renew(session, tpp, tokens)
    await firstRead(tokenNow(session, tpp, renewed))
    return renewed
  }
  try {
    const renewed = await once({ shared: session.renewals }, accessToken, make)
    return await usableTokens(session, tpp, renewed, firstRead)
  } catch (error) {
    // what could not be renewed is good until its end
    if (error instanceof CouldNotRun && isGood()) return tokens
    throw error
  }
}

async function renew(session: Session, tpp: TppName, { refreshToken }: Tokens): Promise<Tokens> {
  if (refreshToken === undefined) {
    throw new CouldNotRun('the token of the consent has ended, and the bank issued no refresh token', 'bank')
  }
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const outcome = await requestToken(session, { tpp, form }, { given: 'renewed token' })
  return { refreshToken, ...readTokens(session, 'token endpoint, for a refresh token', outcome) }
}
