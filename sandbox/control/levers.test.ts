/** Every lever checks all of its input before it changes anything. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clockStates, latestClock, toDateTime } from '../clock/tenant-clock.js'
import { type ConsentRecord, consentRecords } from '../consents/consent.js'
import { faultStates } from '../faults/active-faults.js'
import { MemoryStore } from '../store/memory-store.js'
import { mainTenantId } from '../tenants/tenant.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { errorsOf, openTestBank, pathOf, type TestBank, testUrl } from '../testing/test-bank.js'

let bank: TestBank
beforeEach(async () => {
  bank = await openTestBank()
})
afterEach(() => bank.close())

type Method = 'GET' | 'POST' | 'PUT'
const headers = { host: '127.0.0.1', 'content-type': 'application/json' }
const call = (method: Method, path: string, payload?: string) =>
  bank.send({ method, url: `/_sandbox${path}`, headers, ...(payload !== undefined && { payload }) })
const callWith = (method: Method, path: string, body: unknown) => call(method, path, JSON.stringify(body))

/** Everything that a lever can change: clock, faults, consents. */
async function stateOf({ tenant }: TestBank): Promise<unknown> {
  const { store, clock, faults } = tenant
  const stored = await Promise.all([store.get(clockStates, 'clock'), store.get(faultStates, 'faults')])
  return [
    ...stored,
    clock.state,
    faults.settings,
    await store.find(consentRecords, 'psuId', tenant.bank.psus[0]?.psuId ?? ''),
  ]
}

describe('the clock', () => {
  test.each<[Method, string, unknown]>([
    ['POST', '/clock/advance', { by: 'P100000000D' }],
    ['POST', '/clock/advance', { by: '-P100000000D' }],
    ['POST', '/clock/advance', { by: `P${'9'.repeat(190)}D` }],
    ['POST', '/clock/advance', { by: `PT${'9'.repeat(190)}S` }],
    ['POST', '/clock/advance', { by: '-P22000D' }],
    ['POST', '/clock/advance', { by: 'P2920000D' }],
    ['POST', '/clock/advance', { by: 'P1Y' }],
    ['POST', '/clock/advance', { by: 3 }],
    ['POST', '/clock/advance', { by: 'P1D', And: 'P1D' }],
    ['PUT', '/clock', { now: '9999-01-01T00:00:00Z' }],
    ['PUT', '/clock', { now: '9999-12-31T23:59:59+03:00', frozen: true }],
    ['PUT', '/clock', { now: '1969-12-31T23:59:59Z', frozen: false }],
    ['PUT', '/clock', { now: '0000-01-01T00:00:00Z' }],
    ['PUT', '/clock', { now: '+010000-01-01T00:00:00Z' }],
    ['PUT', '/clock', { frozen: 'yes' }],
    ['PUT', '/clock', { now: 'tomorrow', frozen: false }],
  ])('%s %s refuses %j and stands where it stood', async (method, path, body) => {
    await bank.send({ method: 'PUT', url: '/_sandbox/clock', headers, payload: '{"frozen":true}' })
    const before = await stateOf(bank)

    expect((await callWith(method, path, body)).statusCode).toBe(400)
    expect(await stateOf(bank)).toEqual(before)
  })

  test('does not leave its range by small steps either', async () => {
    await callWith('PUT', '/clock', { now: toDateTime(latestClock) })

    expect((await callWith('POST', '/clock/advance', { by: 'PT0.001S' })).statusCode).toBe(400)
    expect((await call('GET', '/clock')).json()).toEqual({ now: toDateTime(latestClock), frozen: true })
  })

  test.each(['1970-01-01T00:00:00Z', toDateTime(latestClock)])('at %s the bank works as ever', async (now) => {
    expect((await callWith('PUT', '/clock', { now })).statusCode).toBe(200)
    const authorization = `Bearer ${await bank.token()}`
    const url = pathOf('1.0.0', '/account-access-consents')
    const payload = JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} })

    const made = await bank.send({ method: 'POST', url, headers: { ...headers, authorization }, payload })
    expect(made.statusCode).toBe(201)
    const consent = await bank.consent({
      permissions: ['ReadTransactionsDetail', 'ReadTransactionsCredits', 'ReadStandingOrdersDetail'],
    })
    const reading = { authorization: `Bearer ${await bank.token({ consent })}` }
    for (const path of ['/transactions', '/standing-orders']) {
      expect((await bank.send({ url: pathOf('1.0.0', path), headers: reading })).statusCode).toBe(200)
    }
    expect(bank.log).toEqual([])
  })

  test('counts whole milliseconds', async () => {
    await callWith('POST', '/clock/advance', { by: 'PT0.0004S' })

    expect(bank.tenant.clock.now() % 1).toBe(0)
  })
})

