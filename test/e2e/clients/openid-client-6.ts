import * as client from 'openid-client'
import type { OAuthClient } from './client.js'

export const openidClient6: OAuthClient = {
  name: 'openid-client 6',
  async authorise({ issuer, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: [client.allowInsecureRequests],
    })
    const verifier = client.randomPKCECodeVerifier()
    const expectedState = client.randomState()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      consent_id: consentId,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    const back = new URL(await sendPsu(url.href))
    const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState })
    const refreshToken = tokens.refresh_token ?? ''
    return {
      accessToken: tokens.access_token,
      refresh: async () => (await client.refreshTokenGrant(config, refreshToken)).access_token,
      revoke: () => client.tokenRevocation(config, refreshToken),
    }
  },
}
