import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorsOf, openTestBank, pathOf, type TestBank, testUrl } from '../testing/test-bank.js'
import { type Subscriber, subscriberAt } from './testing/subscriber.js'

let bank: TestBank
let tpp: Subscriber
beforeEach(async () => {
  bank = await openTestBank()
  tpp = subscriberAt(bank)
})
afterEach(() => bank.close())

const types = [
  'urn:bh:org:openbanking:events:resource-update',
  'urn:bh:org:openbanking:events:consent-authorization-revoked',
]

test('answers what was asked for, with an id and its address', async () => {
  const data = { CallbackUrl: 'https://tpp.example/obf?x=1', Version: '1.0.0', EventTypes: types }

  const answer = await tpp.create(data)

  const { Data, Links, Meta } = answer.json()
  const { EventSubscriptionId: id } = Data
  expect(answer.statusCode).toBe(201)
  expect(answer.headers['x-jws-signature']).toMatch(/^[\w-]+\.\.[\w-]+$/)
  expect(Data).toEqual({ ...data, EventSubscriptionId: id })
  expect(id).toMatch(/^.{1,40}$/)
  expect({ Links, Meta }).toEqual({
    Links: { Self: `${testUrl}${pathOf('1.0.0', `/event-subscriptions/${id}/`)}` },
    Meta: {},
  })
})

test.each(['', '/'])('lists those of the TPP, with and without a slash at the end (%j)', async (slash) => {
  const ids = [await tpp.subscribe(), await tpp.subscribe({ EventTypes: [] })]
  await subscriberAt(bank, 'tpp-other').subscribe()

  const { Data } = (await tpp.call('GET', `/event-subscriptions${slash}`)).json()

  const found = Data.EventSubscription as { EventSubscriptionId: string }[]
  expect(found.map(({ EventSubscriptionId }) => EventSubscriptionId).sort()).toEqual(ids.sort())
})

test('lists an empty array where there is none', async () => {
  expect((await tpp.list()).json().Data).toEqual({ EventSubscription: [] })
})

test('a replacement is whole: what it leaves out is gone', async () => {
  const id = await tpp.subscribe({ CallbackUrl: 'https://tpp.example/', EventTypes: types })

  const answer = await tpp.replace(id, { Version: '2.0' })

  expect(answer.statusCode).toBe(200)
  expect(answer.json().Data).toEqual({ EventSubscriptionId: id, Version: '2.0' })
  expect((await tpp.list()).json().Data.EventSubscription).toEqual([{ EventSubscriptionId: id, Version: '2.0' }])
})

test('what is deleted is gone', async () => {
  const id = await tpp.subscribe()

  const answer = await tpp.remove(id)

  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(errorsOf(await tpp.remove(id))).toEqual([['Resource.NotFound', 'EventSubscriptionId']])
  expect(errorsOf(await tpp.replace(id))).toEqual([['Resource.NotFound', 'EventSubscriptionId']])
})

test('takes a DELETE that says JSON and has no body', async () => {
  const id = await tpp.subscribe()
  const headers = {
    authorization: `Bearer ${await bank.token()}`,
    'content-type': 'application/json',
    'content-length': '0',
  }
  const url = pathOf('1.0.0', `/event-subscriptions/${id}/`)

  expect((await bank.send({ method: 'DELETE', url, headers })).statusCode).toBe(204)
})

describe('of another TPP', () => {
  test.each(['replace', 'remove'] as const)('cannot be reached: %s', async (how) => {
    const id = await tpp.subscribe({ EventTypes: types })
    const before = (await tpp.list()).json().Data

    const answer = await subscriberAt(bank, 'tpp-other')[how](id)

    expect(answer.statusCode).toBe(403)
    expect((await tpp.list()).json().Data).toEqual(before)
  })
})

test.each<[string, object, [string, string]]>([
  ['no version', { Version: undefined }, ['Field.Missing', 'Data.Version']],
  ['an empty version', { Version: '' }, ['Field.Invalid', 'Data.Version']],
  ['a version of 11 characters', { Version: '1.0.0-alpha' }, ['Field.Invalid', 'Data.Version']],
  ['a version that is a number', { Version: 1 }, ['Field.Invalid', 'Data.Version']],
  ['an unknown type', { EventTypes: ['urn:x'] }, ['Field.Invalid', 'Data.EventTypes[0]']],
  ['types that are no array', { EventTypes: types[0] }, ['Field.Invalid', 'Data.EventTypes']],
  ['a callback without a scheme', { CallbackUrl: 'tpp.example/x' }, ['Field.Invalid', 'Data.CallbackUrl']],
  ['an unknown field', { Colour: 'red' }, ['Field.Unexpected', 'Data.Colour']],
  ['an id of its own', { EventSubscriptionId: 'mine' }, ['Field.Unexpected', 'Data.EventSubscriptionId']],
])('refuses %s', async (_, data, problem) => {
  const answer = await tpp.create(data)

  expect(answer.statusCode).toBe(400)
  expect(errorsOf(answer)).toEqual([problem])
})

test('reports everything that is wrong at once', async () => {
  const answer = await tpp.replace('an-id', { EventSubscriptionId: 'x'.repeat(41), CallbackUrl: 'http://a.example/' })

  expect(errorsOf(answer).sort()).toEqual([
    ['Field.Invalid', 'Data.CallbackUrl'],
    ['Field.Invalid', 'Data.EventSubscriptionId'],
    ['Field.Invalid', 'Data.EventSubscriptionId'],
  ])
})

test('allows one for each TPP, where it is set so', async () => {
  await bank.close()
  bank = await openTestBank({ events: { oneSubscription: true } })
  tpp = subscriberAt(bank)
  const id = await tpp.subscribe()
  await subscriberAt(bank, 'tpp-other').subscribe()

  const second = await tpp.create()
  await tpp.remove(id)

  expect([second.statusCode, second.body]).toEqual([409, ''])
  expect((await tpp.create()).statusCode).toBe(201)
})

test('needs a token of its own with one of the scopes', async () => {
  const consent = await bank.consent()
  const url = pathOf('1.0.0', '/event-subscriptions')
  const ask = (token: string) => bank.send({ url, headers: { authorization: `Bearer ${token}` } })

  expect((await ask(await bank.token({ consent }))).statusCode).toBe(403)
  expect((await ask(await bank.token({ scope: 'openid' }))).statusCode).toBe(403)
  expect((await bank.send({ url })).statusCode).toBe(401)
})

test('is not there in 0.0.1', async () => {
  const headers = { authorization: `Bearer ${await bank.token()}` }
  expect((await bank.send({ url: pathOf('0.0.1', '/event-subscriptions'), headers })).statusCode).toBe(404)
})
