import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { Profile } from '../profile/profile.js'
import { readProfile } from '../profile/read-profile.js'
import { type Call, type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession } from '../testing/open-session.js'
import { closing, exchanges, made, type RunOptions, runCases, sentHeader } from '../testing/run-cases.js'

const hour = 3_600_000

let bank: FakeBank
/** How far the bank's clock is ahead of ours. */
let ahead: number
let moves: string[]

beforeEach(async () => {
  bank = await startFakeBank()
  ahead = 0
  moves = []
  bank.intercept = ({ method, path, body, response }) => {
    if (path !== '/clock') return false
    if (method === 'PUT') {
      moves.push(body)
      ahead = Date.parse(JSON.parse(body).now) - Date.now()
    }
    // a bank that repeats the token to whoever sent it
    json(response, 200, { now: new Date(Date.now() + ahead).toISOString(), by: 'clock-t0ken' })
    return true
  }
})

afterEach(() => bank.close())

const withClock = (): Profile => ({ ...bank.profile, clock: { url: `${bank.url}/clock`, token: 'clock-t0ken' } })

const run = (cases: readonly Case[], options: Partial<RunOptions> = {}) =>
  runCases(bank, cases, { now: Date.now, profile: withClock(), ...options })

const read = { call: 'getAccounts', token: 'none', deviates: ['token'] } as const

const advanced = (id: string, changes: Partial<Case> = {}) =>
  made(id, { steps: [{ advance: 2 * hour }, read], ...changes })

test('reads the clock of the bank before the first case, and dates by it what it sends', async () => {
  ahead = 48 * hour
  const ask = {
    call: 'createAccountAccessConsent',
    body: { Data: { At: { from: 'clock', offsetMillis: 0 } } },
  } as const

  const entries = await run([made('AAC-001', { steps: [ask] })])

  const [sent] = exchanges(entries, { operation: 'createAccountAccessConsent' })
  const { Data } = JSON.parse(sent?.request.body ?? '')
  expect(Math.abs(Date.parse(Data.At) - (Date.now() + ahead))).toBeLessThan(10_000)
  expect(Math.abs((sent?.bankAhead ?? 0) - ahead)).toBeLessThan(2000)
  expect(bank.calls[0]).toBe('GET /clock')
})

test('reads the clock again where the bank has moved it and not answered, so that later cases have its time', async () => {
  bank.intercept = ((before) => (call) => {
    if (call.method !== 'PUT') return before(call)
    ahead = Date.parse(JSON.parse(call.body).now) - Date.now()
    call.response.destroy()
    return true
  })(bank.intercept)
  const ask = {
    call: 'createAccountAccessConsent',
    body: { Data: { At: { from: 'clock', offsetMillis: 0 } } },
  } as const

  const entries = await run([advanced('ACC-001'), made('AAC-001', { steps: [ask, { advance: 1000 }] })])

  const [sent] = exchanges(entries, { operation: 'createAccountAccessConsent' })
  expect(Math.abs(Date.parse(JSON.parse(sent?.request.body ?? '').Data.At) - (Date.now() + 2 * hour))).toBeLessThan(
    10_000,
  )
})

test('asks for a payment on a day that is in the future of the bank', async () => {
  ahead = 30 * 24 * hour
  const creditor = { iban: 'BH67BMAG00001299123456', name: 'A creditor' }
  const payments = { creditor, userToken: { mode: 'off' } }
  const profile = readProfile('bank', { ...withClock(), payments })

  const entries = await run([made('FDC-001', { given: 'pendingFutureDatedPayment' })], { profile })

  const [sent] = exchanges(entries, { operation: 'createDomesticFutureDatedPaymentConsent' })
  const { Initiation } = JSON.parse(sent?.request.body ?? '').Data
  expect(Date.parse(Initiation.RequestedExecutionDateTime)).toBeGreaterThan(Date.now() + ahead)
})

test('takes the clock of the bank to be ours where the two differ by what clocks do', async () => {
  ahead = 900

  const entries = await run([made('ACC-001')])

  expect(exchanges(entries, { case: 'ACC-001' })[0]).not.toHaveProperty('bankAhead')
})

test('moves the clock with the token of the profile, which is in no transcript', async () => {
  const entries = await run([advanced('ACC-001')])

  const [moved, after] = exchanges(entries, { case: 'ACC-001' })
  expect(moved).toMatchObject({ step: 0, request: { method: 'PUT', url: `${bank.url}/clock` } })
  expect(sentHeader(moved, 'authorization')[0]).toMatch(/^Bearer «secret:/)
  expect(JSON.stringify(entries)).not.toContain('clock-t0ken')
  expect(Math.abs((after?.bankAhead ?? 0) - 2 * hour)).toBeLessThan(2000)
})

test('asks for tokens and starting points anew after the clock was moved', async () => {
  const given = { given: 'authorisedConsent' } as const
  const session = openTestSession(withClock(), Date.now)

  await run([advanced('ACC-001', given), advanced('ACC-002', given)], { session })
  await session.close()

  const created = exchanges(session.transcript.entries, { operation: 'createAccountAccessConsent' })
  expect(created).toHaveLength(2)
  expect(exchanges(session.transcript.entries, { given: 'publicToken:main:accounts' })).toHaveLength(2)
})

