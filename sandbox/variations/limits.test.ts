import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { userTokenGrant } from '../identity/user-tokens.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'
import { setVariations } from './active-variations.js'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const read = (token: string) => ({
  url: pathOf('1.0.0', '/account-access-consents/x'),
  headers: { authorization: `Bearer ${token}` },
})

const tokens = async (fields: Record<string, string>) =>
  (await bank.send(oauthRequests(bank).form('/oauth2/token', fields))).json()

describe('a quota of a second', () => {
  beforeEach(() => setVariations(bank.tenant, ['quota-of-a-second']))

  /** How many of so many requests are refused. */
  async function refused(count: number, clientId: string): Promise<number> {
    const token = await bank.token({ clientId })
    const answers = await Promise.all(Array.from({ length: count }, () => bank.send(read(token))))
    return answers.filter(({ statusCode }) => statusCode === 429).length
  }

  test('takes the place of a larger one, and is there again after a second', async () => {
    expect(await refused(103, 'tpp-demo')).toBe(3)
    const answer = await bank.send(read(await bank.token()))
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1'])

    await bank.advance(1000)
    expect(await refused(101, 'tpp-demo')).toBe(1)
  })

  test('leaves a smaller one as it is', async () => {
    expect(await refused(12, 'tpp-limited')).toBe(2)
    await bank.advance(1000)
    expect(await refused(1, 'tpp-limited')).toBe(1)
  })

  test('ends with the variation', async () => {
    await refused(101, 'tpp-other')
    await setVariations(bank.tenant, [])

    expect(await refused(10, 'tpp-other')).toBe(0)
  })
})

describe.each([
  ['tokens-of-half-a-minute', 30],
  ['tokens-of-a-minute', 60],
])('%s', (variation, seconds) => {
  beforeEach(() => setVariations(bank.tenant, [variation]))

  test('says so of each token that calls the API', async () => {
    const asTpp = await tokens({ grant_type: 'client_credentials', scope: 'accounts' })
    const ofUser = await tokens({ grant_type: userTokenGrant, user: 'anna' })

    expect([asTpp.expires_in, ofUser.expires_in]).toEqual([seconds, seconds])
  })

  test('ends them on the clock of the bank', async () => {
    const { access_token } = await tokens({ grant_type: 'client_credentials', scope: 'accounts' })
    const statuses: number[] = []
    for (const millis of [0, seconds * 1000 - 1, 1]) {
      await bank.advance(millis)
      statuses.push((await bank.send(read(access_token))).statusCode)
    }

    expect(statuses).toEqual([400, 400, 401])
  })

  test('lets a refresh token go on, and what it gives last as long', async () => {
    const { parameters, approve } = oauthRequests(bank)
    const redirect = await approve(await parameters())
    const code = redirect.searchParams.get('code') ?? ''
    const asked = {
      redirect_uri: 'https://tpp.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }
    const first = await tokens({ grant_type: 'authorization_code', code, ...asked })
    await bank.advance(seconds * 1000)
    const second = await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token })

    expect([first.expires_in, second.expires_in]).toEqual([seconds, seconds])
  })
})
