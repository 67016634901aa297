import express from 'express'
import { auth, requiresAuth } from 'express-openid-connect'
import type { OAuthClient } from './client.js'

/** A browser that keeps cookies and follows no redirect. */
function createBrowser() {
  const jar = new Map<string, string>()
  return async (url: string) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return answer
  }
}

export const expressOpenidConnect: OAuthClient = {
  name: 'express-openid-connect',
  async authorise({ issuer, discovered, clientId, clientSecret, redirectUri, scope, consentId, sendPsu }) {
    const { port } = new URL(redirectUri)
    const app = express()
    app.use(
      auth({
        issuerBaseURL: issuer,
        baseURL: new URL(redirectUri).origin,
        clientID: clientId,
        clientSecret,
        secret: 'a-long-secret-of-the-application',
        authRequired: false,
        idTokenSigningAlg: String(discovered.id_token_signing_alg_values_supported?.[0]),
        authorizationParams: { response_type: 'code', response_mode: 'query', scope, consent_id: consentId },
      }),
    )
    app.get('/tokens', requiresAuth(), (request, response) => {
      response.json({ access: request.oidc.accessToken?.access_token })
    })
    app.get('/renewed', requiresAuth(), async (request, response) => {
      response.json({ access: (await request.oidc.accessToken?.refresh())?.access_token })
    })
    const server = app.listen(Number(port), '127.0.0.1')
    const { origin } = new URL(redirectUri)
    const open = createBrowser()
    const tokenAt = async (path: string) => {
      const { access } = (await (await open(origin + path)).json()) as { access: string }
      return access
    }
    const login = await open(`${origin}/login`)
    await open(await sendPsu(login.headers.get('location') ?? ''))
    const accessToken = await tokenAt('/tokens')
    return {
      accessToken,
      async refresh() {
        const renewed = await tokenAt('/renewed')
        server.close()
        return renewed
      },
    }
  },
}
