import { Strategy } from 'passport-oauth2'
import type { OAuthClient } from './client.js'

interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

export const passportOauth2: OAuthClient = {
  name: 'passport-oauth2',
  async authorise({ discovered, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const strategy = new Strategy(
      {
        authorizationURL: `${discovered.authorization_endpoint}?consent_id=${consentId}`,
        tokenURL: discovered.token_endpoint ?? '',
        clientID: clientId,
        clientSecret,
        callbackURL: redirectUri,
        scope,
        pkce: true,
        state: true,
      },
      (accessToken, refreshToken, _profile, done) => done(null, { accessToken, refreshToken }),
    )
    const session = {}
    /** What passport does for each request: it gives the strategy its ways to end. */
    const pass = (query: Record<string, string>) =>
      new Promise<string | Tokens>((resolve, reject) => {
        const request = Object.assign(Object.create(strategy) as typeof strategy, {
          redirect: resolve,
          success: resolve,
          fail: (info: unknown) => reject(new Error(JSON.stringify(info))),
          error: reject,
        })
        request.authenticate({ query, session })
      })
    const back = new URL(await sendPsu(String(await pass({}))))
    const { accessToken, refreshToken } = (await pass(Object.fromEntries(back.searchParams))) as Tokens
    return {
      accessToken,
      // as passport-oauth2-refresh does
      refresh: () =>
        new Promise((resolve, reject) =>
          strategy._oauth2.getOAuthAccessToken(refreshToken, { grant_type: 'refresh_token' }, (error, token) =>
            error ? reject(new Error(JSON.stringify(error))) : resolve(token),
          ),
        ),
    }
  },
}
