import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operation, operationIds, permissions } from '#standard/index.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'
import { asOf, canBeDecided, canMove, isUsable, type PaymentConsent, whyUnchangeable, withdrawn } from './consent.js'
import { kindFor, kinds } from './kinds.js'

let bank: TestBank
let consent: PaymentConsent
beforeAll(async () => {
  bank = await openTestBank()
  consent = await bank.paymentConsent()
})
afterAll(() => bank.close())

const statuses = ['AwaitingAuthorisation', 'Authorised', 'Rejected', 'Consumed', 'Revoked'] as const
const inStatus = (status: PaymentConsent['status']) => ({ ...consent, status })

test.each([
  ['AwaitingAuthorisation', ['Authorised', 'Rejected']],
  ['Authorised', ['Rejected', 'Consumed']],
  ['Rejected', []],
  ['Consumed', []],
] as const)('moves from %s lead to %j and nowhere else', (status, expected) => {
  expect(statuses.filter((next) => canMove(inStatus(status), next))).toEqual(expected)
})

test.each([
  ['AwaitingAuthorisation', true, false, 'rejected'],
  ['Authorised', false, true, undefined],
  ['Rejected', false, false, 'rejected'],
  ['Consumed', false, true, 'used'],
] as const)(
  'one that is %s: can be decided %s, its tokens are good %s, cannot be withdrawn by the PSU because it is %s',
  (status, decidable, usable, why) => {
    const one = inStatus(status)

    expect([
      canBeDecided(one, one.createdAt),
      isUsable(one, one.createdAt),
      whyUnchangeable(one, one.psuId as string, one.createdAt),
    ]).toEqual([decidable, usable, why])
  },
)

test('one that is left undecided for a day is Rejected, and so is one that is withdrawn', () => {
  const day = 86_400_000

  expect(asOf(inStatus('AwaitingAuthorisation'), consent.createdAt + day)).toMatchObject({
    status: 'Rejected',
    statusUpdatedAt: consent.createdAt + day,
  })
  expect(withdrawn(consent, 5, 'psu')).toMatchObject({ status: 'Rejected', statusUpdatedAt: 5 })
})

describe('the operations that take the token of a consent', () => {
  const withToken = operationIds.filter((id) => operation(id).token === 'consent')

  test('are each for one kind, which is authorised with the scope of the operation', () => {
    for (const id of withToken) expect(operation(id).scopes, id).toEqual([kinds[kindFor(operation(id))].scope])
    expect(kindFor(operation('createDomesticFutureDatedPayment'))).toBe('domestic-future-dated-payment')
    expect(kindFor(operation('getDomesticPaymentConsentFundsConfirmation'))).toBe('domestic-payment')
    expect(kindFor(operation('getAccounts'))).toBe('accounts')
  })

  const kindsOfTokens = Object.keys(kinds) as (keyof typeof kinds)[]
  const offered = withToken.filter((id) => !operation(id).extended && !operation(id).path.startsWith('/international'))

  test.each(kindsOfTokens)('refuse with 403 a token of the kind %s unless it is theirs', async (kind) => {
    const own =
      kind === 'accounts'
        ? await bank.consent({ permissions })
        : await bank.paymentConsent({ kind: kind as 'file-payment' })
    const authorization = `Bearer ${await bank.token({ consent: own })}`
    for (const id of offered) {
      const { method, path } = operation(id)
      const response = await bank.send({
        method: method as 'GET',
        url: pathOf('1.0.0', path.replace(/\{\w+\}/g, 'x')),
        headers: { authorization, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { payload: '{}' }),
      })

      expect(response.statusCode === 403, `${id}: ${response.statusCode}`).toBe(kindFor(operation(id)) !== kind)
    }
  })
})
