import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ErrorResponse, findProblems, isUuid } from '#standard/index.js'
import { MemoryStore } from '../store/memory-store.js'
import { NotDurable } from '../store/store.js'
import { alteredStore } from '../testing/altered-store.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const interactionId = 'x-fapi-interaction-id'
const uuid = '93bac548-d2de-4546-b106-880a5018460d'
const consents = pathOf('1.0.0', '/account-access-consents')
const accounts = pathOf('1.0.0', '/accounts')

let isBroken = false

/** A store whose disk can be full, and whose errors say more than a caller should know. */
const breakableStore = () =>
  alteredStore(new MemoryStore(), (part) => ({
    transact: (work, options) =>
      isBroken ? Promise.reject(new NotDurable(new Error('ENOSPC /var/secret-place'))) : part.transact(work, options),
  }))

let bank: TestBank
let token: string
let consentToken: string
beforeAll(async () => {
  bank = await openTestBank({ store: breakableStore(), anonymousPerMinute: 200 })
  token = await bank.token()
  consentToken = await bank.token({ consent: await bank.consent() })
})
afterEach(() => {
  isBroken = false
})
afterAll(() => bank.close())

const json = { 'content-type': 'application/json' }
const create = (payload: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: consents,
  headers: { authorization: `Bearer ${token}`, ...json, ...headers },
  payload,
})
const valid = JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} })

/** One request for each way to a status. */
const requests: readonly [status: number, how: string, request: () => Promise<InjectOptions> | InjectOptions][] = [
  [200, 'a read', () => ({ url: accounts, headers: { authorization: `Bearer ${consentToken}` } })],
  [201, 'a creation', () => create(valid)],
  [
    204,
    'a deletion',
    async () => {
      const { consentId } = await bank.consent({ version: '0.0.1' })
      const url = pathOf('0.0.1', `/account-access-consents/${consentId}/`)
      return { method: 'DELETE', url, headers: { authorization: `Bearer ${token}` } }
    },
  ],
  [400, 'a body that is no JSON', () => create('{bad json')],
  [400, 'a body with wrong fields', () => create('{}')],
  [400, 'a malformed header', () => create(valid, { 'x-fapi-auth-date': 'yesterday' })],
  [400, 'an id that names nothing', () => ({ url: `${consents}/x`, headers: { authorization: `Bearer ${token}` } })],
  [
    400,
    'an address that cannot be decoded',
    () => ({ url: `${consents}/%`, headers: { authorization: `Bearer ${token}` } }),
  ],
  [401, 'no token', () => ({ url: accounts })],
  [401, 'an unknown token', () => ({ url: accounts, headers: { authorization: 'Bearer nobody' } })],
  [403, 'the wrong kind of token', () => ({ url: accounts, headers: { authorization: `Bearer ${token}` } })],
  [404, 'an unknown path', () => ({ url: '/nothing' })],
  [404, 'an unknown path below a base', () => ({ url: pathOf('1.0.0', '/nothing') })],
  [404, 'a path below an item', () => ({ url: pathOf('1.0.0', '/accounts/x/y') })],
  [404, 'an unknown path of the authorisation server', () => ({ url: '/oauth2/nothing' })],
  [404, 'an unknown page of the documentation', () => ({ url: '/docs/nothing' })],
  [405, 'another method', () => ({ method: 'PUT', url: accounts })],
  [405, 'OPTIONS', () => ({ method: 'OPTIONS', url: accounts })],
  [405, 'a method of the other version', () => ({ method: 'DELETE', url: `${consents}/x/` })],
  [405, 'another method at the authorisation server', () => ({ method: 'PUT', url: '/oauth2/token' })],
  [406, 'an Accept without JSON', () => create(valid, { accept: 'text/html' })],
  [413, 'a body over the limit', () => create(`{"a":"${'x'.repeat(70_000)}"}`)],
  [415, 'a body that is not JSON by its type', () => create(valid, { 'content-type': 'application/xml' })],
  [
    429,
    'more requests than the quota',
    async () => {
      const limited = await bank.token({ clientId: 'tpp-limited' })
      const request = { url: `${consents}/x`, headers: { authorization: `Bearer ${limited}` } }
      for (let count = 0; count < 10; count += 1) await bank.send(request)
      return request
    },
  ],
  [
    500,
    'a store that fails',
    () => {
      isBroken = true
      return create(valid)
    },
  ],
]

const bodyStatuses = [200, 201, 400, 403, 413, 500]

