import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'

let bank: TestBank
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let oauth: ReturnType<typeof oauthRequests>
beforeAll(async () => {
  keys = await generateKeyPair('PS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'PS256', use: 'sig' }
  bank = await openTestBank({
    tpps: [
      {
        clientId: 'tpp-signing',
        clientSecret: 'a-secret-of-the-signing-tpp',
        redirectUris: ['https://tpp.example/cb'],
        jwks: { keys: [jwk as { kty: string }] },
      },
    ],
  })
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

describe('a signed request object', () => {
  async function signed(change: Record<string, unknown> = {}, alg = 'PS256', key = keys.privateKey): Promise<string> {
    const seconds = Math.floor(Date.now() / 1000)
    const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation', tppId: 'tpp-signing' })
    const claims = {
      iss: 'tpp-signing',
      aud: testUrl,
      response_type: 'code id_token',
      client_id: 'tpp-signing',
      redirect_uri: 'https://tpp.example/cb',
      scope: 'openid accounts',
      state: 'inside',
      nonce: 'n-1',
      max_age: 86_400,
      iat: seconds,
      exp: seconds + 300,
      claims: { id_token: { openbanking_intent_id: { value: consentId, essential: true } } },
      ...change,
    }
    const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
    return new SignJWT(given).setProtectedHeader({ alg }).sign(key)
  }
  const ask = (request: string) =>
    bank.send({
      url: `/oauth2/authorize?${new URLSearchParams({ client_id: 'tpp-signing', response_type: 'code id_token', scope: 'openid', request })}`,
      headers: browser,
    })

  test('is taken in the shape the framework shows it', async () => {
    expect((await oauth.follow(await ask(await signed()))).body).toContain('Username')
  })

  test.each([
    ['an audience that is not the bank', { aud: 'https://other.example' }, 'invalid_request_object'],
    ['no audience', { aud: undefined }, 'invalid_request_object'],
    ['no end', { exp: undefined }, 'invalid_request_object'],
    ['an end in the past', { exp: 1_700_000_000 }, 'invalid_request_object'],
    ['no nonce', { nonce: undefined }, 'invalid_request'],
    ['another TPP inside', { client_id: 'tpp-demo' }, 'invalid_request_object|invalid_request'],
  ])('is refused with %s', async (_name, change, error) => {
    const response = await ask(await signed(change))
    const text = response.headers.location ?? response.body

    expect([303, 400]).toContain(response.statusCode)
    expect(String(text)).toMatch(new RegExp(error))
    expect(String(response.headers.location ?? '')).not.toMatch('/authorise/')
  })

  test('is refused when another key signed it', async () => {
    const { privateKey } = await generateKeyPair('PS256')

    const response = await ask(await signed({}, 'PS256', privateKey))

    expect(String(response.headers.location ?? response.body)).toContain('invalid_request_object')
  })
})
