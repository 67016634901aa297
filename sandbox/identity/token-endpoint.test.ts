import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const redirectUri = 'https://tpp.example/callback'
/** The verifier of the challenge that test requests have (RFC 7636 appendix B). */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const otherVerifier = 'another-verifier-than-the-one-of-the-challenge'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

let bank: TestBank
let rotating: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  rotating = await openTestBank({ rotateRefreshTokens: true })
})
afterAll(() => Promise.all([bank.close(), rotating.close()]))

const token = (fields: Record<string, string> | string, at = bank, clientId = 'tpp-demo') => {
  const { form } = oauthRequests(at)
  const sent = form('/oauth2/token', typeof fields === 'string' ? {} : fields, clientId)
  return at.send(typeof fields === 'string' ? { ...sent, payload: fields } : sent)
}

async function newCode(at = bank): Promise<string> {
  const oauth = oauthRequests(at)
  return (await oauth.approve(await oauth.parameters())).searchParams.get('code') ?? ''
}

const exchange = (code: string, change: Record<string, string> = {}, at = bank, clientId = 'tpp-demo') =>
  token(
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, ...change },
    at,
    clientId,
  )

const refresh = (refreshToken: string, change: Record<string, string> = {}, at = bank, clientId = 'tpp-demo') =>
  token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change }, at, clientId)

const newTokens = async (at = bank) => (await exchange(await newCode(at), {}, at)).json() as Tokens

const statusWith = async (accessToken: string, at = bank) =>
  (await at.send({ url: pathOf('1.0.0', '/accounts'), headers: { authorization: `Bearer ${accessToken}` } })).statusCode

type Answered = Awaited<ReturnType<TestBank['send']>>

const errorOf = (response: Answered) => [response.statusCode, response.json().error]

