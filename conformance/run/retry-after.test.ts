import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { exchanges, made, runCases } from '../testing/run-cases.js'

let bank: FakeBank
beforeEach(async () => {
  bank = await startFakeBank()
})
afterEach(() => bank.close())

/** A bank that allows one call of the path and refuses the next few. */
function refuse(path: string, times: number, retryAfter: string | undefined): void {
  let refused = 0
  bank.intercept = (call) => {
    if (call.path !== path || refused === times) return false
    refused += 1
    if (retryAfter !== undefined) call.response.setHeader('retry-after', retryAfter)
    json(call.response, 429)
    return true
  }
}

const statuses = (entries: Awaited<ReturnType<typeof runCases>>, path: string) =>
  exchanges(entries)
    .filter(({ request }) => request.url.endsWith(path))
    .map(({ response }) => response?.status)

const reads = made('AAC-001', { steps: [{ call: 'getAccounts', token: 'none', deviates: ['token'] }] })

test('a call that comes too soon is made again when the bank says, with another interaction id, and both are in the transcript', async () => {
  refuse('/api/accounts', 1, '1')
  const startedAt = Date.now()

  const entries = await runCases(bank, [reads], { now: Date.now })

  expect(statuses(entries, '/api/accounts')).toEqual([429, 401])
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950)
  const ids = exchanges(entries, { operation: 'getAccounts' }).map(
    ({ request }) => request.headers.find(([name]) => name === 'x-fapi-interaction-id')?.[1],
  )
  expect(new Set(ids).size).toBe(2)
})

test('a token that is asked for too soon likewise', async () => {
  refuse('/token', 1, '1')

  const entries = await runCases(bank, [made('AAC-001', { given: 'pendingConsent' })], { now: Date.now })

  expect(statuses(entries, '/token').slice(0, 2)).toEqual([429, 200])
})

test.each([undefined, 'soon', '3600', 'Wed, 21 Oct 2030 07:28:00 GMT'])('nobody waits for %j', async (retryAfter) => {
  refuse('/api/accounts', 9, retryAfter)

  expect(statuses(await runCases(bank, [reads], { now: Date.now }), '/api/accounts')).toEqual([429])
})

test('a case that is about the quota itself is not held up', async () => {
  refuse('/api/accounts', 9, '60')
  const limited = made('AAC-001', {
    steps: [{ call: 'getAccounts', token: 'none', deviates: ['token'], repeat: { times: 3, until: 401 } }],
  })

  expect(statuses(await runCases(bank, [limited], { now: Date.now }), '/api/accounts')).toEqual([429, 429, 429])
})
