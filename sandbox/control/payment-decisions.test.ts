import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { errorsOf, openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'

let bank: TestBank
let layla: Psu
let paying: readonly string[]
beforeAll(async () => {
  bank = await openTestBank()
  layla = bank.tenant.bank.psus[0] as Psu
  const { accounts } = bank.tenant.bank
  paying = layla.accountIds.filter((id) => accounts.get(id)?.currency === 'BHD')
})
afterAll(() => bank.close())

/** Decides on a new payment consent without a browser. */
async function decide(body: object) {
  const { consentId } = await bank.paymentConsent({ status: 'AwaitingAuthorisation' })
  const query = await oauthRequests(bank).parameters({ consent_id: consentId, scope: 'openid payments' })
  const answer = await bank.send({
    method: 'POST',
    url: '/_sandbox/authorisations',
    headers: { host: '127.0.0.1', 'content-type': 'application/json' },
    payload: { authorizationUrl: `${testUrl}/oauth2/authorize?${query}`, psu: layla.username, ...body },
  })
  return { answer, consent: await bank.tenant.store.get(consentRecords, consentId) }
}

test.each([
  ['the one that is named', () => ({ account: paying[1] }), () => paying[1]],
  ['the one of a list', () => ({ accounts: [paying[1]] }), () => paying[1]],
  ['the first that can pay, where none is named', () => ({}), () => paying[0]],
])('a payment is approved from %s', async (_, named, debtor) => {
  const { answer, consent } = await decide({ decision: 'approve', ...named() })

  expect(answer.json().redirectTo).toContain('code=')
  expect(consent).toMatchObject({ status: 'Authorised', debtorAccountId: debtor() })
})

test.each(['reject', 'cancel'])('with %s it is Rejected', async (decision) => {
  const { answer, consent } = await decide({ decision })

  expect(answer.json().redirectTo).toContain('error=access_denied')
  expect(consent?.status).toBe('Rejected')
})

test('an account that is not the PSU’s, or that a refusal has no use for, is an error before anything is begun', async () => {
  const other = await decide({ decision: 'approve', account: 'somebody-s' })
  expect([other.answer.statusCode, ...errorsOf(other.answer)]).toEqual([400, ['Field.Invalid', 'account']])
  const refusal = await decide({ decision: 'reject', account: paying[0] })
  expect([refusal.answer.statusCode, ...errorsOf(refusal.answer)]).toEqual([400, ['Field.Unexpected', 'account']])
  expect([other.consent?.status, refusal.consent?.status]).toEqual(['AwaitingAuthorisation', 'AwaitingAuthorisation'])
})

test('several accounts cannot pay one payment', async () => {
  const { answer, consent } = await decide({ decision: 'approve', accounts: paying.slice(0, 2) })

  expect([answer.statusCode, consent?.status]).toEqual([400, 'AwaitingAuthorisation'])
})
