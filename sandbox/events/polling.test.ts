import { compactVerify, createLocalJWKSet } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { revokeAsPsu } from '../consents/psu-consents.js'
import { errorsOf, openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { eventRecords } from './event.js'
import { claimsIn, type Subscriber, subscriberAt } from './testing/subscriber.js'

let bank: TestBank
let tpp: Subscriber
beforeEach(async () => {
  bank = await openTestBank()
  tpp = subscriberAt(bank)
  await tpp.subscribe()
})
afterEach(() => bank.close())

/** An event: a PSU revokes a consent. */
async function happen(times = 1, tppId = 'tpp-demo'): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < times; each += 1) {
    const { consentId } = await bank.consent({ tppId })
    await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
    ids.push(consentId)
  }
  return ids
}

const rids = (sets: Readonly<Record<string, string>>) =>
  Object.values(sets).map((token) => claimsIn(token).sub.split('/').at(-2))

test('answers nothing where nothing happened', async () => {
  expect(await tpp.poll()).toEqual({ moreAvailable: false, sets: {} })
})

test('answers each event under its id, signed with the key of the bank, the same bytes each time', async () => {
  await happen()

  const { sets } = await tpp.poll()
  await bank.advance(60_000)
  const again = await tpp.poll()

  const [[jti, token] = ['', '']] = Object.entries(sets)
  const keys = (await bank.send({ url: '/oauth2/jwks' })).json()
  const { payload, protectedHeader } = await compactVerify(token, createLocalJWKSet(keys))
  expect(protectedHeader).toEqual({ alg: 'PS256', kid: keys.keys[0].kid, typ: 'secevent+jwt' })
  expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
    jti,
    iat: testNow / 1000,
    toe: testNow / 1000,
    aud: 'tpp-demo',
  })
  expect(again.sets).toEqual(sets)
})

test('answers the oldest first, as many as are asked for, and whether there are more', async () => {
  const ids = await happen(12)

  const few = await tpp.poll({ maxEvents: 5 })
  const usual = await tpp.poll()
  const all = await tpp.poll({ maxEvents: 12 })

  expect([rids(few.sets), few.moreAvailable]).toEqual([ids.slice(0, 5), true])
  expect([rids(usual.sets), usual.moreAvailable]).toEqual([ids.slice(0, 10), true])
  expect([rids(all.sets), all.moreAvailable]).toEqual([ids, false])
})

test('answers at most 100', async () => {
  await happen(101)

  const { sets, moreAvailable } = await tpp.poll({ maxEvents: 1_000_000 })

  expect([Object.keys(sets).length, moreAvailable]).toEqual([100, true])
})

test('what is acknowledged is gone for good, before the events of the same poll are chosen', async () => {
  const ids = await happen(3)
  const [first = '', second = ''] = Object.keys((await tpp.poll()).sets)

  const rest = await tpp.poll({ ack: [first, 'unknown', first] })
  const none = await tpp.poll({ maxEvents: 0, ack: [second] })

  expect(rids(rest.sets)).toEqual(ids.slice(1))
  expect(none).toEqual({ moreAvailable: true, sets: {} })
  expect(rids((await tpp.poll()).sets)).toEqual(ids.slice(2))
})

test('what could not be taken in comes again, also where it is acknowledged as well', async () => {
  const ids = await happen(1)
  const [jti = ''] = Object.keys((await tpp.poll()).sets)
  const setErrs = {
    [jti]: { err: 'jwtCrypto', description: 'signature did not verify' },
    unknown: { err: 'json', description: 'x' },
  } as const

  expect(rids((await tpp.poll({ ack: [jti], setErrs })).sets)).toEqual(ids)
  expect(await bank.tenant.store.get(eventRecords, jti)).toMatchObject({ error: { err: 'jwtCrypto', at: testNow } })
})

