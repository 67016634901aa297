import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, locationOf, oauthRequests } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'

const ownQuery = 'https://tpp.example/cb?return=%2Fx&flag&name=a%20b~'
const secret = 'a-secret-of-some-length'

let bank: TestBank
let oauth: ReturnType<typeof oauthRequests>
beforeAll(async () => {
  bank = await openTestBank({ tpps: [{ clientId: 'tpp-query', clientSecret: secret, redirectUris: [ownQuery] }] })
  oauth = oauthRequests(bank)
})
afterAll(() => bank.close())

describe('an authorisation request', () => {
  test('leads to the page of the bank, without a page on the way', async () => {
    const response = await oauth.authorise()

    expect([response.statusCode, response.body, response.headers['content-type']]).toEqual([303, '', undefined])
    expect(response.headers.location).toMatch(new RegExp(`^${testUrl}/authorise/[\\w-]{20,}$`))
    expect((await oauth.follow(response)).body).toContain('Username')
  })

  test.each([
    ['prompt', 'login'],
    ['prompt', 'consent'],
    ['max_age', '0'],
    ['scope', 'accounts'],
    ['scope', 'openid accounts payments'],
    ['scope', 'openid accounts email'],
    ['display', 'popup'],
    ['acr_values', 'urn:openbanking:psd2:sca'],
    ['response_mode', 'fragment'],
    ['unknown_parameter', 'x'],
  ])('may have %s=%s', async (name, value) => {
    expect((await oauth.follow(await oauth.authorise({ [name]: value }))).body).toContain('Username')
  })

  test.each([
    [{ prompt: 'none' }, 'consent_required'],
    [{ prompt: 'create' }, 'invalid_request'],
    [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
    [{ response_mode: 'web_message' }, 'unsupported_response_mode'],
    [{ response_type: 'none' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ scope: 'openid' }, 'invalid_scope'],
    [{ consent_id: undefined }, 'invalid_request'],
    [{ consent_id: 'nothing' }, 'invalid_request'],
    [{ claims: '{bad' }, 'invalid_request'],
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ request: 'x.y.z' }, 'invalid_request_object'],
    [{ request_uri: 'https://tpp.example/request' }, 'request_uri_not_supported'],
    [{ registration: '{}' }, 'registration_not_supported'],
    [{ id_token_hint: 'x' }, 'invalid_request'],
  ])('with %j goes back with %s, state and issuer, and without a page', async (change, error) => {
    const response = await oauth.authorise(change)

    expect([response.statusCode, response.body]).toEqual([303, ''])
    expect(`${locationOf(response).origin}${locationOf(response).pathname}`).toBe('https://tpp.example/callback')
    expect(Object.fromEntries(locationOf(response).searchParams)).toMatchObject({
      error,
      state: 'a state',
      iss: testUrl,
    })
  })

  test.each([
    [{ state: undefined }, null],
    [{ state: '' }, null],
  ])('with %j goes back without state', async (change, state) => {
    const response = await oauth.authorise({ ...change, prompt: 'none' })

    expect(response.statusCode).toBe(303)
    expect(locationOf(response).searchParams.get('state')).toBe(state)
  })

  test.each([
    'abc',
    'x'.repeat(2000),
    'n+eBY2DPiNEk3xEe7rqmtg==',
    'a#b&c%d',
    '/../',
    '🦊',
    'a b+c',
    '%2B%20',
    '"><script>',
  ])('has its state given back as it was: %s', async (state) => {
    expect(locationOf(await oauth.authorise({ state, prompt: 'none' })).searchParams.get('state')).toBe(state)
  })

  test('leaves the query of the redirect address as it was', async () => {
    const response = await oauth.authorise({ client_id: 'tpp-query', redirect_uri: ownQuery, prompt: 'none' })

    expect(response.headers.location).toMatch(`${ownQuery}&error=consent_required&`)
  })

  test('of another TPP for the consent goes back without revealing the consent', async () => {
    const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation', tppId: 'tpp-other' })
    const response = await oauth.authorise({ consent_id: consentId })

    expect(locationOf(response).searchParams.get('error_description')).toBe('the consent is not known')
    expect(locationOf(response).searchParams.has('code')).toBe(false)
  })

  test.each([
    ['a TPP the bank does not know', { client_id: 'nobody' }],
    ['no TPP', { client_id: undefined }],
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }],
    ['an address below a registered one', { redirect_uri: 'https://tpp.example/callback/x' }],
    ['an address with another query', { redirect_uri: 'https://tpp.example/callback?x=1' }],
    ['a script for an address', { redirect_uri: 'javascript:alert(1)' }],
    ['no address', { redirect_uri: undefined }],
  ])('with %s ends at a page of the bank and leads nowhere', async (_name, change) => {
    const response = await oauth.authorise(change)

    expect(response.statusCode).toBe(400)
    expect(response.headers).not.toHaveProperty('location')
    expectOurPage(response)
  })

  test('may be sent as a form, and is redirected to the same request as a GET', async () => {
    const sent = await oauth.parameters({ state: 'a+b c&d' })
    const posted = await bank.send({
      method: 'POST',
      url: '/oauth2/authorize',
      headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
      payload: sent.toString(),
    })

    expect([posted.statusCode, posted.body]).toEqual([303, ''])
    expect(locationOf(posted).searchParams.toString()).toBe(sent.toString())
    const { pathname, search } = locationOf(posted)
    expect((await bank.send({ url: pathname + search })).headers.location).toMatch('/authorise/')
  })

  test.each([
    ['application/json', '{"client_id":"tpp-demo"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded', `x=${'x'.repeat(40_000)}`],
  ])('may not be sent as %s of this kind', async (type, payload) => {
    const response = await bank.send({
      method: 'POST',
      url: '/oauth2/authorize',
      headers: { ...browser, 'content-type': type },
      payload,
    })

    const end = response.statusCode === 303 ? await oauth.follow(response) : response
    expect(end.statusCode).toBe(400)
    expectOurPage(end)
  })

  test('names the PSU with login_hint, as text', async () => {
    const page = await oauth.follow(await oauth.authorise({ login_hint: 'layla"><script>' }))

    expect(page.body).toContain('value="layla&quot;&gt;&lt;script&gt;"')
  })

  test('carries over no session from the one before', async () => {
    const first = await oauth.authorise()
    const cookie = `_session=anything; _session.sig=anything; ${first.cookies.map((each) => `${each.name}=${each.value}`).join('; ')}`
    const second = await bank.send({
      url: `/oauth2/authorize?${await oauth.parameters()}`,
      headers: { ...browser, cookie },
    })

    expect((await oauth.follow(second)).body).toContain('Username')
  })
})