describe.each([
  ['as it is started', () => bank],
  ['that replaces refresh tokens', () => rotating],
])('at a bank %s', (_bank, at) => {
  describe('a code is not spent', () => {
    const twice = (code: string, name: string, value: string) =>
      token(
        `${new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })}&${name}=${value}`,
        at(),
      )
    const refused: readonly [string, (code: string) => Promise<Answered>, string][] = [
      ['wrong verifier', (code) => exchange(code, { code_verifier: otherVerifier }, at()), 'invalid_grant'],
      ['no verifier', (code) => exchange(code, { code_verifier: '' }, at()), 'invalid_grant'],
      ['short verifier', (code) => exchange(code, { code_verifier: 'short' }, at()), 'invalid_request'],
      ['other address', (code) => exchange(code, { redirect_uri: 'https://tpp.example/cb' }, at()), 'invalid_grant'],
      ['no address', (code) => exchange(code, { redirect_uri: '' }, at()), 'invalid_request'],
      ['another TPP', (code) => exchange(code, {}, at(), 'tpp-other'), 'invalid_grant'],
      ['another TPP named in the body', (code) => exchange(code, { client_id: 'tpp-other' }, at()), 'invalid_request'],
      ['two ways to authenticate', (code) => exchange(code, { client_secret: 'x' }, at()), 'invalid_request'],
      ['another grant type', (code) => exchange(code, { grant_type: 'password' }, at()), 'unsupported_grant_type'],
      ['no grant type', (code) => exchange(code, { grant_type: '' }, at()), 'invalid_request'],
      ['refresh instead', (code) => refresh(code, {}, at()), 'invalid_grant'],
      ['code sent twice', (code) => twice(code, 'code', 'x'), 'invalid_request'],
      ['verifier sent twice', (code) => twice(code, 'code_verifier', verifier), 'invalid_request'],
    ]

    test.each(refused)('by a refused request: %s', async (_name, ask, error) => {
      const code = await newCode(at())

      expect((await ask(code)).json().error).toBe(error)
      const tokens = (await exchange(code, {}, at())).json() as Tokens
      expect(await statusWith(tokens.access_token, at())).toBe(200)
    })

    test('by a wrong secret', async () => {
      const code = await newCode(at())
      const { headers, ...right } = oauthRequests(at()).form('/oauth2/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      const authorization = `Basic ${btoa('tpp-demo:wrong')}`

      expect(errorOf(await at().send({ ...right, headers: { ...headers, authorization } }))).toEqual([
        401,
        'invalid_client',
      ])
      expect((await exchange(code, {}, at())).statusCode).toBe(200)
    })
  })

  test.each([
    { scope: 'openid accounts offline_access' },
    { scope: 'everything' },
    { scope: '"' },
    { scope: 'payments' },
    { resource: 'https://api.example', audience: 'x' },
    { nonce: 'x', state: 'x', response_type: 'code' },
    { refresh_token: 'x' },
    { authorization_details: '[{]' },
    { unknown: 'x' },
  ])('a code is exchanged with %j beside it, which is ignored', async (more) => {
    const response = await exchange(await newCode(at()), more, at())

    expect([response.statusCode, response.json().scope]).toEqual([200, 'openid accounts'])
    expect(await statusWith(response.json().access_token, at())).toBe(200)
  })

  test.each([{ code: 'x' }, { code_verifier: 'x', redirect_uri: 'x' }, { resource: 'x' }, { unknown: 'x' }])(
    'a token is renewed with %j beside it, which is ignored',
    async (more) => {
      const { refresh_token } = await newTokens(at())

      expect((await refresh(refresh_token, more, at())).statusCode).toBe(200)
    },
  )

  test('a refresh token is not spent by a refused request', async () => {
    const { refresh_token } = await newTokens(at())

    expect(errorOf(await refresh(refresh_token, { scope: 'openid accounts payments' }, at()))[1]).toBe('invalid_scope')
    expect(errorOf(await refresh(refresh_token, { scope: 'everything' }, at()))[1]).toBe('invalid_scope')
    expect(errorOf(await refresh(refresh_token, {}, at(), 'tpp-other'))[1]).toBe('invalid_grant')
    expect((await refresh(refresh_token, { scope: 'accounts' }, at())).json()).toMatchObject({ scope: 'accounts' })
  })

  test('a code that is used twice ends what it gave', async () => {
    const code = await newCode(at())
    const { access_token, refresh_token } = (await exchange(code, {}, at())).json() as Tokens

    expect((await exchange(code, {}, at())).json()).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('was used before'),
    })
    expect(await statusWith(access_token, at())).toBe(401)
    expect(errorOf(await refresh(refresh_token, {}, at()))).toEqual([400, 'invalid_grant'])
    expect((await exchange(code, {}, at())).json().error_description).toContain('was used before')
  })
})

describe('a refresh token', () => {
  test('stays the same', async () => {
    const { refresh_token } = await newTokens()

    expect((await refresh(refresh_token)).json().refresh_token).toBe(refresh_token)
  })

  test('is replaced where the bank replaces them, and ends all tokens when it is used again', async () => {
    const first = await newTokens(rotating)
    const second = (await refresh(first.refresh_token, {}, rotating)).json() as Tokens
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusWith(second.access_token, rotating)).toBe(200)

    const again = await refresh(first.refresh_token, {}, rotating)

    expect(again.json()).toMatchObject({ error: 'invalid_grant', error_description: expect.stringContaining('used') })
    expect(await statusWith(second.access_token, rotating)).toBe(401)
    expect(errorOf(await refresh(second.refresh_token, {}, rotating))).toEqual([400, 'invalid_grant'])
  })
})

