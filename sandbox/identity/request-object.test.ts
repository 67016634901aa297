import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveClock } from '../clock/tenant-clock.js'
import { browser, oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, type TestBank, testNow, testUrl } from '../testing/test-bank.js'

const redirectUri = 'https://tpp.example/cb'
const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

let bank: TestBank
let keys: Keys
let curve: Keys
let oauth: ReturnType<typeof oauthRequests>
beforeAll(async () => {
  keys = await generateKeyPair('PS256', { extractable: true })
  curve = await generateKeyPair('ES256', { extractable: true })
  const jwks = {
    keys: [
      { ...(await exportJWK(keys.publicKey)), alg: 'PS256', use: 'sig' },
      { ...(await exportJWK(curve.publicKey)) },
    ] as { kty: string }[],
  }
  const tpp = {
    clientId: 'tpp-signing',
    clientSecret: 'a-secret-of-the-signing-tpp',
    redirectUris: [redirectUri],
    jwks,
  }
  bank = await openTestBank({ tpps: [tpp] })
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

const bankSeconds = () => Math.floor(bank.tenant.clock.now() / 1000)

async function claimsWith(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const seconds = bankSeconds()
  const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation', tppId: 'tpp-signing' })
  const claims = {
    iss: 'tpp-signing',
    aud: testUrl,
    response_type: 'code id_token',
    client_id: 'tpp-signing',
    redirect_uri: redirectUri,
    scope: 'openid accounts',
    state: 'inside',
    nonce: 'n-1',
    max_age: 86_400,
    iat: seconds,
    nbf: seconds,
    exp: seconds + 300,
    claims: { id_token: { openbanking_intent_id: { value: consentId, essential: true } } },
    ...change,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

const signed = async (change: Record<string, unknown> = {}, alg = 'PS256', key = keys.privateKey) =>
  new SignJWT(await claimsWith(change)).setProtectedHeader({ alg }).sign(key)

const outside = { client_id: 'tpp-signing', response_type: 'code id_token', scope: 'openid', redirect_uri: redirectUri }

const authorise = (parameters: Record<string, string>) =>
  bank.send({ url: `/oauth2/authorize?${new URLSearchParams(parameters)}`, headers: browser })

const ask = (request: string) => authorise({ ...outside, request })

const push = (fields: Record<string, string>) => bank.send(oauth.form('/oauth2/par', fields, 'tpp-signing'))

/** What went back to the TPP, in query or fragment. */
function errorOf(response: Awaited<ReturnType<TestBank['send']>>): Record<string, string> {
  expect(response.statusCode).toBe(303)
  const { search, hash } = new URL(String(response.headers.location))
  return Object.fromEntries(new URLSearchParams(search || hash.slice(1)))
}

const leadsToPage = async (response: Awaited<ReturnType<TestBank['send']>>) =>
  (await oauth.follow(response)).body.includes('Username')

describe('a signed request object', () => {
  test('is taken in the shape the framework shows it, with the nbf of FAPI', async () => {
    expect(await leadsToPage(await ask(await signed()))).toBe(true)
  })

  test('may be signed with ES256', async () => {
    expect(await leadsToPage(await ask(await signed({}, 'ES256', curve.privateKey)))).toBe(true)
  })

  test('needs nothing outside but the client id', async () => {
    const response = await authorise({ client_id: 'tpp-signing', request: await signed() })

    expect(await leadsToPage(response)).toBe(true)
  })

  test('is dated by the bank’s clock, wherever that is moved', async () => {
    const early = await signed()
    await bank.advance(2 * 3_600_000)
    expect(errorOf(await ask(early)).error_description).toContain('expired')
    expect(await leadsToPage(await ask(await signed()))).toBe(true)

    await moveClock(bank.tenant, (clock) => clock.set(Date.parse('2020-01-01T00:00:00Z')))
    expect(await leadsToPage(await ask(await signed()))).toBe(true)
    const pushed = await push({ request: await signed(challenge) })
    expect(pushed.json()).toMatchObject({ expires_in: 60 })
    await moveClock(bank.tenant, (clock) => clock.set(testNow))
  })

  test.each([
    ['an audience that is not the bank', { aud: 'https://other.example' }, 'invalid_request_object', 'audience'],
    ['no audience', { aud: undefined }, 'invalid_request_object', 'audience'],
    ['another issuer', { iss: 'tpp-demo' }, 'invalid_request_object', 'issuer'],
    ['no end', { exp: undefined }, 'invalid_request_object', 'has no exp'],
    ['no beginning', { nbf: undefined }, 'invalid_request_object', 'has no nbf'],
    ['an end in the past', { exp: 1_700_000_000 }, 'invalid_request_object', 'expired'],
    ['an end in milliseconds', { exp: testNow + 300_000 }, 'invalid_request_object', 'not milliseconds'],
    ['an end in ten years', { exp: testNow / 1000 + 315_360_000 }, 'invalid_request_object', 'more than 60 minutes'],
    ['no nonce', { nonce: undefined }, 'invalid_request', 'nonce'],
    ['another TPP inside', { client_id: 'tpp-demo' }, 'invalid_request_object', 'client_id'],
    ['another response type inside', { response_type: 'code' }, 'invalid_request_object', 'response_type'],
    ['a request object inside', { request: 'x.y.z' }, 'invalid_request_object', 'request'],
  ])('is refused with %s, and with the reason', async (_name, change, error, reason) => {
    const answer = errorOf(await ask(await signed(change)))

    expect(answer.error).toBe(error)
    expect(answer.error_description).toContain(reason)
  })

  test.each([
    ['another key', 'PS256', () => generateKeyPair('PS256').then(({ privateKey }) => privateKey), 'signature'],
    ['RS256', 'RS256', () => generateKeyPair('RS256').then(({ privateKey }) => privateKey), 'alg'],
  ])('is refused when %s signed it, and with the reason', async (_name, alg, key, reason) => {
    const answer = errorOf(await ask(await signed({}, alg, await key())))

    expect(answer).toMatchObject({ error: 'invalid_request_object' })
    expect(answer.error_description).toContain(reason)
  })

  test.each(['x.y.z', 'nothing'])('is refused when it is %s', async (request) => {
    expect(errorOf(await ask(request))).toMatchObject({ error: 'invalid_request_object' })
  })

  test('is refused without a signature', async () => {
    const answer = errorOf(await ask(new UnsecuredJWT(await claimsWith()).encode()))

    expect(answer).toMatchObject({ error: 'invalid_request_object' })
  })

  test('alone counts: what is outside is not looked at', async () => {
    const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation', tppId: 'tpp-signing' })
    const request = await signed({ nonce: undefined, claims: undefined, state: undefined })

    const answer = errorOf(await authorise({ ...outside, request, nonce: 'outside', consent_id: consentId }))

    expect(answer).toMatchObject({ error: 'invalid_request', error_description: expect.stringContaining('nonce') })
    expect(answer).not.toHaveProperty('state')
  })
})

describe('a TPP with keys', () => {
  const code = async () => ({
    ...outside,
    ...challenge,
    response_type: 'code',
    scope: 'openid accounts',
    consent_id: (await bank.consent({ status: 'AwaitingAuthorisation', tppId: 'tpp-signing' })).consentId,
  })

  test('may use the plain code flow with PKCE', async () => {
    expect(await leadsToPage(await authorise(await code()))).toBe(true)
    expect((await oauth.approve(new URLSearchParams(await code()))).searchParams.has('code')).toBe(true)
  })

  test('may sign the request of the plain code flow', async () => {
    const request = await signed({ response_type: 'code', ...challenge })

    expect(await leadsToPage(await authorise({ ...outside, response_type: 'code', request }))).toBe(true)
  })

  test('may push a request of the plain code flow, signed or not', async () => {
    for (const fields of [await code(), { request: await signed({ response_type: 'code', ...challenge }) }]) {
      const pushed = await push(fields)
      expect(pushed.statusCode).toBe(201)
      const { request_uri } = pushed.json() as { request_uri: string }
      expect(await leadsToPage(await authorise({ client_id: 'tpp-signing', request_uri }))).toBe(true)
    }
  })

  test('may push a signed request of the hybrid flow, with PKCE', async () => {
    const pushed = await push({ request: await signed(challenge) })

    const { request_uri } = pushed.json() as { request_uri: string }
    expect(await leadsToPage(await authorise({ client_id: 'tpp-signing', request_uri }))).toBe(true)
  })

  test.each([
    [
      'a hybrid request that is not signed',
      async () => ({ ...(await code()), response_type: 'code id_token', nonce: 'n' }),
      'request object',
    ],
    ['a signed one without PKCE', async () => ({ request: await signed() }), 'PKCE'],
    [
      'a signed one that lasts too long',
      async () => ({ request: await signed({ ...challenge, exp: testNow / 1000 + 7200 }) }),
      '60 minutes',
    ],
    ['one signed by nobody', async () => ({ request: new UnsecuredJWT(await claimsWith(challenge)).encode() }), 'alg'],
  ])('may not push %s', async (_name, fields, reason) => {
    const pushed = await push(await fields())

    expect(pushed.statusCode).toBe(400)
    expect(pushed.json().error_description).toContain(reason)
  })
})

describe('the hybrid flow without a signed request object', () => {
  test.each([
    ['of a TPP with keys', 'tpp-signing', redirectUri, {}],
    ['of a TPP with keys, with PKCE', 'tpp-signing', redirectUri, challenge],
    ['of a TPP without keys', 'tpp-demo', 'https://tpp.example/callback', challenge],
  ])('%s is refused with what to do, in the fragment', async (_name, clientId, address, change) => {
    const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation', tppId: clientId })
    const response = await authorise({
      ...outside,
      ...change,
      client_id: clientId,
      redirect_uri: address,
      scope: 'openid accounts',
      nonce: 'n',
      consent_id: consentId,
    })

    expect(new URL(String(response.headers.location)).search).toBe('')
    expect(errorOf(response)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/request object signed.*use response_type code with PKCE/),
    })
  })
})
