import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { bindConsent } from '../consents/binding.js'
import { asOf, type PaymentConsent } from '../consents/consent.js'
import { type Asking, type Payer, payerAt } from '../payments/testing/payer.js'
import { headingOf, openPsuBank, type psuVisit, revokeOf } from '../testing/psu-visit.js'
import { errorsOf, pathOf, type TestBank } from '../testing/test-bank.js'
import { rejectConsent } from './outcomes.js'

let bank: TestBank
let layla: Psu
let visit: ReturnType<typeof psuVisit>
let payer: Payer
let userToken: string
beforeEach(async () => {
  ;({ bank, layla, visit } = await openPsuBank())
  payer = payerAt(bank)
  userToken = await bank.userToken({ user: 'ada' })
})
afterEach(() => bank.close())

const hour = 3_600_000
const day = 24 * hour
const later: Asking = { family: 'domestic-future-dated-payment' }

const seen = async (consent: PaymentConsent) => {
  const { Status, StatusUpdateDateTime } = (await payer.readConsent(consent)).json().Data
  return [Status, StatusUpdateDateTime.replace('.000', '')]
}

/** The answer to a submission with a token of the consent that it is given. */
async function submitWith(token: string, body: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'x-user-token': userToken }
  return bank.send({
    method: 'POST',
    url: pathOf('1.0.0', '/domestic-future-dated-payments'),
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
}

describe('a consent whose day passes unused', () => {
  test('is Rejected from that instant on, at every door', async () => {
    const consent = await payer.approved({}, later)
    const token = await bank.token({ consent })
    const body = payer.submission(consent)
    await bank.advance(7 * day - 1)

    expect((await seen(consent))[0]).toBe('Authorised')
    expect((await submitWith(token, { ...body, Risk: { PaymentContextCode: 'Other' } })).statusCode).toBe(400)
    await bank.advance(1)
    // first of all: whatever puts a token makes the bank look up its callers anew
    expect((await submitWith(token, body)).statusCode).toBe(401)
    expect(await seen(consent)).toEqual(['Rejected', '2030-01-22T09:00:00+03:00'])
    expect((await submitWith(await bank.token({ consent }), body)).headers['www-authenticate']).toContain('Rejected')
    expect(await bindConsent(bank.tenant, 'tpp-demo', { consent_id: consent.consentId })).toEqual({
      refusal: 'the consent is Rejected',
    })

    await visit.logIn(layla)
    expect((await visit.get()).body).toContain('Not sent in time')
    const page = await visit.get(revokeOf(consent.consentId))
    expect([page.statusCode, headingOf(page)]).toEqual([409, 'This payment was not sent in time'])
    const headless = await bank.send({
      method: 'POST',
      url: `/_sandbox/consents/${consent.consentId}/revoke`,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ psu: layla.username }),
    })
    expect(errorsOf(headless)).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
    await bank.advance(day)
    expect(await seen(consent)).toEqual(['Rejected', '2030-01-22T09:00:00+03:00'])
  })

  test('is used up and no more Rejected where its payment was submitted in time', async () => {
    const consent = await payer.approved({}, later)
    await bank.advance(7 * day - 1)
    const token = await bank.token({ consent })
    expect((await submitWith(token, payer.submission(consent))).statusCode).toBe(201)
    await bank.advance(day)

    expect((await seen(consent))[0]).toBe('Consumed')
    // its tokens go on, so that the TPP is told what became of it
    expect(errorsOf(await submitWith(token, payer.submission(consent)))).toEqual([
      ['Resource.InvalidConsentStatus', 'ConsentId'],
    ])
  })

  test('is one for a later day: a payment that is made at once has none', async () => {
    const consent = await payer.approved()
    await bank.advance(30 * day)

    expect((await seen(consent))[0]).toBe('Authorised')
    expect((await payer.submit(consent)).statusCode).toBe(201)
  })
})

describe('a consent with a CompletionDateTime', () => {
  /** Asked for, and to be approved by an instant. */
  async function asked(completeBy: string): Promise<PaymentConsent> {
    const { Data, ...rest } = payer.request() as { Data: object }
    const Authorisation = { AuthorisationType: 'Single', CompletionDateTime: completeBy }
    const answer = await payer.createConsent({ ...rest, Data: { ...Data, Authorisation } })
    return { kind: 'domestic-payment', version: '1.0.0', consentId: answer.json().Data.ConsentId } as PaymentConsent
  }

  test('that is not approved by then is Rejected, and cannot be approved', async () => {
    const consent = await asked('2030-01-15T10:00:00+03:00')
    await bank.advance(hour - 1)
    expect((await seen(consent))[0]).toBe('AwaitingAuthorisation')
    await bank.advance(1)

    expect(await seen(consent)).toEqual(['Rejected', '2030-01-15T10:00:00+03:00'])
    expect(await bindConsent(bank.tenant, 'tpp-demo', { consent_id: consent.consentId })).toEqual({
      refusal: 'the consent is Rejected',
    })
    await bank.advance(hour)
    await rejectConsent(bank.tenant, consent.consentId)
    expect(await seen(consent)).toEqual(['Rejected', '2030-01-15T10:00:00+03:00'])
  })

  test('that is approved by then can be used later', async () => {
    const consent = await payer.authorise<PaymentConsent>((await asked('2030-01-15T10:00:00+03:00')).consentId)
    await bank.advance(2 * hour)

    expect((await seen(consent))[0]).toBe('Authorised')
    expect((await payer.submit(consent)).statusCode).toBe(201)
  })

  test('later than a day is Rejected after a day, as others are', async () => {
    const consent = await asked('2030-01-19T10:00:00+03:00')
    await bank.advance(day)

    expect(await seen(consent)).toEqual(['Rejected', '2030-01-16T09:00:00+03:00'])
  })

  test('in the past is refused', async () => {
    const { Data, ...rest } = payer.request() as { Data: object }
    const Authorisation = { AuthorisationType: 'Any', CompletionDateTime: '2030-01-15T09:00:00+03:00' }

    expect(errorsOf(await payer.createConsent({ ...rest, Data: { ...Data, Authorisation } }))).toEqual([
      ['Field.InvalidDate', 'Data.Authorisation.CompletionDateTime'],
    ])
  })
})

test('a consent for a day that is nearer than 24 hours has to be approved before it', () => {
  const consent = {
    kind: 'domestic-future-dated-payment',
    status: 'AwaitingAuthorisation',
    createdAt: 0,
    approveBy: 5,
    submitBy: 5,
  } as PaymentConsent

  expect(asOf(consent, 4).status).toBe('AwaitingAuthorisation')
  expect(asOf(consent, 5)).toMatchObject({ status: 'Rejected', statusUpdatedAt: 5 })
})