describe('faults', () => {
  test.each([
    ['two texts of JSON that become one', '[{"id":"body-empty"}],"faults":[]'],
    ['an object', '{"faults":[]}'],
    ['an array and something after it', '[]x'],
    ['two arrays', '[][]'],
    ['an array that does not end', '[{"id":"body-empty"}'],
    ['nothing', ''],
    ['a null', 'null'],
    ['an unknown id', '[{"id":"body-empty"},{"id":"nope"}]'],
    ['a name that every object has', '[{"id":"constructor"}]'],
    ['a path that is none', '[{"id":"body-empty","path":"accounts"}]'],
    ['a count that is none', '[{"id":"body-empty","every":0}]'],
    ['a fraction', '[{"id":"body-empty","every":1.5}]'],
    ['a setting there is not', '[{"id":"body-empty","evry":2}]'],
    ['the same fault twice', '[{"id":"body-empty"},{"id":"body-empty"}]'],
    ['a limit where there is nothing to limit', '[{"id":"scope-ignored","path":"/x"}]'],
    ['more than there can be', JSON.stringify(Array(1001).fill({ id: 'body-empty' }))],
  ])('%s is refused and leaves those that are on', async (_name, payload) => {
    await callWith('PUT', '/faults', [{ id: 'state-unchecked' }])
    const before = await stateOf(bank)

    expect((await call('PUT', '/faults', payload)).statusCode).toBe(400)
    expect(await stateOf(bank)).toEqual(before)
  })

  test('all that is wrong is said at once', async () => {
    const response = await callWith('PUT', '/faults', [
      { id: 'nope', every: 0 },
      { id: 'body-empty', path: 'x' },
    ])

    expect(errorsOf(response).map(([, path]) => path)).toEqual(['[0].id', '[0].every', '[1].path'])
    expect(response.json().Errors[0].Message).toMatch(/ and \d+ more, received "nope"$/)
  })

  test('one fault with two paths counts for each', async () => {
    const settings = [
      { id: 'body-empty', path: '/a', every: 2 },
      { id: 'body-empty', path: '/b', every: 2 },
    ]
    expect((await callWith('PUT', '/faults', settings)).statusCode).toBe(200)
    const bodyOf = async (url: string) => (await bank.send({ url, headers: { host: '' } })).statusCode

    expect([await bodyOf('/a'), await bodyOf('/b')]).toEqual([404, 404])
    expect((await call('GET', '/faults')).json().active).toEqual(settings)
  })
})

describe('a decision without a browser', () => {
  const requestOf = async (body: object) => {
    const authorizationUrl = `${testUrl}/oauth2/authorize?${await oauthRequests(bank).parameters()}`
    return { authorizationUrl, psu: 'layla', decision: 'approve', ...body }
  }

  test.each([
    [{ psu: 'nobody', decision: 'cancel' }, ['psu']],
    [{ psu: 'nobody', authorizationUrl: 'https://elsewhere.example/' }, ['psu', 'authorizationUrl']],
    [{ accounts: ['x', 'y'] }, ['accounts[0]', 'accounts[1]']],
    [{ accounts: ['x'], decision: 'cancel' }, ['accounts[0]', 'accounts']],
    [{ decision: 'later', psu: 7 }, ['psu', 'decision']],
    [{ accounts: Array(1001).fill('x') }, ['accounts']],
    [{ authorizationUrl: `${testUrl}/oauth2/authorize?${'x'.repeat(20_000)}` }, ['authorizationUrl']],
  ])('%j says all that is wrong and begins nothing', async (body, paths) => {
    const request = await requestOf(body)
    const before = await stateOf(bank)
    const response = await callWith('POST', '/authorisations', request)

    expect([response.statusCode, errorsOf(response).map(([, path]) => path)]).toEqual([400, paths])
    expect(await stateOf(bank)).toEqual(before)
  })
})

test('a list of accounts that is wrong in a thousand places says a hundred and how many more', async () => {
  const { consentId } = (await bank.consent()) satisfies ConsentRecord
  const accounts = Array(1000).fill('x')
  const response = await callWith('PUT', `/consents/${consentId}/accounts`, { psu: 'layla', accounts })
  const { Errors } = response.json() as { Errors: { Message: string }[] }

  expect([response.statusCode, Errors.length, Errors.at(-1)?.Message]).toEqual([400, 101, 'and 900 more'])
})

describe('what an earlier version has stored', () => {
  test.each([
    ['a clock in no year', clockStates, 'clock', { frozenAt: 8.64e18 }],
    ['a clock without an instant', clockStates, 'clock', { offset: null }],
    ['a clock before 1970', clockStates, 'clock', { frozenAt: -1 }],
    ['a fault that is gone', faultStates, 'faults', { settings: [{ id: 'gone' }] }],
  ])('%s keeps the bank from starting, and it says what to do', async (_name, collection, id, document) => {
    const store = new MemoryStore()
    await store
      .tenant(mainTenantId)
      .transact((transaction) => transaction.put(collection as typeof clockStates, id, document as never))

    await expect(openTestBank({ store })).rejects.toThrow(/with the version that stored|or start with another store/)
  })
})
