import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventClaims } from '#standard/index.js'
import { changeAccounts, revokeAsPsu } from '../consents/psu-consents.js'
import { payerAt } from '../payments/testing/payer.js'
import { openTestBank, pathOf, type TestBank, testNow, testUrl } from '../testing/test-bank.js'
import { eventRecords } from './event.js'
import { lineOf, type Subscriber, subscriberAt } from './testing/subscriber.js'

let bank: TestBank
let tpp: Subscriber
beforeEach(async () => {
  bank = await openTestBank()
  tpp = subscriberAt(bank)
  await tpp.subscribe()
})
afterEach(() => bank.close())

const lines = (events: readonly EventClaims[]) => events.map(lineOf)
const day = 86_400_000

describe('payments', () => {
  test('one that is made raises an event for each status, in the order of time', async () => {
    const payer = payerAt(bank)
    const paymentId = await payer.pay()
    await bank.advance(3 * day)

    const events = await tpp.takeAll()

    expect(lines(events)).toEqual([
      'resource-update domestic-payment-consent',
      'resource-update domestic-payment-consent',
      'resource-update domestic-payment',
      'resource-update domestic-payment',
    ])
    const toes = events.map(({ toe }) => toe)
    expect(toes).toEqual(toes.toSorted((a, b) => a - b))
    expect(new Set(events.map(({ jti }) => jti)).size).toBe(4)
    expect(events.at(-1)).toMatchObject({
      iss: testUrl,
      aud: 'tpp-demo',
      sub: `${testUrl}${pathOf('1.0.0', `/domestic-payments/${paymentId}/`)}`,
    })
    expect(await payer.steps(paymentId)).toHaveLength(4)
  })

  test('has a link for each version that shows the resource', async () => {
    const payer = payerAt(bank)
    const paymentId = await payer.pay()
    await bank.advance(2000)

    const [last] = (await tpp.takeAll()).toReversed()

    expect(last?.events).toEqual({
      'urn:bh:org:openbanking:events:resource-update': {
        subject: {
          subject_type: 'http://openbanking.org.bh/rid_http://openbanking.org.bh/rty',
          'http://openbanking.org.bh/rid': paymentId,
          'http://openbanking.org.bh/rty': 'domestic-payment',
          'http://openbanking.org.bh/rlk': [
            { version: '0.0.1', link: `${testUrl}/api/domestic-payments/${paymentId}/` },
            { version: '1.0.0', link: `${testUrl}${pathOf('1.0.0', `/domestic-payments/${paymentId}/`)}` },
          ],
        },
      },
    })
  })

  test('one that is cancelled before its day', async () => {
    const payer = payerAt(bank)
    const family = 'domestic-future-dated-payment'
    const paymentId = await payer.pay({}, { family })
    const consentId = await payer.approvedCancellation(paymentId)
    await payer.cancel(paymentId, consentId)
    await bank.advance(30 * day)

    expect(lines(await tpp.takeAll())).toEqual([
      `resource-update ${family}-consent`,
      `resource-update ${family}-consent`,
      `resource-update ${family}-cancellation-consent`,
      `resource-update ${family}`,
      `resource-update ${family}-cancellation-consent`,
    ])
  })

  test('one that is made on its day tells of its details', async () => {
    const payer = payerAt(bank)
    const family = 'domestic-future-dated-payment'
    await payer.pay({}, { family })
    await tpp.takeAll()
    await bank.advance(30 * day)

    expect(lines(await tpp.takeAll())).toEqual([`resource-update ${family}`, `resource-update ${family}`])
  })

  test.each([
    ['nobody decides on', 0],
    ['was asked for before the subscription', 1],
  ])('a consent that %s becomes Rejected in time', async (_, early) => {
    const payer = payerAt(bank)
    const other = subscriberAt(bank, 'tpp-other')
    if (!early) await other.subscribe()
    const asking = { clientId: 'tpp-other' }
    const { ConsentId } = (await payer.createConsent(payer.request(), asking)).json().Data
    if (early) await other.subscribe()
    await bank.advance(day - 1)
    const before = await other.takeAll()
    await bank.advance(1)

    const events = await other.takeAll()

    expect(before).toEqual([])
    expect(lines(events)).toEqual(['resource-update domestic-payment-consent'])
    expect(events[0]?.toe).toBe((testNow + day) / 1000)
    expect((await payer.call('GET', `/domestic-payment-consents/${ConsentId}`, asking)).json().Data.Status).toBe(
      'Rejected',
    )
  })
})

