/** Unmodified clients from npm against a bank over HTTP: whichever a TPP uses, code with PKCE, renewal and revocation work. */
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { badgatewayOauth2Client } from './clients/badgateway-oauth2-client.js'
import type { Given, OAuthClient } from './clients/client.js'
import { clientOauth2 } from './clients/client-oauth2.js'
import { expressOpenidConnect } from './clients/express-openid-connect.js'
import { oauth4webapi } from './clients/oauth4webapi.js'
import { openidClient5 } from './clients/openid-client-5.js'
import { openidClient6 } from './clients/openid-client-6.js'
import { passportOauth2 } from './clients/passport-oauth2.js'
import { simpleOauth2 } from './clients/simple-oauth2.js'

const clients: readonly OAuthClient[] = [
  openidClient6,
  openidClient5,
  oauth4webapi,
  simpleOauth2,
  badgatewayOauth2Client,
  clientOauth2,
  expressOpenidConnect,
  passportOauth2,
]

/** A port that is free, for the redirect address of a client that listens. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function approve(bank: Sandbox, authorizationUrl: string): Promise<string> {
  const answer = await fetch(`${bank.control.url}/authorisations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorizationUrl, psu: 'layla', decision: 'approve' }),
  })
  const { redirectTo } = (await answer.json()) as { redirectTo: string }
  return redirectTo
}

async function givenBy(bank: Sandbox): Promise<Given> {
  const discovery = await fetch(`${bank.issuer}/.well-known/oauth-authorization-server`)
  const { clientId = '', clientSecret = '' } = bank.tpps[0] ?? {}
  return {
    issuer: bank.issuer,
    discovered: (await discovery.json()) as Record<string, string>,
    clientId,
    clientSecret,
    redirectUri: `http://127.0.0.1:${await freePort()}/callback`,
    scope: 'openid accounts',
    consentId: await bank.createConsent(),
    sendPsu: (url) => approve(bank, url),
  }
}

const statusWith = async (bank: Sandbox, token: string) =>
  (await fetch(`${bank.bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${token}` } })).status

describe.each([
  ['as it is started', {}],
  ['with refresh tokens that are replaced', { rotateRefreshTokens: true }],
])('with a bank %s', (_name, options) => {
  let bank: Sandbox
  beforeAll(async () => {
    bank = await startSandbox(options)
  })
  afterAll(() => bank.close())

  test.each(clients)('$name gets, renews and revokes tokens', async ({ authorise }) => {
    const session = await authorise(await givenBy(bank))
    expect(await statusWith(bank, session.accessToken)).toBe(200)

    const renewed = await session.refresh()

    expect(renewed).not.toBe(session.accessToken)
    expect(await statusWith(bank, renewed)).toBe(200)
    await session.revoke?.()
    expect(await statusWith(bank, renewed)).toBe(session.revoke ? 401 : 200)
  })
})
