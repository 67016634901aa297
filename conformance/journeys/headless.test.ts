import { afterEach, expect, test } from 'vitest'
import { defaultLimits } from '../profile/schema.js'
import { serve } from '../testing/serve.js'
import type { JourneyRequest } from './driver.js'
import { headlessDriver } from './headless.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const request: JourneyRequest = {
  authorizationUrl: 'https://bank.example/authorize?state=s',
  psu: { username: 'omar', password: 'secret-password', otp: '123456' },
  decision: 'approve',
  accounts: 'all',
  redirectUri: 'http://127.0.0.1/callback',
  state: 's',
}

async function decide(status: number, answer: string, changes: Partial<JourneyRequest> = {}) {
  const seen: { authorization?: string | undefined; body?: string } = {}
  const server = await serve(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    seen.authorization = incoming.headers.authorization
    seen.body = Buffer.concat(chunks).toString()
    if (status > 0) response.writeHead(status).end(answer)
  })
  closers.push(server.close)
  const limits = { ...defaultLimits, connectMillis: 50, journeyMillis: 100 }
  const driver = headlessDriver({ url: server.url, token: 'control-token' }, limits)
  closers.push(driver.close)
  const address = await driver.openRedirect(request.redirectUri)
  const outcome = await driver.authorise({ ...request, ...changes }, address, new AbortController().signal)
  return { outcome, seen }
}

test('asks for the decision of the PSU and reads the redirect', async () => {
  const { outcome, seen } = await decide(200, '{"redirectTo":"http://127.0.0.1/callback?code=c&state=s"}')

  expect(outcome).toEqual({
    redirect: {
      parameters: [
        ['code', 'c'],
        ['state', 's'],
      ],
      placement: 'query',
      count: 1,
    },
  })
  expect(seen.authorization).toBe('Bearer control-token')
  expect(JSON.parse(seen.body ?? '')).toEqual({
    authorizationUrl: request.authorizationUrl,
    psu: 'omar',
    decision: 'approve',
  })
})

test('names the account where the PSU picks one', async () => {
  const { seen } = await decide(200, '{}', { accounts: 'first', firstAccountId: 'acc-1' })

  expect(JSON.parse(seen.body ?? '')).toMatchObject({ accounts: ['acc-1'] })
})

test.each([
  'http://127.0.0.1:8081/callback',
  'http://127.0.0.1/other',
  'https://127.0.0.1/callback',
  'http://elsewhere.example/callback',
])('a code that is sent to %s is sent elsewhere, and is not shown', async (address) => {
  const { outcome } = await decide(200, JSON.stringify({ redirectTo: `${address}?code=c0de&state=s` }))

  expect(outcome).toEqual({
    failure: { kind: 'elsewhere', message: `the bank sends the PSU to ${address} in place of ${request.redirectUri}` },
  })
})

test.each([
  [
    400,
    '{"Errors":[{"Message":"no such PSU"}]}',
    { kind: 'refused', message: 'the headless decision was refused with 400: no such PSU' },
  ],
  [500, '<html>', { kind: 'refused', message: 'the headless decision was refused with 500' }],
  [200, '{"redirectTo":1}', { kind: 'page', message: 'the headless decision answered 200 without a redirectTo' }],
  [0, '', { kind: 'timeout', message: 'headless decision: no answer within 150 ms' }],
])('an answer of %i %s is a failure of the journey', async (status, answer, failure) => {
  const { outcome } = await decide(status, answer)

  expect(outcome).toEqual({ failure })
})
