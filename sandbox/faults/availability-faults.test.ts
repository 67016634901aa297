import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../index.js'
import type { FaultSetting } from './settings.js'

let bank: Sandbox
let token: string
beforeAll(async () => {
  bank = await startSandbox()
  token =
    (await bank.authorise(await bank.createConsent({ permissions: ['ReadAccountsBasic', 'ReadBalances'] })))
      .accessToken ?? ''
})
beforeEach(() => bank.faults.set([]))
afterAll(() => bank.close())

/** The status of a read, or the code of the error that the connection ended in. */
const read = (path = '/accounts', base = bank.bases['1.0.0']) =>
  new Promise<number | string>((resolve) => {
    const answered = (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }
    const headers = { authorization: `Bearer ${token}` }
    get(`${base}${path}`, { headers, agent: false }, answered).on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code ?? ''),
    )
  })

const severalReads = async (count: number) => {
  const seen = []
  for (let index = 0; index < count; index += 1) seen.push(await read())
  return seen
}

test('an answer is late by what the setting says, and right', async () => {
  await bank.faults.set([{ id: 'latency', millis: 300 }])
  const begun = performance.now()

  expect(await read()).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(290)
})

test('a bank that is down says when to call again, and a connection that is dropped says nothing', async () => {
  await bank.faults.set([
    { id: 'unavailable', operation: 'getAccounts' },
    { id: 'connection-dropped', operation: 'getBalances' },
  ])
  const down = await fetch(`${bank.bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${token}` } })

  expect([down.status, down.headers.get('retry-after'), await down.text()]).toEqual([503, '5', ''])
  expect(await read('/balances')).toBe('ECONNRESET')
})

test.each<[string, Omit<FaultSetting, 'id'>, readonly (number | string)[]]>([
  ['the second call', { nth: 2 }, [200, 503, 200, 200]],
  ['every second call', { every: 2 }, [200, 503, 200, 503]],
  ['another operation', { operation: 'getBalances' }, [200, 200, 200, 200]],
  ['never', { probability: 0 }, [200, 200, 200, 200]],
  ['always', { probability: 1 }, [503, 503, 503, 503]],
])('a fault takes hold on %s', async (_when, limits, statuses) => {
  await bank.faults.set([{ id: 'unavailable', ...limits }])

  expect(await severalReads(4)).toEqual(statuses)
})

test('a probability is about met, and the same calls fail each time', async () => {
  const setting = { id: 'unavailable', probability: 0.3 } as const
  await bank.faults.set([setting])
  const first = await severalReads(60)
  await bank.faults.set([setting])
  const second = await severalReads(60)
  const failed = first.filter((status) => status === 503).length

  expect(second).toEqual(first)
  expect(failed).toBeGreaterThan(8)
  expect(failed).toBeLessThan(30)
})

test('a payment that was answered with 503 is repeated with its key and made once', async () => {
  await bank.faults.set([{ id: 'unavailable', operation: 'createDomesticPayment', nth: 1 }])

  await expect(bank.pay()).rejects.toThrow('503')
})

test('refusals and operations can fail too, and a delay in vain is refused', async () => {
  await bank.faults.set([{ id: 'unavailable' }])
  expect(await read('/nothing')).toBe(503)
  await expect(bank.faults.set([{ id: 'unavailable', millis: 5 }])).rejects.toThrow('makes no answer late')
})
