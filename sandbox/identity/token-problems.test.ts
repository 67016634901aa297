import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

let bank: TestBank
let oauth: ReturnType<typeof oauthRequests>
beforeAll(async () => {
  bank = await openTestBank()
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

async function newTokens() {
  const parameters = await oauth.parameters()
  const code = (await oauth.approve(parameters)).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: 'https://tpp.example/callback' }
  const answer = await bank.send(oauth.form('/oauth2/token', { ...form, code_verifier: verifier }))
  const { access_token, refresh_token, id_token } = answer.json() as Record<string, string>
  return {
    consentId: parameters.get('consent_id') ?? '',
    access: String(access_token),
    refresh: String(refresh_token),
    id: String(id_token),
  }
}

const ownToken = async () =>
  (await bank.send(oauth.form('/oauth2/token', { grant_type: 'client_credentials' }))).json().access_token as string

const read = (authorization: string | undefined, url = pathOf('1.0.0', '/accounts')) =>
  bank.send({ url, ...(authorization !== undefined && { headers: { authorization } }) })

/** RFC 6750 section 3: what a description may be made of. */
const challenge = /^Bearer error="(\w+)", error_description="([\x20\x21\x23-\x5b\x5d-\x7e]+)"$/

describe('401 names no error', () => {
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic dHBwOng=', 'Digest x', 'not-a-scheme'])(
    'where no token came: %j',
    async (authorization) => {
      const response = await read(authorization)

      expect(response.statusCode).toBe(401)
      expect(response.headers['www-authenticate']).toBe('Bearer')
    },
  )
})

describe('401 says what is wrong with', () => {
  const ended: readonly [string, () => Promise<string>, RegExp][] = [
    ['a token that is none', async () => 'garbage', /not known/],
    ['two tokens', async () => 'one two', /one token/],
    ['a token of odd characters', async () => 'ä"\\', /one token/],
    ['a JWT', async () => (await newTokens()).id, /JWT/],
    ['a refresh token', async () => (await newTokens()).refresh, /refresh token, not an access token/],
    ['a token that has expired', async () => expired(), /expired at 2030-01-15T\S+; the bank's clock says/],
    ['an own token that has expired', async () => expiredOwn(), /expired at/],
    ['a token that was revoked', async () => revoked((await newTokens()).access), /revoked/],
    ['an own token that was revoked', async () => revoked(await ownToken()), /revoked/],
    ['a token whose consent was revoked', async () => withdrawn(), /consent is Revoked/],
    [
      'a token whose consent has expired',
      async () => bank.token({ scope: 'openid accounts', consent: await past() }),
      /consent expired/,
    ],
    [
      'a token whose consent was deleted',
      async () => bank.token({ scope: 'openid accounts', consent: { ...(await past()), grantId: 'gone' } }),
      /deleted/,
    ],
    [
      'a token whose TPP is gone',
      async () => bank.token({ clientId: 'nobody' }),
      /TPP of the access token is not known/,
    ],
  ]
  const expired = async () => {
    const { access } = await newTokens()
    await bank.advance(1_801_000)
    return access
  }
  const expiredOwn = async () => {
    const access = await ownToken()
    await bank.advance(1_801_000)
    return access
  }
  const revoked = async (token: string) => {
    await bank.send(oauth.form('/oauth2/revoke', { token }))
    return token
  }
  const past = () => bank.consent({ expirationDateTime: '2030-01-15T08:00:00+03:00' })
  const withdrawn = async () => {
    const { access, consentId } = await newTokens()
    await bank.send({
      method: 'PATCH',
      url: pathOf('1.0.0', `/account-access-consents/${consentId}`),
      headers: { authorization: `Bearer ${await ownToken()}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ Data: { Status: 'Revoked' } }),
    })
    return access
  }

  test.each(ended)('%s', async (_name, make, reason) => {
    const token = await make()
    const response = await read(`Bearer ${token}`)

    expect([response.statusCode, response.body]).toEqual([401, ''])
    const [, error, description] = challenge.exec(String(response.headers['www-authenticate'])) ?? []
    expect(error).toBe('invalid_token')
    expect(description).toMatch(reason)
    if (token.length > 10) expect(description).not.toContain(token)
  })

  /** Tokens that came from the token endpoint, where userinfo knows its own error for others. */
  const issued = ended.filter(([name]) => /that has expired|that was revoked|was revoked$|refresh token|JWT/.test(name))

  test.each(issued)('%s, at userinfo too', async (_name, make, reason) => {
    const response = await read(`Bearer ${await make()}`, '/oauth2/userinfo')

    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer .*error="\w+", error_description="[^"]+"/)
    expect(response.json().error_description).toMatch(reason)
  })
})

test('403 for a missing scope names the scope', async () => {
  const response = await read(`Bearer ${await bank.token({ scope: 'payments' })}`)

  expect(response.statusCode).toBe(403)
  expect(response.headers['www-authenticate']).toBe(
    'Bearer error="insufficient_scope", error_description="the token needs the scope accounts", scope="accounts"',
  )
})
