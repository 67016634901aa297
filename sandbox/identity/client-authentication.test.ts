import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

const secret = 'a secret+with/odd%characters: & "quotes"'

let bank: TestBank
let oauth: ReturnType<typeof oauthRequests>
let keys: Keys
let curve: Keys
beforeAll(async () => {
  keys = await generateKeyPair('PS256', { extractable: true })
  curve = await generateKeyPair('ES256', { extractable: true })
  const jwks = {
    keys: [await exportJWK(keys.publicKey), await exportJWK(curve.publicKey)] as { kty: string }[],
  }
  const redirectUris = ['https://tpp.example/cb']
  bank = await openTestBank({
    tpps: [
      { clientId: 'tpp-keys', clientSecret: secret, redirectUris, jwks },
      { clientId: 'tpp-odd', clientSecret: secret, redirectUris },
    ],
  })
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

const secretOf = (clientId: string) => bank.tpps.find((tpp) => tpp.clientId === clientId)?.clientSecret ?? ''

const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

const basic = (clientId: string, given = secretOf(clientId)) =>
  `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(given)}`).toString('base64')}`

const send = (fields: Record<string, string>, authorization?: string, url = '/oauth2/token') =>
  bank.send({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== undefined && { authorization }),
    },
    payload: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts', ...fields }).toString(),
  })

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

interface Signing {
  readonly change?: Record<string, unknown>
  readonly alg?: string
  readonly key?: Keys['privateKey']
}

async function assertion({ change = {}, alg = 'PS256', key = keys.privateKey }: Signing = {}) {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: 'tpp-keys',
    sub: 'tpp-keys',
    aud: `${testUrl}/oauth2/token`,
    jti: crypto.randomUUID(),
    iat: seconds,
    exp: seconds + 60,
    ...change,
  }
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  return new SignJWT(given).setProtectedHeader({ alg }).sign(key)
}

const asserting = async (signing?: Signing) => ({
  client_assertion_type: assertionType,
  client_assertion: await assertion(signing),
})

describe('a TPP authenticates, without a setting of its own,', () => {
  const ways: readonly [string, () => Promise<readonly [Record<string, string>, string?]>][] = [
    ['with HTTP Basic', async () => [{}, basic('tpp-keys')]],
    ['with HTTP Basic and its id in the body', async () => [{ client_id: 'tpp-keys' }, basic('tpp-keys')]],
    ['with its secret in the body', async () => [{ client_id: 'tpp-keys', client_secret: secret }]],
    ['with an assertion', async () => [await asserting()]],
    ['with an assertion and its id', async () => [{ client_id: 'tpp-keys', ...(await asserting()) }]],
    ['with an assertion signed with ES256', async () => [await asserting({ alg: 'ES256', key: curve.privateKey })]],
    ['with an assertion for the issuer', async () => [await asserting({ change: { aud: testUrl } })]],
  ]

  test.each(ways)('%s', async (_name, way) => {
    const response = await send(...(await way()))

    expect([response.statusCode, response.json().token_type]).toEqual([200, 'Bearer'])
  })

  test.each(ways)('at every endpoint: %s', async (_name, way) => {
    for (const url of ['/oauth2/introspect', '/oauth2/revoke']) {
      const [fields, header] = await way()
      expect((await send({ token: 'x', ...fields }, header, url)).statusCode).toBe(200)
    }
  })

  test('and the discovery document says so', async () => {
    const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

    expect((await bank.send({ url: '/.well-known/openid-configuration' })).json()).toMatchObject({
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: ['PS256', 'ES256'],
      request_object_signing_alg_values_supported: ['PS256', 'ES256'],
    })
  })
})

describe('authentication is refused with its reason:', () => {
  const wrong: readonly [string, () => Promise<readonly [Record<string, string>, string?]>, RegExp][] = [
    ['an unknown TPP', async () => [{}, basic('nobody', 'x')], /client_id is not known/],
    ['an unknown TPP in the body', async () => [{ client_id: 'nobody', client_secret: 'x' }], /client_id is not known/],
    ['a wrong secret', async () => [{}, basic('tpp-demo', 'wrong-secret')], /secret is wrong/],
    ['a wrong secret in the body', async () => [{ client_id: 'tpp-odd', client_secret: 'no' }], /secret is wrong/],
    ['nothing but an id', async () => [{ client_id: 'tpp-demo' }], /no client authentication came/],
    [
      'an assertion of a TPP without keys',
      async () => [await asserting({ change: { iss: 'tpp-demo', sub: 'tpp-demo' } })],
      /no jwks is registered/,
    ],
    ['an assertion for somebody else', async () => [await asserting({ change: { aud: 'https://x' } })], /audience/],
    ['an assertion without an audience', async () => [await asserting({ change: { aud: undefined } })], /aud/],
    ['an assertion of another issuer', async () => [await asserting({ change: { iss: 'x' } })], /iss/],
    ['an assertion without an end', async () => [await asserting({ change: { exp: undefined } })], /expiration/],
    ['an assertion that has expired', async () => [await asserting({ change: { exp: 1_700_000_000 } })], /expired/],
    ['an assertion in milliseconds', async () => [await asserting({ change: { exp: Date.now() } })], /milliseconds/],
    ['an assertion without jti', async () => [await asserting({ change: { jti: undefined } })], /jti/],
    [
      'an assertion signed by another key',
      async () => [await asserting({ key: (await generateKeyPair('PS256')).privateKey })],
      /signature/,
    ],
    [
      'an assertion signed with RS256',
      async () => [await asserting({ alg: 'RS256', key: (await generateKeyPair('RS256')).privateKey })],
      /PS256 or ES256/,
    ],
  ]

  test.each(wrong)('%s', async (_name, request, reason) => {
    const [fields, header] = await request()
    const response = await send(fields, header)

    expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client'])
    expect(response.json().error_description).toMatch(reason)
    const challenge = response.headers['www-authenticate']
    if (header === undefined) expect(challenge).toBeUndefined()
    else expect(challenge).toMatch(new RegExp(`^Basic realm="${testUrl}", error="invalid_client", error_description="`))
    if (header !== undefined) expect(challenge).toContain(response.json().error_description)
    expect(response.body).not.toContain('wrong-secret')
  })

  test.each([
    ['two ways at once', async () => [await asserting(), basic('tpp-keys')] as const, /one mechanism/],
    [
      'another id in the body',
      async () => [{ client_id: 'tpp-demo' }, basic('tpp-odd')] as const,
      /client_id mismatch/,
    ],
    ['no way', async () => [{}] as const, /no client authentication/],
    ['another scheme', async () => [{}, 'Bearer x'] as const, /authorization header/],
    [
      'an assertion that is none',
      async () => [{ client_assertion_type: assertionType, client_assertion: 'x' }] as const,
      /client_assertion/,
    ],
    [
      'an assertion without its type',
      async () => [{ client_assertion: await assertion() }] as const,
      /client_assertion_type/,
    ],
  ])('%s', async (_name, request, reason) => {
    const [fields, header] = await request()
    const response = await send(fields, header)

    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request'])
    expect(response.json().error_description).toMatch(reason)
  })

  test('an assertion the second time', async () => {
    const fields = await asserting()
    expect((await send(fields)).statusCode).toBe(200)

    const again = await send(fields)

    expect([again.statusCode, again.json().error]).toEqual([401, 'invalid_client'])
    expect(again.json().error_description).toContain('only be used once')
  })
})

test('an assertion is dated by the system clock, as clients date it, wherever the bank’s clock is', async () => {
  await bank.advance(30 * 86_400_000)

  expect((await send(await asserting())).statusCode).toBe(200)
})

test('the secret is taken as it is, encoded as RFC 6749 has it', async () => {
  expect((await send({}, basic('tpp-odd'))).statusCode).toBe(200)
  expect(oauth.basicOf('tpp-demo')).toMatch(/^Basic /)
})
