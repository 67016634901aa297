import { AuthorizationCode } from 'simple-oauth2'
import { type OAuthClient, pkce } from './client.js'

const pathOf = (url = '') => new URL(url).pathname

export const simpleOauth2: OAuthClient = {
  name: 'simple-oauth2',
  async authorise({ issuer, discovered, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const client = new AuthorizationCode({
      client: { id: clientId, secret: clientSecret },
      auth: {
        tokenHost: issuer,
        tokenPath: pathOf(discovered.token_endpoint),
        authorizePath: pathOf(discovered.authorization_endpoint),
        revokePath: pathOf(discovered.revocation_endpoint),
      },
    })
    const { verifier, challenge } = await pkce()
    const url = client.authorizeURL({
      redirect_uri: redirectUri,
      scope,
      state: 'a-state',
      consent_id: consentId,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const code = new URL(await sendPsu(url)).searchParams.get('code') ?? ''
    // its own examples send the scope with the code as well
    const tokens = await client.getToken({ code, redirect_uri: redirectUri, scope, code_verifier: verifier })
    return {
      accessToken: String(tokens.token.access_token),
      refresh: async () => String((await tokens.refresh()).token.access_token),
      revoke: () => tokens.revoke('refresh_token'),
    }
  },
}
