import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './index.js'

let bank: Sandbox
beforeAll(async () => {
  bank = await startSandbox({ signatures: { mode: 'demanded', unexpected: 'refused' }, idempotencyKey: 'required' })
})
afterAll(() => bank.close())

const statusOf = async (version: '0.0.1' | '1.0.0', path: string, token: string) =>
  (await fetch(bank.bases[version] + path, { headers: { authorization: `Bearer ${token}` } })).status

test.each(['0.0.1', '1.0.0'] as const)(
  'a TPP pays in one call, signed and with a user token, in %s',
  async (version) => {
    const { paymentId, status, accessToken } = await bank.pay({ version, amount: '2.500' })

    expect(paymentId).toMatch(/^\S{1,40}$/)
    expect(status).toMatch(/^(Pending|Accepted)/)
    // the token of the consent is alive, and is none of a TPP
    expect(await statusOf(version, `/domestic-payments/${paymentId}`, accessToken)).toBe(403)
  },
)

test('a consent to pay is created in one call, and a PSU rejects it', async () => {
  const { consentId, userToken } = await bank.createPaymentConsent({ user: 'anna' })
  const { redirectTo, ...tokens } = await bank.authorise(consentId, { decision: 'reject' })

  expect(userToken).toMatch(/^\S+$/)
  expect([tokens, new URL(redirectTo).searchParams.get('error')]).toEqual([{}, 'access_denied'])
})

test('signs as a TPP, and as none that is not known', async () => {
  expect(await bank.sign('{}')).toMatch(/^[\w-]+\.\.[\w-]+$/)
  await expect(bank.sign('{}', 'nobody')).rejects.toThrow('nobody is no TPP of this bank')
})
