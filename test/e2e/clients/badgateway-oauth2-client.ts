import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client'
import type { OAuthClient } from './client.js'

export const badgatewayOauth2Client: OAuthClient = {
  name: '@badgateway/oauth2-client',
  async authorise({ issuer, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const client = new OAuth2Client({ server: issuer, clientId, clientSecret })
    const codeVerifier = await generateCodeVerifier()
    const url = await client.authorizationCode.getAuthorizeUri({
      redirectUri,
      state: 'a-state',
      codeVerifier,
      scope: scope.split(' '),
      extraParams: { consent_id: consentId },
    })
    const back = await sendPsu(url)
    const tokens = await client.authorizationCode.getTokenFromCodeRedirect(back, {
      redirectUri,
      state: 'a-state',
      codeVerifier,
    })
    return {
      accessToken: tokens.accessToken,
      refresh: async () => (await client.refreshToken(tokens)).accessToken,
      revoke: () => client.revoke(tokens, 'refresh_token'),
    }
  },
}
