/** Requests that are wrong below everything a route looks at. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ anonymousPerMinute: 1_000_000 })
})
afterAll(() => bank.close())

const consents = pathOf('1.0.0', '/account-access-consents')

describe('a media type that is none gets the status that the path gives any other', () => {
  const types = [
    'x',
    ';',
    '',
    '/',
    'a/',
    '/b',
    'a b/c',
    'application',
    '"',
    '\u00ff/x',
    'x'.repeat(10_000),
    ';'.repeat(10_000),
  ]
  const targets: readonly (readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string])[] = [
    ['POST', '/oauth2/token'],
    ['POST', '/oauth2/revoke'],
    ['POST', '/oauth2/introspect'],
    ['POST', '/oauth2/par'],
    ['POST', '/oauth2/userinfo'],
    ['POST', '/oauth2/authorize'],
    ['POST', '/oauth2/nothing'],
    ['POST', '/nothing'],
    ['PUT', pathOf('1.0.0', '/accounts')],
    ['POST', consents],
    ['PATCH', `${consents}/x`],
    ['DELETE', pathOf('0.0.1', '/account-access-consents/x')],
    ['POST', '/docs'],
    ['POST', '/openapi/1.0.0.json'],
    ['POST', '/authorise/x'],
    ['POST', '/my-consents'],
    ['POST', '/_sandbox/clock/advance'],
    ['PUT', '/_sandbox/faults'],
    ['DELETE', '/_sandbox/faults'],
    ['POST', '/_sandbox/nothing'],
  ]

  test.each(targets)('%s %s', async (method, url) => {
    const authorization = `Bearer ${await bank.token()}`
    const statusOf = async (type: string, payload: string) => {
      const headers = { host: '127.0.0.1', authorization, 'content-type': type }
      const { statusCode } = await bank.send({ method, url, headers, payload })
      return statusCode
    }

    for (const payload of ['a=b', '']) {
      const expected = await statusOf('application/x-read-by-nobody', payload)
      for (const type of types) expect(await statusOf(type, payload), JSON.stringify(type.slice(0, 20))).toBe(expected)
    }
    expect(bank.log).toEqual([])
  })
})

describe('below the authorisation endpoint', () => {
  test.each([
    '/oauth2/authorize/abc?client_id=tpp-demo',
    '/oauth2/authorize/abc',
    '/oauth2/authorize/abc/',
    '/oauth2/authorize//',
    '/oauth2/authorize//?client_id=tpp-demo',
    '/oauth2/authorize/abc/def?client_id=tpp-demo',
    '/oauth2/authorize/%00?client_id=tpp-demo',
    '/oauth2/authorize/%2e%2e?client_id=tpp-demo&redirect_uri=https://tpp.example/callback',
    '/oauth2/authorize/abcdefghijklmnopqrstu?client_id=tpp-demo&state=x',
    '/oauth2/authorize/__proto__?client_id=tpp-demo',
    `/oauth2/authorize/${'x'.repeat(4000)}?client_id=tpp-demo`,
  ])('%s is unknown, as everywhere', async (url) => {
    for (const headers of [browser, {}, { cookie: '_interaction_resume=abc' }]) {
      const response = await bank.send({ url, headers })

      expect([response.statusCode, response.body]).toEqual([404, ''])
      expect(response.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(bank.log).toEqual([])
  })

  test('an authorisation that there is goes on by its cookie, whatever is in the query', async () => {
    const opened = await oauthRequests(bank).authorise()
    const uid = String(opened.headers.location).split('/').at(-1)
    const response = await bank.send({ url: `/oauth2/authorize/${uid}?client_id=tpp-demo`, headers: browser })

    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(bank.log).toEqual([])
  })
})

describe('a body that is wrong in thousands of places', () => {
  const send = async (body: string) => {
    const headers = { authorization: `Bearer ${await bank.token()}`, 'content-type': 'application/json' }
    return bank.send({ method: 'POST', url: consents, headers, payload: body })
  }
  const permissions = (items: readonly unknown[]) => JSON.stringify({ Data: { Permissions: items }, Risk: {} })
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  test.each([
    ['12,000 wrong permissions', permissions(Array(12_000).fill('x')), 'and 11900 more'],
    ['30,000 numbers', permissions(Array(30_000).fill(1)), 'and 29900 more'],
    ['101 of them', permissions(Array(101).fill(1)), 'and 1 more'],
    [
      '5,000 members that are not expected',
      JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: members(5000) }),
      'and 4900 more',
    ],
  ])('%s: the first hundred, and how many more', async (_name, body, message) => {
    const response = await send(body)
    const { Errors } = response.json() as { Errors: { ErrorCode: string; Message: string; Path?: string }[] }

    expect([response.statusCode, Errors.length]).toEqual([400, 101])
    expect(Errors.at(-1)).toEqual({ ErrorCode: 'Field.Invalid', Message: message })
    expect(response.body.length).toBeLessThan(60_000)
  })

  test('exactly a hundred are all there', async () => {
    const { Errors } = (await send(permissions(Array(100).fill(1)))).json() as { Errors: { Path?: string }[] }

    expect([Errors.length, Errors.at(-1)?.Path]).toEqual([100, 'Data.Permissions[99]'])
  })
})