describe('a refused grant says why:', () => {
  const endedConsent = async () => {
    const oauth = oauthRequests(bank)
    const parameters = await oauth.parameters()
    const code = (await oauth.approve(parameters)).searchParams.get('code') ?? ''
    const tokens = (await exchange(code)).json() as Tokens
    const { access_token } = (await token({ grant_type: 'client_credentials', scope: 'accounts' })).json() as Tokens
    const revoked = await bank.send({
      method: 'PATCH',
      url: pathOf('1.0.0', `/account-access-consents/${parameters.get('consent_id')}`),
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ Data: { Status: 'Revoked' } }),
    })
    expect(revoked.statusCode).toBeLessThan(300)
    return tokens
  }
  const reasons: readonly [string, () => Promise<Answered>, RegExp][] = [
    ['an unknown code', () => exchange('nothing'), /^the code is not known/],
    ['a used code', async () => exchangeTwice(), /^the code was used before/],
    ['an expired code', async () => exchangeLate(), /^the code expired at .*the bank's clock says 20/],
    [
      'the code of another TPP',
      async () => exchange(await newCode(), {}, bank, 'tpp-other'),
      /issued to another client/,
    ],
    [
      'a wrong verifier',
      async () => exchange(await newCode(), { code_verifier: otherVerifier }),
      /^code_verifier does not match/,
    ],
    ['no verifier', async () => exchange(await newCode(), { code_verifier: '' }), /^code_verifier is missing/],
    [
      'another address',
      async () => exchange(await newCode(), { redirect_uri: 'https://x.example/' }),
      /^redirect_uri is not the one/,
    ],
    ['an unknown refresh token', () => refresh('nothing'), /^the refresh token is not known/],
    [
      'the refresh token of another TPP',
      async () => refresh((await newTokens()).refresh_token, {}, bank, 'tpp-other'),
      /issued to another client/,
    ],
    [
      'a refresh token of a revoked consent',
      async () => refresh((await endedConsent()).refresh_token),
      /consent is Revoked|revoked/,
    ],
    ['a refresh token that was revoked', async () => refresh(await revokedToken()), /was revoked/],
    ['an expired refresh token', async () => refreshLate(), /^the refresh token expired at/],
  ]
  const exchangeTwice = async () => {
    const code = await newCode()
    await exchange(code)
    return exchange(code)
  }
  const exchangeLate = async () => {
    const code = await newCode()
    await bank.advance(61_000)
    return exchange(code)
  }
  const refreshLate = async () => {
    const { refresh_token } = await newTokens()
    await bank.advance(91 * 86_400_000)
    return refresh(refresh_token)
  }
  const revokedToken = async () => {
    const { refresh_token } = await newTokens()
    await bank.send(oauthRequests(bank).form('/oauth2/revoke', { token: refresh_token }))
    return refresh_token
  }

  test.each(reasons)('%s', async (_name, ask, reason) => {
    const response = await ask()

    expect(errorOf(response)).toEqual([400, 'invalid_grant'])
    expect(response.json().error_description).toMatch(reason)
    expect(response.json().error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  })
})

describe('client credentials', () => {
  test.each([
    [{}, 'accounts payments'],
    [{ scope: '' }, 'accounts payments'],
    [{ scope: 'accounts' }, 'accounts'],
    [{ scope: 'payments' }, 'payments'],
    [{ scope: 'openid accounts' }, 'openid accounts'],
  ] as [Record<string, string>, string][])('with %j get the scope %s, which the answer says', async (more, scope) => {
    const response = await token({ grant_type: 'client_credentials', ...more })

    expect([response.statusCode, response.json().scope]).toEqual([200, scope])
    const { access_token } = response.json() as Tokens
    const introspected = await bank.send(oauthRequests(bank).form('/oauth2/introspect', { token: access_token }))
    expect(introspected.json()).toMatchObject({ active: true, scope })
  })

  test.each(['openid', 'everything', 'accounts everything', 'offline_access', 'Accounts'])(
    'with the scope %j, which would do nothing or is not known, are refused',
    async (scope) => {
      expect(errorOf(await token({ grant_type: 'client_credentials', scope }))).toEqual([400, 'invalid_scope'])
    },
  )
})

test('revocation answers JSON, which some clients want', async () => {
  const response = await bank.send(oauthRequests(bank).form('/oauth2/revoke', { token: 'nothing' }))

  expect([response.statusCode, response.body]).toEqual([200, '{}'])
  expect(response.headers['content-type']).toMatch('application/json')
})
