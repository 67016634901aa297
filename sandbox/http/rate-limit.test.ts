import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const limit = 3
const tpp = (clientId: string) => ({
  clientId,
  clientSecret: 'a-secret-of-sixteen-letters',
  redirectUris: ['https://tpp.example/cb'],
  requestsPerMinute: limit,
})

let bank: TestBank
beforeEach(async () => {
  bank = await openTestBank({ tpps: [tpp('first'), tpp('second')], anonymousPerMinute: limit })
})
afterEach(() => bank.close())

const read = (token: string, headers: Record<string, string> = {}) => ({
  url: pathOf('1.0.0', '/account-access-consents/x'),
  headers: { authorization: `Bearer ${token}`, ...headers },
})

/** Statuses of several requests, one after the other. */
async function statuses(count: number, request: Parameters<TestBank['send']>[0]): Promise<number[]> {
  const all: number[] = []
  for (let each = 0; each < count; each += 1) all.push((await bank.send(request)).statusCode)
  return all
}

describe('the quota of a TPP', () => {
  test('ends with its last request of the minute', async () => {
    expect(await statuses(limit + 2, read(await bank.token({ clientId: 'first' })))).toEqual([400, 400, 400, 429, 429])
  })

  test('is shared by its tokens, and not with another TPP', async () => {
    await statuses(limit, read(await bank.token({ clientId: 'first' })))

    expect(await statuses(1, read(await bank.token({ clientId: 'first', scope: 'payments' })))).toEqual([429])
    expect(await statuses(1, read(await bank.token({ clientId: 'second' })))).toEqual([400])
  })

  test("starts again a minute after the first request, on the bank's clock", async () => {
    const token = await bank.token({ clientId: 'first' })
    await statuses(1, read(token))
    await bank.advance(20_000)
    await statuses(limit - 1, read(token))

    await bank.advance(39_999)
    const refused = await bank.send(read(token))
    await bank.advance(1)

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(await statuses(limit + 1, read(token))).toEqual([400, 400, 400, 429])
  })

  test('says how long to wait', async () => {
    const token = await bank.token({ clientId: 'first' })
    await statuses(limit, read(token))

    expect((await bank.send(read(token))).headers['retry-after']).toBe('60')
    await bank.advance(17_400)
    expect((await bank.send(read(token))).headers['retry-after']).toBe('43')
  })

  test('starts again when the clock is set back', async () => {
    const token = await bank.token({ clientId: 'first' })
    await statuses(limit + 1, read(token))
    await bank.advance(-86_400_000)

    expect(await statuses(1, read(token))).toEqual([400])
  })

  test('is not touched by requests that are refused before it is looked at', async () => {
    const token = await bank.token({ clientId: 'first' })

    expect(await statuses(limit * 2, read(token, { accept: 'text/html' }))).toEqual(Array(limit * 2).fill(406))
    expect(await statuses(1, read(token))).toEqual([400])
  })
})

describe('the quota of an address', () => {
  test('covers paths and methods that do not exist', async () => {
    expect(await statuses(2, { url: '/nothing' })).toEqual([404, 404])
    expect(await statuses(3, { method: 'PUT', url: pathOf('1.0.0', '/accounts') })).toEqual([405, 429, 429])
    expect(await statuses(1, { url: '/oauth2/nothing' })).toEqual([429])
  })

  test('is one for each address, and a TPP does not use it up', async () => {
    await statuses(limit + 1, { url: '/nothing' })

    expect(await statuses(1, { url: '/nothing', remoteAddress: '203.0.113.9' })).toEqual([404])
    expect(await statuses(1, read(await bank.token({ clientId: 'first' })))).toEqual([400])
  })

  test('starts again after a minute', async () => {
    await statuses(limit + 1, { url: '/nothing' })
    await bank.advance(60_000)

    expect(await statuses(1, { url: '/nothing' })).toEqual([404])
  })
})
