import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'
import { userTokenGrant } from './user-tokens.js'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const post = (url: string, fields: Record<string, string>, clientId = 'tpp-demo', at = bank) =>
  at.send(oauthRequests(at).form(url, fields, clientId))

const ask = (user: string, clientId?: string, at = bank) =>
  post('/oauth2/token', { grant_type: userTokenGrant, user }, clientId, at)

const discovery = async (at = bank) =>
  (await at.send({ url: '/.well-known/openid-configuration' })).json().grant_types_supported as string[]

test('is issued to a TPP for a user of its own', async () => {
  const answer = await ask('anna 1')

  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    access_token: expect.stringMatching(/^\S{20,128}$/),
    token_type: 'N_A',
    expires_in: 1800,
  })
})

test('its grant type is in discovery', async () => {
  expect(await discovery()).toContain(userTokenGrant)
})

test.each([
  ['no user', {}],
  ['an empty user', { user: '' }],
  ['a user of 129 characters', { user: 'x'.repeat(129) }],
])('is refused for %s', async (_, fields) => {
  const answer = await post('/oauth2/token', { grant_type: userTokenGrant, ...fields })

  expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_request'])
})

test('is refused to a TPP that does not say who it is', async () => {
  const { headers, ...request } = oauthRequests(bank).form('/oauth2/token', {
    grant_type: userTokenGrant,
    user: 'anna',
  })
  const answer = await bank.send({ ...request, headers: { ...headers, authorization: 'Basic dHBwLWRlbW86d3Jvbmc=' } })

  expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client'])
})

test('is no access token', async () => {
  const token = (await ask('anna')).json().access_token
  const answer = await bank.send({
    url: pathOf('1.0.0', '/account-access-consents/x'),
    headers: { authorization: `Bearer ${token}` },
  })

  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toContain('this is a user token')
})

describe('once it is issued', () => {
  const about = async (token: string, clientId?: string) =>
    (await post('/oauth2/introspect', { token }, clientId)).json() as Record<string, unknown>

  test('its TPP can look into it, and no other', async () => {
    const token = (await ask('anna')).json().access_token

    expect(await about(token)).toMatchObject({ active: true, user: 'anna', token_type: 'N_A', client_id: 'tpp-demo' })
    expect(await about(token, 'tpp-other')).toEqual({ active: false })
  })

  test('its TPP can revoke it, and no other', async () => {
    const token = (await ask('anna')).json().access_token
    await post('/oauth2/revoke', { token }, 'tpp-other')
    const before = await about(token)
    await post('/oauth2/revoke', { token })

    expect([before.active, (await about(token)).active]).toEqual([true, false])
  })

  test('an access token is still a Bearer token without a user', async () => {
    const token = (await post('/oauth2/token', { grant_type: 'client_credentials', scope: 'payments' })).json()

    expect(token.token_type).toBe('Bearer')
    expect(await about(token.access_token)).toMatchObject({ active: true, token_type: 'Bearer', scope: 'payments' })
    expect(await about(token.access_token)).not.toHaveProperty('user')
  })
})

test('a bank that issues none does not know the grant type', async () => {
  const without = await openTestBank({ userToken: { mode: 'off' } })
  try {
    const answer = await ask('anna', 'tpp-demo', without)

    expect([answer.statusCode, answer.json().error]).toEqual([400, 'unsupported_grant_type'])
    expect(await discovery(without)).not.toContain(userTokenGrant)
  } finally {
    await without.close()
  }
})
