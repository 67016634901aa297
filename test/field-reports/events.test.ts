/** Section I of the field reports: what went wrong with events and webhooks elsewhere. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collections } from '#sandbox/collections.js'
import { revokeAsPsu } from '#sandbox/consents/psu-consents.js'
import { answering, openCallbacks } from '#sandbox/events/testing/callbacks.js'
import { claimsIn, type Subscriber, subscriberAt } from '#sandbox/events/testing/subscriber.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openStore } from '#sandbox/store/open-store.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'

let bank: TestBank
let tpp: Subscriber
let callbacks: Awaited<ReturnType<typeof openCallbacks>>
beforeEach(async () => {
  bank = await openTestBank()
  tpp = subscriberAt(bank)
  callbacks = await openCallbacks()
})
afterEach(async () => {
  await bank.close()
  await callbacks.close()
})

const settled = () => bank.tenant.events.push.settled()
const lever = (method: 'GET' | 'POST', path: string, body?: object) =>
  bank.send({
    method,
    url: `/_sandbox${path}`,
    headers: { host: '127.0.0.1', 'content-type': 'application/json' },
    ...(body && { payload: JSON.stringify(body) }),
  })

async function happen(): Promise<void> {
  const { consentId } = await bank.consent()
  await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
  await settled()
}

test('stripe/stripe-cli #1206, #448: what is sent again reaches a local listener, with the same id, and is logged', async () => {
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  const [{ deliveryId }] = (await lever('GET', '/deliveries')).json().deliveries
  await lever('POST', '/deliveries/resend', { deliveryId })
  await callbacks.come(2)
  await settled()

  expect(new Set(callbacks.received.map(({ body }) => claimsIn(body).jti)).size).toBe(1)
  expect((await lever('GET', '/deliveries')).json().deliveries).toHaveLength(2)
})

test('stripe/stripe-cli #307: the body is the token, and its bytes are what is signed', async () => {
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()

  expect(callbacks.received[0]?.body).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(callbacks.received[0]?.headers['content-length']).toBe(String(callbacks.received[0]?.body.length))
})

test.each([
  ['stripe/stripe-cli #896', '/hooks/obf', '/hooks/obf/event-notifications'],
  ['stripe/stripe-cli #152', '/a/b?x=1&y=%2F', '/a/b/event-notifications?x=1&y=%2F'],
  ['stripe/stripe-cli #152', '/a/event-notifications', '/a/event-notifications'],
])('%s: one call for one event, to the address as it was given: %s', async (_, path, called) => {
  await tpp.subscribe({ CallbackUrl: callbacks.url + path })
  await happen()
  await bank.advance(86_400_000)
  await settled()

  expect(callbacks.received.map(({ url }) => url)).toEqual([called])
})

test.each([
  [200, 2],
  [202, 1],
  [301, 2],
  [400, 2],
  [404, 2],
  [410, 1],
])('stripe/stripe-cli #429: %i leads to %i calls within a second', async (status, calls) => {
  callbacks.answerWith(answering(status, status === 301 ? { location: `${callbacks.url}/elsewhere` } : {}))
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await bank.advance(1000)
  await settled()

  expect(callbacks.received.map(({ url }) => url)).toEqual(Array(calls).fill('/event-notifications'))
})

test('plaid/support #195: a bank on loopback calls http://localhost', async () => {
  expect((await tpp.create({ CallbackUrl: 'http://localhost:3000/h' })).statusCode).toBe(201)
})

test('documenso/documenso #3204: each try has the id of the event', async () => {
  callbacks.answerWith(answering(500))
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await bank.advance(1000)
  await settled()

  expect(callbacks.received).toHaveLength(2)
  expect(new Set(callbacks.received.map(({ body }) => claimsIn(body).jti)).size).toBe(1)
})

test('what a TPP has acknowledged is gone for good, after a restart too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ob-events-'))
  const open = async () => openTestBank({ store: await openStore(`lowdb:${folder}`, collections) })
  const first = await open()
  await subscriberAt(first).subscribe()
  for (const { consentId } of [await first.consent(), await first.consent()]) {
    await revokeAsPsu(first.tenant, first.tenant.bank.psus[0] as never, consentId)
  }
  const { sets } = await subscriberAt(first).poll()
  const ids = Object.keys(sets)
  const left = await subscriberAt(first).poll({ ack: ids.slice(0, -1) })
  await first.close()
  const restarted = await open()
  const again = await subscriberAt(restarted).poll()
  const gone = await subscriberAt(restarted).poll({ ack: ids, returnImmediately: true })
  await restarted.close()
  await rm(folder, { recursive: true, force: true })

  expect(ids.length).toBeGreaterThan(1)
  expect(Object.keys(left.sets)).toEqual(ids.slice(-1))
  expect(Object.keys(again.sets)).toEqual(ids.slice(-1))
  expect(gone.sets).toEqual({})
})

test('changes of one payment are told in the order of time, each under its own id', async () => {
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await payerAt(bank).pay()
  await bank.advance(86_400_000)
  await settled()

  const claims = callbacks.received.map(({ body }) => claimsIn(body))
  expect(new Set(claims.map(({ jti }) => jti)).size).toBe(claims.length)
  for (const sub of new Set(claims.map((each) => each.sub))) {
    const times = claims.filter((each) => each.sub === sub).map(({ toe }) => toe)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
})

test.each(['http://169.254.169.254/', 'file:///etc/passwd', 'http://10.0.0.1/'])('%s is no callback', async (url) => {
  expect((await tpp.create({ CallbackUrl: url })).statusCode).toBe(400)
})