describe('account consents', () => {
  const layla = () => bank.tenant.bank.psus[0] as never as { psuId: string; accountIds: string[] }

  test('one that its PSU changes and revokes', async () => {
    const { consentId } = await bank.consent()
    const [first] = layla().accountIds as [string]
    await changeAccounts(bank.tenant, layla() as never, consentId, [first])
    await changeAccounts(bank.tenant, layla() as never, consentId, [first])
    await revokeAsPsu(bank.tenant, layla() as never, consentId)

    const events = await tpp.takeAll()

    expect(lines(events)).toEqual([
      'account-access-consent-linked-account-update account-access-consent',
      'consent-authorization-revoked account-access-consent',
    ])
    expect(JSON.stringify(events)).toContain('"reason":"RevokedByCustomer"')
  })

  test('one that its TPP revokes, and one that it deletes', async () => {
    const { consentId } = await bank.consent()
    const old = await bank.consent({ version: '0.0.1' })
    const headers = { authorization: `Bearer ${await bank.token()}`, 'content-type': 'application/json' }
    const url = (version: '0.0.1' | '1.0.0', id: string) => pathOf(version, `/account-access-consents/${id}/`)
    await bank.send({
      method: 'PATCH',
      url: url('1.0.0', consentId),
      headers,
      payload: JSON.stringify({ Data: { Status: 'Revoked' } }),
    })
    await bank.send({ method: 'DELETE', url: url('0.0.1', old.consentId), headers })

    const events = await tpp.takeAll()

    expect(lines(events)).toEqual([
      'consent-authorization-revoked account-access-consent',
      'consent-authorization-revoked account-access-consent',
    ])
    expect(JSON.stringify(events)).toMatch(/RevokedByTpp.*DeletedByTpp/)
  })

  test('one payment consent that its PSU revokes is one event of two types', async () => {
    const { consentId } = await bank.paymentConsent()
    await revokeAsPsu(bank.tenant, layla() as never, consentId)

    expect(lines(await tpp.takeAll())).toEqual([
      'resource-update+consent-authorization-revoked domestic-payment-consent',
    ])
  })
})

test('nothing is kept for a TPP without a subscription', async () => {
  const payer = payerAt(bank)
  await payer.pay({}, { clientId: 'tpp-other' })
  await bank.advance(day)

  expect(await bank.tenant.store.all(eventRecords)).toEqual([])
  expect(await subscriberAt(bank, 'tpp-other').poll()).toEqual({ moreAvailable: false, sets: {} })
})

test('a transaction that fails leaves no event', async () => {
  const payer = payerAt(bank)
  const consent = await payer.approved()
  await tpp.takeAll()

  const answer = await payer.submit(
    consent,
    {},
    { ...payer.submission(consent), Risk: { PaymentContextCode: 'Other' } },
  )

  expect(answer.statusCode).toBe(400)
  expect(await tpp.takeAll()).toEqual([])
})

test('a subscription is told of the types it asks for, and of what its scopes cover', async () => {
  const other = subscriberAt(bank, 'tpp-other', 'accounts')
  await other.subscribe({ EventTypes: ['urn:bh:org:openbanking:events:consent-authorization-revoked'] })
  const layla = bank.tenant.bank.psus[0] as never
  const payment = await bank.paymentConsent({ tppId: 'tpp-other' })
  const { consentId } = await bank.consent({ tppId: 'tpp-other' })
  await revokeAsPsu(bank.tenant, layla, payment.consentId)
  const [first] = (layla as { accountIds: string[] }).accountIds
  await changeAccounts(bank.tenant, layla, consentId, [first as string])
  await revokeAsPsu(bank.tenant, layla, consentId)

  expect(lines(await other.takeAll())).toEqual(['consent-authorization-revoked account-access-consent'])
})
