import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords, type PaymentConsent } from '../consents/consent.js'
import { payee, payerAt } from '../payments/testing/payer.js'
import { accountsOf, headingOf, openPsuBank, psuVisit, revokeOf } from '../testing/psu-visit.js'
import { pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let visit: ReturnType<typeof psuVisit>
beforeEach(async () => {
  ;({ bank, layla, omar, visit } = await openPsuBank())
  await visit.logIn(layla)
})
afterEach(() => bank.close())

const stored = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)
/** The text of the list. */
const read = async () => (await visit.get()).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const later = { family: 'domestic-future-dated-payment' } as const

describe('the list of a PSU’s consents has payments', () => {
  test('with payee, amount, account and what became of them', async () => {
    const payer = payerAt(bank)
    await payer.approved()
    expect(await read()).toContain('Asked you to pay Demo Money App Approved To PEER DEMO')
    await payer.pay()
    expect(await read()).toMatch(/On its way|Paid/)
    await bank.advance(60_000)
    expect(await read()).toContain('Demo Money App Paid To PEER DEMO')
    await payer.pay({}, later)
    expect(await read()).toContain('Waits for its day')
  })

  test('that were stopped, and the consents to stop them', async () => {
    const payer = payerAt(bank)
    const paymentId = await payer.pay({}, later)
    const consentId = await payer.approvedCancellation(paymentId)
    expect(await read()).toContain('Asked to stop a payment Demo Money App Approved')
    await payer.cancel(paymentId, consentId)
    const text = await read()

    expect(text).toContain('Asked to stop a payment Demo Money App Used')
    expect(text).toContain('Asked you to pay Demo Money App Stopped')
  })

  test('with a link to all payments of a file, which nobody else sees', async () => {
    const payer = payerAt(bank)
    const family = 'file-payment'
    const items = Array.from({ length: 60 }, (_, index) => ({ creditor: payee, reference: `REF-${index}` }))
    const asked = await payer.createConsent(payer.fileRequest({ batches: [{ items }] }), { family })
    const { ConsentId } = asked.json().Data
    await payer.upload(ConsentId)
    await payer.submit(await payer.authorise<PaymentConsent>(ConsentId))
    const href = /href="([^"]+)">Show all payments/.exec((await visit.get()).body)?.[1] ?? ''
    const [first, second] = [await visit.get(href), await visit.get(`${href}?page=2`)]

    expect(first.body).toContain('Payments 1 to 50 of 60')
    expect(second.body).toContain('REF-59')
    expect(second.body).toMatch(/href="\/my-consents">Back to your consents/)
    expect((await visit.get(`${href}?page=2&lang=ar`)).body).toContain('dir="rtl"')
    const other = psuVisit(bank)
    await other.logIn(omar)
    expect((await other.get(href)).statusCode).toBe(404)
    const { consentId } = await payer.approved()
    expect((await visit.get(href.replace(ConsentId, consentId))).statusCode).toBe(404)
  })

  test('of nobody else', async () => {
    await payerAt(bank).approved()
    const other = psuVisit(bank)
    await other.logIn(omar)

    expect((await other.get()).body).not.toContain('PEER DEMO')
  })
})

describe('an approval that is not used', () => {
  test('can be withdrawn: it is Rejected, and its tokens are worth nothing', async () => {
    const consent = await bank.paymentConsent()
    const authorization = `Bearer ${await bank.token({ consent })}`
    const funds = { url: pathOf('1.0.0', `/domestic-payment-consents/${consent.consentId}/funds-confirmation`) }
    expect((await bank.send({ ...funds, headers: { authorization } })).statusCode).not.toBe(401)
    expect(headingOf(await visit.get(revokeOf(consent.consentId)))).toBe('Withdraw your approval?')

    const answer = await visit.post(revokeOf(consent.consentId), { decision: 'withdraw' })

    expect(answer.body).toContain('has been withdrawn')
    expect((await stored(consent.consentId))?.status).toBe('Rejected')
    expect((await bank.send({ ...funds, headers: { authorization } })).statusCode).toBe(401)
    expect(headingOf(await visit.get(revokeOf(consent.consentId)))).toBe('Your approval was already withdrawn')
  })

  test('has no page on which accounts are changed', async () => {
    const { consentId } = await bank.paymentConsent()

    expect((await visit.get(accountsOf(consentId))).statusCode).toBe(404)
  })

  test('can be withdrawn without a browser', async () => {
    const { consentId } = await bank.paymentConsent()
    const answer = await bank.send({
      method: 'POST',
      url: `/_sandbox/consents/${consentId}/revoke`,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ psu: layla.username }),
    })

    expect(answer.json()).toMatchObject({ Status: 'Rejected', accounts: [layla.accountIds[0]] })
  })
})

test('one that was used cannot be withdrawn any more, and stays', async () => {
  const { consentId } = await bank.paymentConsent({ status: 'Consumed' })
  expect(await read()).not.toContain('Withdraw approval')

  const answer = await visit.get(revokeOf(consentId))

  expect([answer.statusCode, headingOf(answer)]).toEqual([409, 'This payment was already sent'])
  expect((await stored(consentId))?.status).toBe('Consumed')
})
