/** A certified client against the bank's authorisation server: what it accepts, real TPPs can use. */
import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

const redirectUri = 'http://127.0.0.1/callback'
const hybridTpp = {
  clientId: 'tpp-hybrid',
  clientSecret: 'a-secret-of-32-characters-or-so',
  redirectUris: [redirectUri],
}

let bank: Sandbox
let keys: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  keys = await generateKeyPair('PS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'tpp', alg: 'PS256', use: 'sig' }
  bank = await startSandbox({ tpps: [{ ...hybridTpp, jwks: { keys: [jwk as { kty: string }] } }] })
})

afterAll(() => bank.close())

/** Discovery, with the method of authentication the bank offers. */
function discover(clientId: string, clientSecret: string): Promise<client.Configuration> {
  return client.discovery(new URL(bank.issuer), clientId, {}, client.ClientSecretBasic(clientSecret), {
    execute: [client.allowInsecureRequests],
  })
}

const demo = () => discover('tpp-demo', bank.tpps[0]?.clientSecret ?? '')

async function createConsent(config: client.Configuration, data: Record<string, unknown> = {}): Promise<string> {
  const { access_token } = await client.clientCredentialsGrant(config, { scope: 'accounts' })
  const answer = await fetch(`${bank.bases['1.0.0']}/account-access-consents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'], ...data }, Risk: {} }),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { Data: { ConsentId: string } }).Data.ConsentId
}

/** OpenID Connect Core 3.3.2.11: the left half of the hash, for PS256. */
const halfHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

const claimsOf = (consentId: string) => {
  const intent = { openbanking_intent_id: { value: consentId, essential: true } }
  return JSON.stringify({ userinfo: intent, id_token: intent })
}

async function decide(authorizationUrl: URL, accounts?: readonly string[]): Promise<URL> {
  const answer = await fetch(`${bank.control.url}/authorisations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authorizationUrl: authorizationUrl.href, psu: 'layla', decision: 'approve', accounts }),
  })
  expect(answer.status).toBe(200)
  return new URL(((await answer.json()) as { redirectTo: string }).redirectTo)
}

async function accountsOf(accessToken: string): Promise<{ status: number; ids: string[] }> {
  const answer = await fetch(`${bank.bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${accessToken}` } })
  const body =
    answer.status === 200 ? ((await answer.json()) as { Data: { Account: { AccountId: string }[] } }) : undefined
  return { status: answer.status, ids: body?.Data.Account.map(({ AccountId }) => AccountId) ?? [] }
}

/** Code flow with PKCE, the consent bound by claims, as a TPP does it. */
async function authorise(config: client.Configuration, consentId: string, accounts?: readonly string[]) {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid accounts',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    claims: claimsOf(consentId),
    state,
    nonce,
  })
  const back = await decide(url, accounts)
  const exchange = () =>
    client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
  return { back, exchange }
}

