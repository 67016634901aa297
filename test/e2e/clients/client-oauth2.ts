import ClientOAuth2 from 'client-oauth2'
import { type OAuthClient, pkce } from './client.js'

export const clientOauth2: OAuthClient = {
  name: 'client-oauth2',
  async authorise({ discovered, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const client = new ClientOAuth2({
      clientId,
      clientSecret,
      accessTokenUri: discovered.token_endpoint ?? '',
      authorizationUri: discovered.authorization_endpoint ?? '',
      redirectUri,
      scopes: scope.split(' '),
      state: 'a-state',
    })
    const { verifier, challenge } = await pkce()
    const url = client.code.getUri({
      query: { consent_id: consentId, code_challenge: challenge, code_challenge_method: 'S256' },
    })
    const tokens = await client.code.getToken(await sendPsu(url), { body: { code_verifier: verifier } })
    return {
      accessToken: tokens.accessToken,
      refresh: async () => (await tokens.refresh()).accessToken,
    }
  },
}