describe.each(requests)('%i for %s', (status, _how, request) => {
  let response: LightMyRequestResponse
  let fresh: LightMyRequestResponse
  beforeAll(async () => {
    const sent = await request()
    fresh = await bank.send(sent)
    response = await bank.send({
      ...(await request()),
      headers: { ...sent.headers, ...(await request()).headers, [interactionId]: uuid },
    })
  })

  test('is the status', () => {
    expect([fresh.statusCode, response.statusCode]).toEqual([status, status])
  })

  test('has the interaction id of the request, or a fresh one', () => {
    expect(response.headers[interactionId]).toBe(uuid)
    expect(isUuid(String(fresh.headers[interactionId]))).toBe(true)
    expect(fresh.headers[interactionId]).not.toBe(uuid)
  })

  test('has the body the standard gives it', () => {
    if (!bodyStatuses.includes(status)) {
      const { 'content-type': type, 'content-length': length } = response.headers
      expect([response.body, type]).toEqual(['', undefined])
      expect(length).toBe(status === 204 ? undefined : '0')
      return
    }
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    if (status < 400) {
      expect(response.json()).toHaveProperty('Data')
      return
    }
    expect(findProblems(ErrorResponse, response.json())).toEqual([])
    expect(response.json().Code).toMatch(new RegExp(`^${status} `))
    expect(isUuid(response.json().Id)).toBe(true)
    expect(response.json().Id).not.toBe(fresh.json().Id)
  })
})

describe('beside body and interaction id', () => {
  test('401 says which scheme it wants', async () => {
    expect((await bank.send({ url: accounts })).headers['www-authenticate']).toBe('Bearer')
  })

  test.each([
    ['/api/accounts', 'GET, HEAD'],
    ['/api/account-access-consents', 'POST'],
    ['/api/account-access-consents/x', 'GET, HEAD, DELETE'],
    [`${consents}/x/`, 'GET, HEAD, PATCH'],
    ['/oauth2/token', 'POST'],
    ['/oauth2/authorize', 'GET, HEAD, POST'],
    ['/.well-known/openid-configuration', 'GET, HEAD'],
    ['/authorise/x', 'GET, HEAD, POST'],
    ['/my-consents', 'GET, HEAD, POST'],
    ['/my-consents/x/revoke', 'GET, HEAD, POST'],
    ['/_sandbox/consents/x/accounts', 'PUT'],
    ['/_sandbox/clock', 'GET, HEAD, PUT'],
  ])('405 at %s says that it allows %s', async (url, allowed) => {
    const { statusCode, headers } = await bank.send({ method: 'OPTIONS', url })

    expect(statusCode).toBe(405)
    expect(String(headers.allow).split(', ').toSorted()).toEqual(allowed.split(', ').toSorted())
  })

  test('429 says when to come back, in seconds', async () => {
    const limited = await bank.token({ clientId: 'tpp-limited' })
    const headers = { authorization: `Bearer ${limited}` }
    let last = await bank.send({ url: `${consents}/x`, headers })
    for (let count = 0; count < 10; count += 1) last = await bank.send({ url: `${consents}/x`, headers })

    expect(last.statusCode).toBe(429)
    expect(last.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/)
  })
})

describe('500', () => {
  test('does not reveal the error, and logs it with the interaction id but without the token', async () => {
    isBroken = true
    const before = bank.log.length

    const response = await bank.send(create(valid, { [interactionId]: uuid }))

    expect(response.json().Errors).toEqual([{ ErrorCode: 'UnexpectedError', Message: 'try again later' }])
    const logged = bank.log.slice(before).join('')
    expect(logged).toContain('ENOSPC')
    expect(logged).toContain(uuid)
    expect(logged).not.toContain(token)
  })

  test('is over when the store works again', async () => {
    isBroken = true
    await bank.send(create(valid))
    isBroken = false

    expect((await bank.send(create(valid))).statusCode).toBe(201)
  })

  test('of the authorisation server is JSON that does not reveal the cause', async () => {
    const basic = Buffer.from(`tpp-demo:${bank.tpps[0]?.clientSecret}`).toString('base64')
    const before = bank.log.length
    isBroken = true

    const response = await bank.send({
      method: 'POST',
      url: '/oauth2/token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&scope=accounts',
    })

    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ error: 'server_error' })
    expect(response.body).not.toMatch(/ENOSPC|secret-place/)
    const logged = bank.log.slice(before).join('')
    expect(logged).toContain('ENOSPC')
    expect(logged).not.toContain(String(bank.tpps[0]?.clientSecret))
  })

  test('of the page is a page that names the interaction', async () => {
    const { consentId } = await bank.consent({ status: 'AwaitingAuthorisation' })
    const query = new URLSearchParams({
      client_id: 'tpp-demo',
      response_type: 'code',
      scope: 'openid accounts',
      redirect_uri: 'https://tpp.example/callback',
      consent_id: consentId,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })
    const begun = await bank.send({ url: `/oauth2/authorize?${query}` })
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    isBroken = true

    const page = await bank.send({
      url: new URL(String(begun.headers.location)).pathname,
      headers: { cookie, [interactionId]: uuid },
    })

    expect(page.statusCode).toBe(500)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('Something went wrong on our side')
    expect(page.body).toContain(uuid)
    expect(page.body).not.toContain('ENOSPC')
  })
})
