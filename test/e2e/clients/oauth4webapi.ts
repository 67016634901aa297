import * as oauth from 'oauth4webapi'
import type { OAuthClient } from './client.js'

const insecure = { [oauth.allowInsecureRequests]: true }

export const oauth4webapi: OAuthClient = {
  name: 'oauth4webapi',
  async authorise({ issuer, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const at = new URL(issuer)
    const bank = await oauth.processDiscoveryResponse(at, await oauth.discoveryRequest(at, insecure))
    const client: oauth.Client = { client_id: clientId }
    const secret = oauth.ClientSecretPost(clientSecret)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const parameters = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
      consent_id: consentId,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
    const back = new URL(await sendPsu(`${bank.authorization_endpoint}?${parameters}`))
    const code = oauth.validateAuthResponse(bank, client, back, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      bank,
      client,
      secret,
      code,
      redirectUri,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(bank, client, answer)
    const refreshToken = tokens.refresh_token ?? ''
    return {
      accessToken: tokens.access_token,
      async refresh() {
        const renewed = await oauth.refreshTokenGrantRequest(bank, client, secret, refreshToken, insecure)
        return (await oauth.processRefreshTokenResponse(bank, client, renewed)).access_token
      },
      async revoke() {
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(bank, client, secret, refreshToken, insecure),
        )
      },
    }
  },
}