describe('openid-client', () => {
  test('discovers, gets a token of its own, has a PSU approve, exchanges the code, and reads the accounts', async () => {
    const config = await demo()
    const consentId = await createConsent(config)
    const { exchange } = await authorise(config, consentId)

    const tokens = await exchange()

    expect(tokens.claims()).toMatchObject({
      openbanking_intent_id: consentId,
      iss: bank.issuer,
      aud: 'tpp-demo',
      acr: 'urn:openbanking:psd2:sca',
    })
    expect(config.serverMetadata().id_token_signing_alg_values_supported).toEqual([
      decodeProtectedHeader(tokens.id_token ?? '').alg,
    ])
    expect(await accountsOf(tokens.access_token)).toMatchObject({ status: 200, ids: { length: 3 } })
  })

  test('renews its token, for the accounts the PSU picked and no others', async () => {
    const config = await demo()
    const all = await authorise(config, await createConsent(config))
    const { ids } = await accountsOf((await all.exchange()).access_token)
    const { exchange } = await authorise(config, await createConsent(config), ids.slice(1, 2))
    const tokens = await exchange()

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')

    expect(await accountsOf(renewed.access_token)).toEqual({ status: 200, ids: ids.slice(1, 2) })
  })

  test('renews twice at the same time, and both times gets a token that works', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    const { refresh_token = '' } = await exchange()

    const renewed = await Promise.all([1, 2].map(() => client.refreshTokenGrant(config, refresh_token)))

    for (const { access_token } of renewed) expect((await accountsOf(access_token)).status).toBe(200)
  })

  test('revokes its refresh token, and renews no more', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    const { refresh_token = '' } = await exchange()

    await client.tokenRevocation(config, refresh_token)

    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('revokes its token, which the very next request notices', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    const { access_token } = await exchange()
    expect((await accountsOf(access_token)).status).toBe(200)

    await client.tokenRevocation(config, access_token)

    expect((await accountsOf(access_token)).status).toBe(401)
  })

  test('uses the hybrid flow with a signed request object, and finds hashes and nonce right', async () => {
    const config = await discover(hybridTpp.clientId, hybridTpp.clientSecret)
    client.useCodeIdTokenResponseType(config)
    // FAPI 1.0 part 2: the ID token beside the code signs code and state
    client.enableDetachedSignatureResponseChecks(config)
    const consentId = await createConsent(config)
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const request = {
      redirect_uri: redirectUri,
      scope: 'openid accounts',
      claims: claimsOf(consentId),
      state,
      nonce,
    }
    const url = await client.buildAuthorizationUrlWithJAR(config, request, { key: keys.privateKey, kid: 'tpp' })
    const back = await decide(url)
    const answer = new URLSearchParams(back.hash.slice(1))

    expect(back.search).toBe('')
    expect(answer.get('state')).toBe(state)
    expect(decodeProtectedHeader(answer.get('id_token') ?? '').alg).toBe('PS256')
    expect(decodeJwt(answer.get('id_token') ?? '')).toMatchObject({
      acr: 'urn:openbanking:psd2:sca',
      c_hash: halfHash(answer.get('code') ?? ''),
      s_hash: halfHash(state),
    })
    const tokens = await client.authorizationCodeGrant(config, back, { expectedState: state, expectedNonce: nonce })

    expect(tokens.claims()).toMatchObject({ openbanking_intent_id: consentId, nonce })
    expect((await accountsOf(tokens.access_token)).status).toBe(200)
  })
})

describe('openid-client with keys of its own', () => {
  const withKey = () =>
    client.discovery(
      new URL(bank.issuer),
      hybridTpp.clientId,
      {},
      client.PrivateKeyJwt({ key: keys.privateKey, kid: 'tpp' }),
      { execute: [client.allowInsecureRequests] },
    )

  test('authenticates with private_key_jwt and pushes its request, in the plain code flow', async () => {
    const config = await withKey()
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const url = await client.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: redirectUri,
      scope: 'openid accounts',
      claims: claimsOf(await createConsent(config)),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })

    const tokens = await client.authorizationCodeGrant(config, await decide(url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect((await accountsOf(renewed.access_token)).status).toBe(200)
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    expect((await accountsOf(renewed.access_token)).status).toBe(401)
  })
})

describe('the bank', () => {
  test('refuses a code the second time, and ends what the first gave', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    const { access_token } = await exchange()

    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await accountsOf(access_token)).status).toBe(401)
  })

  test('refuses a code that is more than a minute old', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    await bank.clock.advance('PT61S')

    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('lets no token and no refresh token outlive the consent', async () => {
    const config = await demo()
    const inAnHour = new Date(Date.parse(bank.clock.now()) + 3_600_000).toISOString()
    const { exchange } = await authorise(config, await createConsent(config, { ExpirationDateTime: inAnHour }))
    const tokens = await exchange()
    await bank.clock.advance('PT59M')
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect((await accountsOf(renewed.access_token)).status).toBe(200)
    expect(renewed.expires_in).toBeLessThanOrEqual(60)

    await bank.clock.advance('PT2M')

    expect((await accountsOf(renewed.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('renews tokens for 89 days of a consent without an end', async () => {
    const config = await demo()
    const { exchange } = await authorise(config, await createConsent(config))
    const tokens = await exchange()
    await bank.clock.advance('P89D')

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')

    expect((await accountsOf(renewed.access_token)).status).toBe(200)
  })

  test('gives no tokens to a client with another verifier', async () => {
    const config = await demo()
    const { back } = await authorise(config, await createConsent(config))
    const other = createHash('sha256').update('other').digest('base64url')
    const state = back.searchParams.get('state') ?? ''

    await expect(
      client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: other,
        expectedState: state,
        expectedNonce: 'unused',
      }),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
  })
})
