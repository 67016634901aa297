import { generators, Issuer } from 'openid-client-5'
import type { OAuthClient } from './client.js'

export const openidClient5: OAuthClient = {
  name: 'openid-client 5',
  async authorise({ issuer, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const bank = await Issuer.discover(issuer)
    const [algorithm] = bank.metadata.id_token_signing_alg_values_supported as string[]
    const client = new bank.Client({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      ...(algorithm && { id_token_signed_response_alg: algorithm }),
    })
    const verifier = generators.codeVerifier()
    const state = generators.state()
    const url = client.authorizationUrl({
      scope,
      consent_id: consentId,
      code_challenge: generators.codeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    const parameters = client.callbackParams(await sendPsu(url))
    const tokens = await client.callback(redirectUri, parameters, { code_verifier: verifier, state })
    const refreshToken = tokens.refresh_token ?? ''
    return {
      accessToken: tokens.access_token ?? '',
      refresh: async () => (await client.refresh(refreshToken)).access_token ?? '',
      revoke: () => client.revoke(refreshToken),
    }
  },
}
