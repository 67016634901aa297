import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, oauthRequests } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'

let bank: TestBank
let oauth: ReturnType<typeof oauthRequests>
beforeAll(async () => {
  bank = await openTestBank()
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

describe('the token endpoint', () => {
  const grant = { grant_type: 'client_credentials', scope: 'accounts' }

  test.each([
    ['no credentials', { headers: { authorization: '' } }, 400, 'invalid_request'],
    ['a wrong secret', { headers: { authorization: `Basic ${btoa('tpp-demo:wrong')}` } }, 401, 'invalid_client'],
    ['an unknown TPP', { headers: { authorization: `Basic ${btoa('nobody:wrong')}` } }, 401, 'invalid_client'],
    [
      'JSON',
      { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(grant) },
      400,
      'invalid_request',
    ],
    ['no body', { payload: '' }, 400, 'invalid_request'],
    ['an unknown grant', { payload: 'grant_type=password&username=layla' }, 400, 'unsupported_grant_type'],
    ['a code that is none', { payload: 'grant_type=authorization_code&code=x&redirect_uri=y' }, 400, 'invalid_grant'],
    ['a refresh token that is none', { payload: 'grant_type=refresh_token&refresh_token=x' }, 400, 'invalid_grant'],
    ['an unknown scope', { payload: 'grant_type=client_credentials&scope=everything' }, 400, 'invalid_scope'],
    [
      'a body over the limit',
      { payload: `grant_type=client_credentials&x=${'x'.repeat(100_000)}` },
      400,
      'invalid_request',
    ],
  ])('answers %s with an error of RFC 6749', async (_name, change, status, error) => {
    const right = oauth.form('/oauth2/token', grant)
    const response = await bank.send({
      ...right,
      ...change,
      headers: { ...right.headers, ...('headers' in change && change.headers) },
    })

    expect([response.statusCode, response.json().error]).toEqual([status, error])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-fapi-interaction-id': expect.any(String),
    })
  })

  test('shows no secret in what it says', async () => {
    const response = await bank.send({
      ...oauth.form('/oauth2/token', grant),
      headers: {
        authorization: `Basic ${btoa('tpp-demo:my-wrong-secret')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    })

    expect(response.body + bank.log.join('')).not.toContain('my-wrong-secret')
  })
})

describe('introspection', () => {
  const introspect = (token: string, clientId = 'tpp-demo') =>
    bank.send(oauth.form('/oauth2/introspect', { token }, clientId)).then((response) => response.json() as unknown)
  const issue = async () => {
    const response = await bank.send(
      oauth.form('/oauth2/token', { grant_type: 'client_credentials', scope: 'accounts' }),
    )
    return (response.json() as { access_token: string }).access_token
  }

  test('answers a TPP about its own token', async () => {
    expect(await introspect(await issue())).toMatchObject({ active: true, scope: 'accounts', client_id: 'tpp-demo' })
  })

  test.each(['nonsense', ''])('says of the token %j that it is not active', async (token) => {
    expect(await introspect(token)).toEqual(
      token === '' ? expect.objectContaining({ error: 'invalid_request' }) : { active: false },
    )
  })

  test('says nothing of the token of another TPP', async () => {
    expect(await introspect(await issue(), 'tpp-other')).toEqual({ active: false })
  })

  test('says of a token that has ended that it is not active', async () => {
    const token = await issue()
    await bank.advance(1_800_000)

    expect(await introspect(token)).toEqual({ active: false })
  })
})

describe('what the library would answer with its own page or text', () => {
  test.each([
    ['GET', '/oauth2/authorize', 400],
    ['GET', '/oauth2/authorize/nothing', 404],
    ['HEAD', '/oauth2/authorize', 400],
    ['GET', '/oauth2/unknown', 404],
    ['GET', '/oauth2', 404],
    ['GET', '/oauth2/token', 405],
    ['DELETE', '/oauth2/authorize', 405],
    ['OPTIONS', '/oauth2/token', 405],
    ['OPTIONS', '/oauth2/jwks', 405],
    ['POST', '/.well-known/openid-configuration', 405],
    ['GET', '/.well-known/nothing', 404],
    ['GET', '/oauth2/userinfo', 401],
    ['POST', '/oauth2/userinfo', 401],
    ['POST', '/oauth2/revoke', 400],
    ['POST', '/oauth2/introspect', 400],
    ['POST', '/oauth2/par', 400],
  ] as const)('%s %s is %i in our shape', async (method, url, status) => {
    const response = await bank.send({ method, url, headers: browser })

    expect(response.statusCode).toBe(status)
    if (url.startsWith('/oauth2/authorize') && status === 400) {
      if (method === 'GET') expectOurPage(response)
      return
    }
    expect(response.headers['content-type']).toBe(response.body === '' ? undefined : 'application/json; charset=utf-8')
    if (response.body !== '') expect(response.json()).toHaveProperty('error')
  })

  test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth2/jwks'])(
    '%s is there for HEAD as for GET',
    async (url) => {
      const [get, head] = [await bank.send({ url }), await bank.send({ method: 'HEAD', url })]

      expect([get.statusCode, head.statusCode, head.body]).toEqual([200, 200, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
    },
  )

  test('discovery names the public address whatever Host the caller sends, and only what is offered', async () => {
    const response = await bank.send({
      url: '/.well-known/openid-configuration',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })

    expect(response.body).not.toContain('evil.example')
    expect(response.json()).toMatchObject({
      issuer: testUrl,
      authorization_endpoint: `${testUrl}/oauth2/authorize`,
      token_endpoint: `${testUrl}/oauth2/token`,
      response_types_supported: ['code', 'code id_token'],
      response_modes_supported: ['query', 'fragment'],
      id_token_signing_alg_values_supported: ['PS256'],
    })
  })
})
