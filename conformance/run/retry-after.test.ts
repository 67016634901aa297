import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import { type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession } from '../testing/open-session.js'
import { exchanges, made, runCases } from '../testing/run-cases.js'
import { type ApiCall, callApi } from '../tpp/api-call.js'
import { post as postPayment } from '../tpp/payments.js'

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

/** The last answer of each case. */
const lastStatuses = (entries: Awaited<ReturnType<typeof runCases>>) => [
  ...new Map(
    exchanges(entries, { operation: 'getAccounts' }).map((each) => [each.case, each.response?.status]),
  ).values(),
]

const manyReads = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...reads, id: `ACC-${String(index + 100)}` }))

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

// openid/conformance-suite #980: a retry is refused for its old signature
test('what has waited is signed again: signature and body are of one making', async () => {
  refuse('/api/accounts', 1, '1')
  const session = openTestSession(bank.profile, Date.now)
  const signed = (signature: string, body: string): ApiCall => ({
    operation: 'getAccounts',
    version: '1.0.0',
    headers: { 'x-jws-signature': signature },
    body,
    anew: async () => signed('second', '{"made":2}'),
  })
  await callApi(session, signed('first', '{"made":1}'), { given: 'test' })
  await session.close()

  const sent = exchanges(session.transcript.entries).map(({ request: { headers, body } }) => [
    headers.find(([name]) => name === 'x-jws-signature')?.[1],
    body,
  ])
  expect(sent).toEqual([
    ['first', '{"made":1}'],
    ['second', '{"made":2}'],
  ])
})

test('what a starting point posts too: its token is good and its headers are made when it is sent, under one key', async () => {
  let refused = false
  bank.intercept = ({ path, response }) => {
    if (path !== '/api/domestic-payment-consents') return false
    response.setHeader('retry-after', '1')
    json(response, refused ? 201 : 429, {})
    refused = true
    return true
  }
  let asked = 0
  const session = openTestSession(bank.profile, Date.now)
  const authorization = () => {
    asked += 1
    return `Bearer ${asked}`
  }
  const post = { version: '1.0.0', tpp: 'main', authorization, request: {}, idempotencyKey: 'key-1' } as const
  await postPayment(session, 'createDomesticPaymentConsent', post, { given: 'test' })
  await session.close()

  const sent = exchanges(session.transcript.entries).map(({ request: { headers }, response }) => [
    response?.status,
    ...['authorization', 'x-idempotency-key'].map((wanted) => headers.find(([name]) => name === wanted)?.[1]),
  ])
  expect(asked).toBe(2)
  expect(sent.map(([status, , key]) => [status, key])).toEqual([
    [429, 'key-1'],
    [201, 'key-1'],
  ])
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

describe('a bank with a small quota', () => {
  const startedAt = Date.now()
  /** The time of bank and suite, ten times as fast as ours. */
  const now = () => startedAt + 10 * (Date.now() - startedAt)

  /** Allows so many calls of the API in each second; says how many were served and refused. */
  function allow(requests: number): { served: number; refused: number } {
    const seen = { served: 0, refused: 0 }
    let window = { endsAt: 0, count: 0 }
    bank.intercept = ({ path, response }) => {
      if (!path.startsWith('/api/')) return false
      if (now() >= window.endsAt) window = { endsAt: now() + 1000, count: 0 }
      window.count += 1
      if (window.count <= requests) {
        seen.served += 1
        return false
      }
      seen.refused += 1
      response.setHeader('retry-after', '1')
      json(response, 429)
      return true
    }
    return seen
  }

  test('serves every case, also where a second is enough for one request', async () => {
    const seen = allow(1)

    const entries = await runCases(bank, manyReads(12), { now, concurrency: 6 })

    expect(lastStatuses(entries)).toEqual(Array(12).fill(401))
    expect(seen.served).toBe(12)
    // those that come first find the quota used up together; then they stand in line
    expect(seen.refused).toBeLessThan(12 + 6)
  })

  test('serves all that are sent at once', async () => {
    const seen = allow(1)
    const atOnce = made('AAC-001', {
      steps: [{ call: 'getAccounts', token: 'none', deviates: ['token'], atOnce: 8 }],
    })

    const entries = await runCases(bank, [atOnce], { now })

    expect(statuses(entries, '/api/accounts').filter((status) => status === 401)).toHaveLength(8)
    expect(seen.served).toBe(8)
  })
})

test('a bank that refuses whatever one waits is not waited for by each case', async () => {
  refuse('/api/accounts', 1000, '0')

  const entries = await runCases(bank, manyReads(30), { now: Date.now, concurrency: 1 })

  // the first few are sent four times each, the others once
  expect(statuses(entries, '/api/accounts').length).toBeLessThanOrEqual(4 * 4 + 26)
  expect(lastStatuses(entries)).toEqual(Array(30).fill(429))
})

describe('a call that had to wait is sent with a token that has not ended meanwhile', () => {
  let ahead: number
  let sent: string[]
  beforeEach(() => {
    ahead = 0
    sent = []
    refuseFirst('/balances')
  })
  /** Refuses the first call of the path, until long after the tokens have ended. */
  const refuseFirst = (ending: string) => {
    let refused = false
    bank.intercept = ({ path, request, response }) => {
      if (!path.endsWith(ending)) return false
      sent.push(String(request.headers.authorization))
      if (refused) return false
      refused = true
      // tokens of the fake bank last for half an hour
      ahead = 1800_000
      response.setHeader('retry-after', '1')
      json(response, 429)
      return true
    }
  }
  const balances = { call: 'getAccountBalances', params: { AccountId: 'acc-9' } } as const
  const renewals = (entries: Awaited<ReturnType<typeof runCases>>) =>
    exchanges(entries, { given: 'renewed token' }).map(({ request }) => new URL(request.url).pathname)
  const run = (test: Case) => runCases(bank, [test], { now: () => Date.now() + ahead })

  test('of a TPP', async () => {
    await run(made('AAC-001', { steps: [{ ...balances, token: 'public-accounts', deviates: ['token'] }] }))

    expect(new Set(sent).size).toBe(2)
  })

  test('of a consent, with which the accounts are read first', async () => {
    const entries = await run(made('AAC-001', { given: 'authorisedConsent', steps: [balances] }))

    expect(new Set(sent).size).toBe(2)
    expect(renewals(entries)).toEqual(['/token', '/api/accounts'])
  })

  test.each([
    ['the list of accounts', '/api/accounts', 'authorisedConsent'],
    ['the lists of an account', '/transactions', 'everythingConsent'],
  ] as const)('%s that a starting point reads too', async (_, ending, given) => {
    refuseFirst(ending)

    const entries = await run(made('AAC-001', { given, steps: [{ call: 'getAccounts' }] }))

    expect(new Set(sent.slice(0, 2)).size).toBe(2)
    expect(renewals(entries)).toEqual(['/token', '/api/accounts'])
    // of the starting point and of the case
    expect(lastStatuses(entries)).toEqual([200, 200])
  })
})
