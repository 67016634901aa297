import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank, testUrl } from '../testing/test-bank.js'

const app = 'http://localhost:3000'
const accounts = pathOf('1.0.0', '/accounts')

let closed: TestBank
let open: TestBank
let any: TestBank
beforeAll(async () => {
  closed = await openTestBank()
  open = await openTestBank({ corsOrigins: [app] })
  any = await openTestBank({ corsOrigins: ['*'] })
})
afterAll(() => Promise.all([closed, open, any].map((bank) => bank.close())))

const allowOrigin = 'access-control-allow-origin'

/** Each endpoint that is called from a script, with a right request. */
const endpoints = ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect', '/oauth2/par', '/oauth2/userinfo'] as const

async function call(bank: TestBank, url: (typeof endpoints)[number], origin?: string) {
  const oauth = oauthRequests(bank)
  const fields = {
    '/oauth2/token': { grant_type: 'client_credentials', scope: 'accounts' },
    '/oauth2/revoke': { token: 'x' },
    '/oauth2/introspect': { token: 'x' },
    '/oauth2/par': Object.fromEntries(await oauth.parameters()),
    '/oauth2/userinfo': {},
  }[url]
  const { headers, ...request } = oauth.form(url, fields)
  const authorization = `Bearer ${await bank.token({ consent: await bank.consent(), scope: 'openid accounts' })}`
  return bank.send({
    ...request,
    headers: { ...headers, ...(url === '/oauth2/userinfo' && { authorization }), ...(origin && { origin }) },
  })
}

describe.each(endpoints)('%s', (url) => {
  test.each([undefined, testUrl, app, 'null', 'https://evil.example'])(
    'answers the same to origin %s',
    async (origin) => {
      const [without, response] = [await call(closed, url), await call(closed, url, origin)]

      expect(response.statusCode).toBe(without.statusCode)
      expect(Object.keys(response.json())).toEqual(Object.keys(without.json()))
    },
  )

  test('lets the pages of the bank itself read the answer, and those of no other origin', async () => {
    expect((await call(closed, url, testUrl)).headers[allowOrigin]).toBe(testUrl)
    for (const origin of [undefined, app, 'null', 'http://bank.test.evil.example']) {
      expect((await call(closed, url, origin)).headers).not.toHaveProperty(allowOrigin)
    }
  })

  test('lets the pages of a listed origin read the answer, after a preflight', async () => {
    const before = await open.send({
      method: 'OPTIONS',
      url,
      headers: {
        origin: app,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })

    expect([before.statusCode, before.body]).toEqual([204, ''])
    expect(before.headers).toMatchObject({
      [allowOrigin]: app,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type',
      vary: expect.stringContaining('Origin'),
      'x-fapi-interaction-id': expect.any(String),
    })
    const { headers } = await call(open, url, app)
    expect(headers).toMatchObject({
      [allowOrigin]: app,
      'access-control-expose-headers': expect.stringContaining('WWW-Authenticate'),
    })
    expect((await call(open, url, 'https://evil.example')).headers).not.toHaveProperty(allowOrigin)
    expect((await call(any, url, 'https://anybody.example')).headers[allowOrigin]).toBe('https://anybody.example')
  })
})

describe('the API', () => {
  test('may be read by pages of listed origins, errors included', async () => {
    expect((await open.send({ url: accounts, headers: { origin: app } })).headers[allowOrigin]).toBe(app)
    expect((await open.send({ url: accounts, headers: { origin: testUrl } })).headers[allowOrigin]).toBe(testUrl)
    const unlisted = { url: accounts, headers: { origin: 'https://evil.example' } }
    expect((await open.send(unlisted)).headers).not.toHaveProperty(allowOrigin)
    expect((await closed.send({ url: accounts, headers: { origin: app } })).headers).not.toHaveProperty(allowOrigin)
  })

  test('answers a preflight of a listed origin alone', async () => {
    const preflight = (bank: TestBank, origin: string) =>
      bank.send({ method: 'OPTIONS', url: accounts, headers: { origin, 'access-control-request-method': 'GET' } })

    expect((await preflight(open, app)).statusCode).toBe(204)
    expect((await preflight(open, 'https://evil.example')).statusCode).toBe(405)
    expect((await preflight(closed, app)).statusCode).toBe(405)
  })
})

test.each(['/_sandbox/clock', '/my-consents', '/authorise/x', '/oauth2/authorize'])(
  'pages of other origins never read %s',
  async (url) => {
    const response = await any.send({ url, headers: { origin: app, host: '127.0.0.1' } })

    expect(response.headers).not.toHaveProperty(allowOrigin)
  },
)

test('the library prints nothing, whatever origin comes', async () => {
  const printed = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
  const written = vi.spyOn(process.stdout, 'write')

  for (const url of endpoints) for (const origin of [testUrl, 'https://evil.example']) await call(closed, url, origin)

  for (const spy of [...printed, written]) {
    expect(spy.mock.calls.filter(([first]) => /oidc-provider/.test(String(first)))).toEqual([])
    spy.mockRestore()
  }
})