describe('a consent that lasts', () => {
  const payer = { given: 'payerConsent', steps: [{ advance: 2 * hour }, { call: 'getAccounts' }] } as const
  const asked = (entries: Awaited<ReturnType<typeof run>>) =>
    exchanges(entries, { operation: 'createAccountAccessConsent' }).length

  test('is used again after the clock was moved, its token renewed', async () => {
    const entries = await run([made('ACC-001', payer), made('ACC-002', payer)])

    expect(closing(entries).filter(({ couldNotRun }) => couldNotRun)).toEqual([])
    expect(asked(entries)).toBe(1)
    // once for each move, and the account list is read first with each
    const renewals = exchanges(entries, { given: 'renewed token' }).map(({ request }) => request.url)
    expect(renewals.map((url) => url.replace(bank.url, ''))).toEqual([
      '/token',
      '/api/accounts',
      '/token',
      '/api/accounts',
    ])
  })

  test('is made anew where the bank gives no other token', async () => {
    bank.intercept = ((before) => (call) => {
      if (!call.body.includes('grant_type=refresh_token')) return before(call)
      json(call.response, 400, { error: 'invalid_grant' })
      return true
    })(bank.intercept)

    const entries = await run([made('ACC-001', payer), made('ACC-002', { ...payer, steps: [read, { advance: 1000 }] })])

    expect(asked(entries)).toBe(2)
    expect(closing(entries).map(({ couldNotRun }) => couldNotRun?.blame)).toEqual(['bank', undefined])
  })

  test('is made anew after two months, before what renews its token ends in the middle of a case', async () => {
    const weeks = (count: number) =>
      ({ ...payer, steps: [{ advance: count * 7 * 24 * hour }, payer.steps[1]] }) as const

    const entries = await run([made('ACC-001', weeks(8)), made('ACC-002', weeks(1)), made('ACC-003', weeks(1))])

    expect(closing(entries).filter(({ couldNotRun }) => couldNotRun)).toEqual([])
    expect(asked(entries)).toBe(2)
    const [, second] = exchanges(entries, { operation: 'createAccountAccessConsent' })
    expect(Math.round((second?.bankAhead ?? 0) / (7 * 24 * hour))).toBe(9)
  })
})

test('moves to a date-time, or by a number of seconds, that an answer names; never back', async () => {
  const at = new Date(Date.now() + 5 * hour).toISOString()
  bank.intercept = ((before) => (call) => {
    if (call.path !== '/api/accounts') return before(call)
    json(call.response, 200, { At: at, Seconds: 60 })
    return true
  })(bank.intercept)
  const from = (path: string) => ({ from: 'step', step: 0, path }) as const
  const steps: Case['steps'] = [
    read,
    { advance: { to: from('At') }, beyond: -hour },
    { advance: { seconds: from('Seconds') } },
    { advance: { to: from('At') }, beyond: -2 * hour },
    { advance: { to: from('Nothing') }, beyond: hour, otherwise: hour },
  ]

  const entries = await run([made('ACC-001', { steps })])

  expect(closing(entries)[0]).not.toHaveProperty('couldNotRun')
  const hours = moves.map((body) => (Date.parse(JSON.parse(body).now) - Date.parse(at)) / hour)
  expect(hours.map((each) => Math.round(each * 60))).toEqual([-60, -59, 1])
})

test('cannot run a case whose answer does not say how far', async () => {
  const to = { advance: { to: { from: 'step', step: 0, path: 'At' } } } as const

  const entries = await run([made('ACC-001', { steps: [read, to] })])

  expect(closing(entries)[0]?.couldNotRun).toMatchObject({ blame: 'bank', reason: expect.stringContaining('no At') })
})

test.each([
  ['answers 404', (call: Call) => json(call.response, 404)],
  ['answers without its time', (call: Call) => json(call.response, 200, { at: 'noon' })],
  ['stays where it is', (call: Call) => json(call.response, 200, { now: new Date().toISOString() })],
])('blames the profile for a clock that %s', async (_, answer) => {
  bank.intercept = (call) => {
    if (call.path === '/clock') answer(call)
    return call.path === '/clock'
  }

  const entries = await run([advanced('ACC-001'), made('ACC-002')])

  const [other, moving] = closing(entries)
  expect(moving?.couldNotRun?.blame).toBe('config')
  expect(other).not.toHaveProperty('couldNotRun')
})

test('runs the cases that move the clock one by one, after all others, whatever the order', async () => {
  const others = Array.from({ length: 6 }, (_, index) => made(`ACC-00${index}`))
  const cases = [advanced('TXN-001'), advanced('TXN-002'), ...others]

  for (const options of [{}, { shuffleSeed: 3 }]) {
    const entries = await run(cases, { concurrency: 4, ...options })
    const last = closing(entries).map((entry) => entry.case)
    expect(last.slice(6).sort()).toEqual(['TXN-001', 'TXN-002'])
    const order = entries.flatMap((entry) =>
      entry.kind !== 'run' && entry.case?.startsWith('TXN') ? [entry.case] : [],
    )
    expect(order).toEqual([...order.filter((each) => each === order[0]), ...order.filter((each) => each !== order[0])])
  }
})
