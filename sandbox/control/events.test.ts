import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { revokeAsPsu } from '../consents/psu-consents.js'
import { deliveryRecords } from '../events/delivery.js'
import { claimsIn, type Subscriber, subscriberAt } from '../events/testing/subscriber.js'
import { listen } from '../server.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
let tpp: Subscriber
let url: string
/** A bank that listens: its catcher is called over the network. */
beforeEach(async () => {
  const { server, port } = await listen('127.0.0.1', 0)
  url = `http://127.0.0.1:${port}`
  bank = await openTestBank({ server, publicUrl: url, events: { callbackMillis: 200 } })
  tpp = subscriberAt(bank)
})
afterEach(() => bank.close())

const headers = { host: '127.0.0.1', 'content-type': 'application/json' }
const lever = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => {
  const payload = body && JSON.stringify(body)
  const answer = await bank.send({ method, url: `/_sandbox${path}`, headers, ...(payload && { payload }) })
  return answer.json()
}

const settled = () => bank.tenant.events.push.settled()

/** A PSU revokes a consent. */
async function happen(): Promise<string> {
  const { consentId } = await bank.consent()
  await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
  await settled()
  return consentId
}

test('the catcher shows what came, verified, as JSON and as a page', async () => {
  await tpp.subscribe({ CallbackUrl: `${url}/_sandbox/catcher/mine` })
  const consentId = await happen()

  const { caught, answer } = await lever('GET', '/catcher/mine')
  const page = await bank.send({ url: '/_sandbox/catcher/mine', headers: { host: '127.0.0.1', accept: 'text/html' } })

  expect(answer).toBe('accepted')
  expect(caught).toHaveLength(1)
  expect(caught[0]).toMatchObject({ isVerified: true, path: '/_sandbox/catcher/mine/event-notifications' })
  expect(caught[0].claims.sub).toContain(consentId)
  expect(caught[0].interactionId).toMatch(/^[0-9a-f-]{36}$/)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Verified')
  expect(page.body).toContain(consentId)
})

test('what was not sent by the bank is shown with the reason why it does not hold', async () => {
  const send = (payload: string) =>
    bank.send({
      method: 'POST',
      url: '/_sandbox/catcher/mine',
      headers: { 'content-type': 'application/jwt' },
      payload,
    })
  await send('hello')
  await send('e30.e30.e30')

  const { caught } = await lever('GET', '/catcher/mine')

  expect(caught.map(({ isVerified }: { isVerified: boolean }) => isVerified)).toEqual([false, false])
  expect(caught.map(({ problem }: { problem: string }) => problem)).toEqual([
    expect.stringContaining('the signature does not hold'),
    'no compact JWS',
  ])
})

test.each([
  ['server-error', { status: 500 }],
  ['redirect', { status: 307 }],
  ['gone', { status: 410 }],
  ['time-out', { error: 'no answer within 200 ms' }],
] as const)('the catcher answers as it was told: %s', async (answer, tried) => {
  await lever('PUT', '/catcher/mine', { answer })
  await tpp.subscribe({ CallbackUrl: `${url}/_sandbox/catcher/mine` })
  await happen()

  const { deliveries } = await lever('GET', '/deliveries')

  expect(deliveries[0].tries).toMatchObject([tried])
  expect(deliveries[0].state).toBe(answer === 'gone' ? 'left' : 'paused')
})

test('the log has each try, and what has ended can be sent again with the same token', async () => {
  await tpp.subscribe({ CallbackUrl: `${url}/_sandbox/catcher/mine` })
  await happen()
  const [{ deliveryId }] = (await lever('GET', '/deliveries')).deliveries

  const again = await lever('POST', '/deliveries/resend', { deliveryId })
  await settled()

  const { caught } = await lever('GET', '/catcher/mine')
  const { deliveries } = await lever('GET', '/deliveries')
  expect(caught).toHaveLength(2)
  expect(caught[0].body).toBe(caught[1].body)
  expect(deliveries.map((each: { deliveryId: string }) => each.deliveryId).sort()).toEqual(
    [deliveryId, again.deliveryId].sort(),
  )
  expect((await lever('POST', '/deliveries/resend', { deliveryId: 'none' })).deliveryId).toBeNull()
})

test('a delivery by hand is tried once', async () => {
  await tpp.subscribe({ CallbackUrl: `${url}/_sandbox/catcher/mine` })
  await happen()
  const [{ deliveryId }] = (await lever('GET', '/deliveries')).deliveries
  await lever('PUT', '/catcher/mine', { answer: 'server-error' })
  await lever('POST', '/deliveries/resend', { deliveryId })
  await settled()
  await bank.advance(86_400_000)
  await settled()

  const ended = await bank.tenant.store.all(deliveryRecords)
  expect(ended.map(({ state, tries }) => [state, tries.length]).sort()).toEqual([
    ['delivered', 1],
    ['left', 1],
  ])
})

test('any event can be raised by hand, where a subscription wants it', async () => {
  const raised = {
    tpp: 'tpp-demo',
    type: 'urn:bh:org:openbanking:events:resource-update',
    resource: { path: '/domestic-payments', id: 'a-payment' },
  }
  const unheard = await lever('POST', '/events', raised)
  await tpp.subscribe()
  const { eventId } = await lever('POST', '/events', raised)

  const { sets } = await tpp.poll()
  expect(unheard.eventId).toBeNull()
  expect(Object.keys(sets)).toEqual([eventId])
  expect(claimsIn(sets[eventId] as string).sub).toBe(`${url}${pathOf('1.0.0', '/domestic-payments/a-payment/')}`)
  expect((await lever('GET', '/events')).events).toMatchObject([
    { eventId, tpp: 'tpp-demo', resource: { type: 'domestic-payment', id: 'a-payment' } },
  ])
})

test('an emptied catcher has nothing, and answers 202 again', async () => {
  await lever('PUT', '/catcher/mine', { answer: 'server-error' })
  await bank.send({ method: 'POST', url: '/_sandbox/catcher/mine', payload: 'x' })

  expect(await lever('DELETE', '/catcher/mine', {})).toMatchObject({ answer: 'accepted', caught: [] })
})

describe('the receiver of the bank', () => {
  const receive = (payload: string, type = 'application/jwt') =>
    bank.send({
      method: 'POST',
      url: pathOf('1.0.0', '/event-notifications'),
      headers: { 'content-type': type, 'x-fapi-interaction-id': '3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10' },
      payload,
    })

  test('takes an event token of the bank, without a token of the TPP', async () => {
    await tpp.subscribe()
    await happen()
    const [token = ''] = Object.values((await tpp.poll()).sets)

    const answer = await receive(token)

    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(answer.headers['x-fapi-interaction-id']).toBe('3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10')
    expect((await receive(token, 'application/json')).statusCode).toBe(415)
    expect((await receive(token.replace(/.{6}$/, 'AAAAAA'))).statusCode).toBe(400)
    expect((await receive('no token')).statusCode).toBe(400)
  })

  test('takes what the bank pushes to it', async () => {
    await tpp.subscribe({ CallbackUrl: `${url}${pathOf('1.0.0', '')}` })
    await happen()

    expect((await lever('GET', '/deliveries')).deliveries[0]).toMatchObject({
      state: 'delivered',
      tries: [{ status: 202 }],
    })
  })
})