describe('a pushed authorisation request', () => {
  const push = async (change: Record<string, string | undefined> = {}, clientId = 'tpp-demo') =>
    bank.send(oauth.form('/oauth2/par', Object.fromEntries(await oauth.parameters(change)), clientId))

  test('leads to the page', async () => {
    const pushed = await push()

    expect(pushed.statusCode).toBe(201)
    const { request_uri, expires_in } = pushed.json() as { request_uri: string; expires_in: number }
    expect(expires_in).toBeGreaterThan(0)
    const query = new URLSearchParams({ client_id: 'tpp-demo', request_uri })
    expect((await oauth.follow(await bank.send({ url: `/oauth2/authorize?${query}` }))).body).toContain('Username')
  })

  test.each([
    [{ consent_id: 'nothing' }, 400, 'invalid_request'],
    [{ redirect_uri: 'https://evil.example/' }, 400, 'invalid_request|invalid_redirect_uri'],
    [{ scope: 'openid' }, 400, 'invalid_scope'],
  ])('with %j is %i %s at once', async (change, status, error) => {
    const pushed = await push(change)

    expect(pushed.statusCode).toBe(status)
    expect(pushed.json().error).toMatch(new RegExp(`^(${error})$`))
  })

  test('is refused for another TPP', async () => {
    const { request_uri } = (await push()).json() as { request_uri: string }
    const query = new URLSearchParams({ client_id: 'tpp-other', request_uri })

    const response = await bank.send({ url: `/oauth2/authorize?${query}`, headers: browser })

    expect(response.statusCode).toBe(400)
    expectOurPage(response)
  })
})
