import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeAccounts, revokeAsPsu } from '../consents/psu-consents.js'
import { MemoryStore } from '../store/memory-store.js'
import { alteredStore } from '../testing/altered-store.js'
import { openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { deliveryRecords } from './delivery.js'
import { answering, openCallbacks, silent } from './testing/callbacks.js'
import { claimsIn, type Subscriber, subscriberAt } from './testing/subscriber.js'

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

const psu = () => bank.tenant.bank.psus[0] as never as { accountIds: string[] }

/** A PSU revokes a consent. */
async function happen(tppId = 'tpp-demo'): Promise<string> {
  const { consentId } = await bank.consent({ tppId })
  await revokeAsPsu(bank.tenant, psu() as never, consentId)
  return consentId
}

/** A PSU changes the accounts of one consent, and then revokes it: two events of one resource. */
async function happenTwice(): Promise<void> {
  const { consentId } = await bank.consent()
  await changeAccounts(bank.tenant, psu() as never, consentId, psu().accountIds.slice(0, 1))
  await revokeAsPsu(bank.tenant, psu() as never, consentId)
}

const settled = () => bank.tenant.events.push.settled()
const deliveries = async () => bank.tenant.store.all(deliveryRecords)
const waitFor = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

test('sends the token to the callback, and nothing to polls once it was answered 202', async () => {
  await tpp.subscribe({ CallbackUrl: `${callbacks.url}/obf?tenant=a%2Fb` })
  const consentId = await happen()
  await callbacks.come(1)
  await settled()

  const [one] = callbacks.received
  expect(one).toMatchObject({ method: 'POST', url: '/obf/event-notifications?tenant=a%2Fb' })
  expect(one?.headers['content-type']).toBe('application/jwt')
  expect(one?.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(one?.headers.authorization).toBeUndefined()
  expect(decodeJwt(one?.body ?? '').sub).toContain(consentId)
  expect(await tpp.poll()).toEqual({ moreAvailable: false, sets: {} })
  expect(callbacks.received).toHaveLength(1)
})

test('polls and callbacks show the same token', async () => {
  callbacks.answerWith(answering(500))
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await callbacks.come(1)
  await settled()

  const { sets } = await tpp.poll()

  expect(Object.values(sets)).toEqual([callbacks.received[0]?.body])
})

describe('retries', () => {
  test.each([
    ['200', answering(200)],
    ['204', answering(204)],
    ['301', answering(301, { location: 'http://127.0.0.1:1/' })],
    ['307 to itself', answering(307, { location: '/elsewhere' })],
    ['400', answering(400)],
    ['404', answering(404)],
    ['500', answering(500)],
    ['a broken connection', (_: unknown, response: { destroy(): void }) => response.destroy()],
  ] as const)(
    'come on the clock after %s, the same bytes each time, and then it is left for polling',
    async (_, how) => {
      callbacks.answerWith(how)
      await tpp.subscribe({ CallbackUrl: callbacks.url })
      await happen()
      await callbacks.come(1)
      await settled()
      for (const [index, seconds] of [1, 5, 30, 300, 1800].entries()) {
        await bank.advance(seconds * 1000 - 1)
        await settled()
        expect(callbacks.received).toHaveLength(index + 1)
        await bank.advance(1)
        await callbacks.come(index + 2)
        await settled()
      }
      await bank.advance(86_400_000)
      await settled()

      expect(callbacks.received).toHaveLength(6)
      expect(new Set(callbacks.received.map(({ body }) => body)).size).toBe(1)
      expect(new Set(callbacks.received.map(({ url }) => url))).toEqual(new Set(['/event-notifications']))
      expect(new Set(callbacks.received.map(({ headers }) => headers['x-fapi-interaction-id'])).size).toBe(6)
      const [delivery] = await deliveries()
      expect(delivery?.state).toBe('left')
      expect(delivery?.tries.map(({ at }) => (at - testNow) / 1000)).toEqual([0, 1, 6, 36, 336, 2136])
      expect(Object.values((await tpp.poll()).sets)).toEqual([callbacks.received[0]?.body])
    },
  )

  test('come when there is no answer in time', async () => {
    await bank.close()
    bank = await openTestBank({ events: { callbackMillis: 100 } })
    tpp = subscriberAt(bank)
    callbacks.answerWith(silent)
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happen()
    await settled()

    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'paused', tries: [{ error: 'no answer within 100 ms' }] })
  })

  test('end with the first 202', async () => {
    callbacks.answerWith(answering(503))
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happen()
    await settled()
    callbacks.answerWith(answering(202))
    await bank.advance(1000)
    await settled()
    await bank.advance(86_400_000)
    await settled()

    expect(callbacks.received).toHaveLength(2)
    expect((await deliveries())[0]?.state).toBe('delivered')
  })

  test('end when a poll acknowledges', async () => {
    callbacks.answerWith(answering(503))
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happen()
    await settled()
    await tpp.takeAll()
    await bank.advance(86_400_000)
    await settled()

    expect(callbacks.received).toHaveLength(1)
    expect((await deliveries())[0]?.state).toBe('dropped')
  })

  test('are none after 410, nor is anything sent until the subscription is replaced', async () => {
    callbacks.answerWith(answering(410))
    const id = await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happen()
    await settled()
    await happen()
    await bank.advance(86_400_000)
    await settled()
    const came = callbacks.received.length
    await tpp.replace(id, { CallbackUrl: callbacks.url })
    callbacks.answerWith(answering(202))
    await happen()
    await callbacks.come(2)
    await settled()

    expect(came).toBe(1)
    expect(Object.keys((await tpp.poll()).sets)).toHaveLength(2)
  })

  test('a clock that is moved by a year makes one try', async () => {
    callbacks.answerWith(answering(503))
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happen()
    await settled()
    await bank.advance(365 * 86_400_000)
    await settled()

    expect(callbacks.received).toHaveLength(2)
  })
})

