import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operation, operationIds } from '#standard/index.js'
import { lifetimeSeconds } from '../identity/lifetimes.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { errorsOf } from '../testing/test-bank.js'
import { making, openSmallApi, type SmallApi } from './testing/small-api.js'

const taking = operationIds.filter((id) => operation(id).userToken)
const handlers = Object.fromEntries([...taking, 'patchDomesticFutureDatedPayment' as const].map((id) => [id, making]))

let at: SmallApi
let token: string
beforeAll(async () => {
  at = await openSmallApi(handlers, { userToken: { mode: 'required' } })
  token = await ask('anna')
})
afterAll(() => at.close())

/** Asks for a user token. */
async function ask(user: string, clientId = 'tpp-demo'): Promise<string> {
  const { form } = oauthRequests(at.bank)
  const fields = { grant_type: 'urn:open-banking-testbed:grant-type:user-token', user }
  return (await at.bank.send(form('/oauth2/token', fields, clientId))).json().access_token
}

const withUser = (value: string, header = 'x-user-token') => ({ headers: { [header]: value } })

describe.each(taking)('%s', (id) => {
  test('is done for the user of the token', async () => {
    const answer = await at.send(id, withUser(token))

    expect([answer.statusCode, answer.json().userId]).toEqual([201, 'anna'])
  })

  test('is refused without a user token', async () => {
    const answer = await at.send(id)

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer)).toEqual([['Header.Missing', 'x-user-token']])
  })

  const bad: Readonly<Record<string, () => Promise<string> | string>> = {
    'that is not known': () => 'unknown',
    'of another TPP': () => ask('anna', 'tpp-other'),
    'that is an access token of a TPP': () => at.bank.token({ scope: 'payments' }),
    'that is an access token of a consent': async () => at.bank.token({ consent: await at.bank.paymentConsent() }),
    'of 129 characters': () => 'x'.repeat(129),
    'that is empty': () => '',
  }
  test.each(Object.keys(bad))('is refused with a token %s', async (name) => {
    const answer = await at.send(id, withUser((await bad[name]?.()) as string))

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer)).toEqual([['Header.Invalid', 'x-user-token']])
  })
})

test('an operation that takes no user token does not look at one', async () => {
  expect((await at.send('patchDomesticFutureDatedPayment', withUser('unknown'))).statusCode).toBe(201)
})

test('the problems of the headers are reported at once', async () => {
  const answer = await at.send('createDomesticPaymentConsent', {
    headers: { 'x-user-token': 'unknown', 'x-idempotency-key': 'x'.repeat(41), 'x-fapi-auth-date': 'yesterday' },
  })

  expect(errorsOf(answer).map(([, path]) => path)).toEqual(['x-fapi-auth-date', 'x-idempotency-key', 'x-user-token'])
})

test('0.0.1 takes the token in UserAgent too, 1.0.0 does not', async () => {
  const statuses = async (header: string) => [
    (await at.send('createDomesticPaymentConsent', { ...withUser(token, header), version: '0.0.1' })).statusCode,
    (await at.send('createDomesticPaymentConsent', withUser(token, header))).statusCode,
  ]

  expect([await statuses('UserAgent'), await statuses('x-user-token')]).toEqual([
    [201, 400],
    [201, 201],
  ])
})

test('ends on the clock of the bank', async () => {
  const own = await ask('anna')
  await at.bank.advance(lifetimeSeconds.userToken * 1000 - 1)
  const before = await at.send('createDomesticPaymentConsent', withUser(own))
  await at.bank.advance(1)
  const after = await at.send('createDomesticPaymentConsent', withUser(own))
  token = await ask('anna')

  expect([before.statusCode, after.statusCode]).toEqual([201, 400])
})

describe('a bank', () => {
  async function statuses(userToken: { mode?: 'optional' | 'off'; header?: string }, ...sent: object[]) {
    const bank = await openSmallApi(handlers, { userToken })
    try {
      const answers = []
      for (const headers of sent) {
        answers.push((await bank.send('createDomesticPaymentConsent', { headers } as never)).statusCode)
      }
      return answers
    } finally {
      await bank.close()
    }
  }

  test('where the token is optional refuses one that is not good', async () => {
    expect(await statuses({ mode: 'optional' }, {}, { 'x-user-token': 'unknown' })).toEqual([201, 400])
  })

  test('where it is off does not look at it', async () => {
    expect(await statuses({ mode: 'off' }, {}, { 'x-user-token': 'unknown' })).toEqual([201, 201])
  })

  test('with another header reads that one alone', async () => {
    const sent = [{ 'x-psu-token': 'unknown' }, { 'x-user-token': 'unknown' }]
    expect(await statuses({ mode: 'optional', header: 'x-psu-token' }, ...sent)).toEqual([400, 201])
  })
})