test('nobody acknowledges for another TPP, or sees what it is told', async () => {
  const ids = await happen(1)
  const [jti = ''] = Object.keys((await tpp.poll()).sets)
  const other = subscriberAt(bank, 'tpp-other')
  await other.subscribe()

  expect(await other.poll({ ack: [jti] })).toEqual({ moreAvailable: false, sets: {} })
  expect(rids((await tpp.poll()).sets)).toEqual(ids)
})

test('a token is shown what its scope covers', async () => {
  await happen(1)

  expect(Object.keys((await subscriberAt(bank, 'tpp-demo', 'payments').poll()).sets)).toEqual([])
  expect(Object.keys((await subscriberAt(bank, 'tpp-demo', 'accounts').poll()).sets)).toHaveLength(1)
})

test('nothing awaits a TPP that has given up its last subscription', async () => {
  await happen(1)
  const [{ EventSubscriptionId }] = (await tpp.list()).json().Data.EventSubscription
  await tpp.remove(EventSubscriptionId)
  const without = await tpp.poll()
  await tpp.subscribe()

  expect([without, await tpp.poll()]).toEqual([
    { moreAvailable: false, sets: {} },
    { moreAvailable: false, sets: {} },
  ])
})

test.each<[object, [string, string]]>([
  [{ maxEvents: -1 }, ['Field.Invalid', 'maxEvents']],
  [{ maxEvents: '5' }, ['Field.Invalid', 'maxEvents']],
  [{ maxEvents: 1.5 }, ['Field.Invalid', 'maxEvents']],
  [{ returnImmediately: 'yes' }, ['Field.Invalid', 'returnImmediately']],
  [{ ack: 'jti' }, ['Field.Invalid', 'ack']],
  [{ ack: [''] }, ['Field.Invalid', 'ack[0]']],
  [{ setErrs: [] }, ['Field.Invalid', 'setErrs']],
  [{ setErrs: { a: { err: 'other', description: 'x' } } }, ['Field.Invalid', 'setErrs.a.err']],
  [{ setErrs: { a: { err: 'json' } } }, ['Field.Missing', 'setErrs.a.description']],
  [{ more: true }, ['Field.Unexpected', 'more']],
])('refuses %o', async (body, problem) => {
  const answer = await tpp.call('POST', '/events', body)

  expect(answer.statusCode).toBe(400)
  expect(errorsOf(answer)).toEqual([problem])
})

describe('a poll that may be held', () => {
  const held = () => bank.tenant.events.polls.size
  const isHeld = async () => {
    while (held() === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  test('is answered when something happens', async () => {
    const answer = tpp.poll({ returnImmediately: false })
    await isHeld()
    const ids = await happen(1)

    expect(rids((await answer).sets)).toEqual(ids)
    expect(held()).toBe(0)
  })

  test('goes on waiting when something happens to another TPP', async () => {
    await subscriberAt(bank, 'tpp-other').subscribe()
    const answer = tpp.poll({ returnImmediately: false })
    await isHeld()
    await happen(1, 'tpp-other')
    const stillHeld = held()
    const ids = await happen(1)

    expect(stillHeld).toBe(1)
    expect(rids((await answer).sets)).toEqual(ids)
  })

  test('is answered at once where something is there', async () => {
    const ids = await happen(1)

    expect(rids((await tpp.poll({ returnImmediately: false })).sets)).toEqual(ids)
  })

  test.each([
    ['asks for none', { maxEvents: 0, returnImmediately: false }],
    ['does not say so', {}],
    ['wants it at once', { returnImmediately: true }],
  ])('is not held where it %s', async (_, body) => {
    expect(await tpp.poll(body)).toEqual({ moreAvailable: false, sets: {} })
  })

  test('ends after a time without anything', async () => {
    Object.assign(bank.tenant.events.settings, { longPollMillis: 20 })

    expect(await tpp.poll({ returnImmediately: false })).toEqual({ moreAvailable: false, sets: {} })
    expect(held()).toBe(0)
  })

  test('ends when the bank ends', async () => {
    const answer = tpp.poll({ returnImmediately: false })
    await isHeld()
    await bank.tenant.stop()

    expect(await answer).toEqual({ moreAvailable: false, sets: {} })
  })
})