describe('order', () => {
  test('events of one resource go one after the other, also when the first is tried again', async () => {
    callbacks.answerWith(answering(500))
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await happenTwice()
    await settled()
    const first = callbacks.received.length
    callbacks.answerWith(answering(202))
    await bank.advance(1000)
    await callbacks.come(3)
    await settled()

    const types = callbacks.received.map(({ body }) => Object.keys(claimsIn(body).events)[0]?.split(':').at(-1))
    expect(first).toBe(1)
    expect(types).toEqual([
      'account-access-consent-linked-account-update',
      'account-access-consent-linked-account-update',
      'consent-authorization-revoked',
    ])
  })

  test('events of other resources, and of other callbacks, do not wait for a slow one', async () => {
    const quick = await openCallbacks()
    callbacks.answerWith(silent)
    await tpp.subscribe({ CallbackUrl: callbacks.url })
    await subscriberAt(bank, 'tpp-other').subscribe({ CallbackUrl: quick.url })
    for (let each = 0; each < 20; each += 1) await happen()
    await happen('tpp-other')
    await quick.come(1)
    await callbacks.come(8)

    expect(callbacks.received).toHaveLength(8)
    await quick.close()
  })
})

test('a replaced callback gets what is on its way', async () => {
  callbacks.answerWith(answering(500))
  const id = await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await settled()
  const next = await openCallbacks()
  await tpp.replace(id, { CallbackUrl: `${next.url}/next` })
  await bank.advance(1000)
  await next.come(1)

  expect(next.received[0]?.body).toBe(callbacks.received[0]?.body)
  await next.close()
})

test('nothing more is sent once the subscription is deleted', async () => {
  callbacks.answerWith(answering(500))
  const id = await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await settled()
  await tpp.remove(id)
  await bank.advance(86_400_000)
  await settled()

  expect(callbacks.received).toHaveLength(1)
})

test('what was being sent when the bank ended is sent again by the next one, with the same token', async () => {
  const memory = new MemoryStore()
  const store = () =>
    Object.assign(
      alteredStore(memory, () => ({})),
      { close: async () => undefined },
    )
  await bank.close()
  bank = await openTestBank({ store: store() })
  tpp = subscriberAt(bank)
  callbacks.answerWith(silent)
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  await happen()
  await callbacks.come(1)
  await bank.close()
  callbacks.answerWith(answering(202))
  bank = await openTestBank({ store: store() })
  await callbacks.come(2)
  await settled()

  expect(callbacks.received[1]?.body).toBe(callbacks.received[0]?.body)
  expect((await deliveries())[0]?.state).toBe('delivered')
})

test('what came of a try is stored again when the store is back', async () => {
  let isBroken = false
  await bank.close()
  const store = alteredStore(new MemoryStore(), (part) => ({
    transact: (work, options) =>
      isBroken && options?.on === 'event deliveries'
        ? Promise.reject(new Error('ENOSPC'))
        : part.transact(work, options),
  }))
  bank = await openTestBank({ store })
  tpp = subscriberAt(bank)
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  isBroken = true
  await happen()
  await waitFor(() => bank.log.length > 0)
  isBroken = false
  await settled()

  expect(callbacks.received).toHaveLength(1)
  expect((await deliveries())[0]?.state).toBe('delivered')
})
