import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  CancellationConsentResponse,
  DomesticFutureDatedPaymentResponse,
  findProblems,
  PaymentDetailsResponse,
} from '#standard/index.js'
import { availableMinorAt, postedEntries } from '../ledger/entries.js'
import { errorsOf, openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'
import { debitId } from './payment-entries.js'
import { type Asking, type Payer, payerAt } from './testing/payer.js'

let bank: TestBank
let payer: Payer
beforeEach(async () => {
  bank = await openTestBank()
  payer = payerAt(bank)
})
afterEach(() => bank.close())

const day = 86_400_000
const later: Asking = { family: 'domestic-future-dated-payment' }

const statusOf = async (paymentId: string) => (await payer.read(paymentId, later)).json().Data.Status
const cancellationStatus = async (consentId: string) => (await payer.readCancellation(consentId)).json().Data.Status
const steps = async (paymentId: string) => (await payer.steps(paymentId, later)).map((step) => step.split(' ')[0])

/** What the first account of the first PSU can spend. */
function available(): Promise<number> {
  const { store, clock, bank: books } = bank.tenant
  const account = books.accounts.get(books.psus[0]?.accountIds[0] as string)
  if (!account) throw new Error('no account')
  return availableMinorAt({ bank: books, store }, account, clock.now())
}

const kept = ['Pending', 'AcceptedTechnicalValidation']
const executed = ['AcceptedSettlementInProcess', 'AcceptedSettlementCompleted', 'AcceptedCreditSettlementCompleted']

describe('a future dated payment', () => {
  test('is kept for its day, debited and settled then, and not before', async () => {
    const consent = await payer.approved({ amount: '10' }, later)
    const created = await payer.submit(consent)
    const { DomesticFutureDatedPaymentId: paymentId, Status } = created.json().Data
    await bank.advance(7 * day - 1)
    const before = await available()

    expect(findProblems(DomesticFutureDatedPaymentResponse, created.json())).toEqual([])
    expect([Status, await steps(paymentId)]).toEqual(['InitiationCompleted', kept])
    await bank.advance(1)
    expect(before - (await available())).toBe(10_100)
    expect([await statusOf(paymentId), await steps(paymentId)]).toEqual(['InitiationCompleted', [...kept, ...executed]])
    expect((await payer.steps(paymentId, later)).slice(2)).toEqual(
      executed.map((status) => `${status} 2030-01-22T09:00:00`),
    )
  })

  test('without money on its day is Rejected then, and the books are as they were', async () => {
    const paymentId = await payer.pay({ amount: '9999999.000' }, later)
    await bank.advance(7 * day - 1)
    const before = await available()
    await bank.advance(1)
    const details = await payer.call('GET', `/domestic-future-dated-payments/${paymentId}/payment-details`)

    expect(findProblems(PaymentDetailsResponse, details.json())).toEqual([])
    expect(details.json().Data.PaymentStatus.at(-1)).toMatchObject({
      Status: 'Rejected',
      StatusDetail: { Status: 'insufficient-funds' },
    })
    expect([await statusOf(paymentId), await available()]).toEqual(['InitiationCompleted', before])
  })

  test('of an account that cannot pay at all fails at once', async () => {
    const disabled = [...bank.tenant.bank.accounts.values()].find(({ status }) => status === 'Disabled')
    const consent = await payer.approved({}, later, { debtorAccountId: disabled?.accountId as string })
    const { DomesticFutureDatedPaymentId: paymentId, Status } = (await payer.submit(consent)).json().Data
    await bank.advance(0)

    expect([Status, await statusOf(paymentId)]).toEqual(['InitiationPending', 'InitiationFailed'])
    expect(await steps(paymentId)).toEqual(['Pending', 'Rejected'])
  })
})

describe('a cancellation', () => {
  test('is asked for with the address of the page, and sends Update whichever is asked for', async () => {
    const paymentId = await payer.pay({}, later)
    const created = await payer.askToCancel(paymentId, {}, 'Create')
    const { Data, Links } = created.json()

    expect(created.statusCode).toBe(201)
    expect(findProblems(CancellationConsentResponse, created.json())).toEqual([])
    expect(Data).toMatchObject({
      Permission: 'Update',
      Status: 'AwaitingAuthorisation',
      DomesticFutureDatedPaymentId: paymentId,
    })
    expect(Links.Self).toMatch(`${testUrl}/oauth2/authorize?`)
    expect((await payer.readCancellation(Data.ConsentId)).json().Data).toEqual(Data)
    expect((await payer.readCancellation(Data.ConsentId, { clientId: 'tpp-other' })).statusCode).toBe(403)
  })

  test.each(['PendingCancellationRequest', 'AcceptedCancellationRequest'])('with %s is final', async (status) => {
    const paymentId = await payer.pay({}, later)
    const consentId = await payer.approvedCancellation(paymentId)
    const answer = await payer.cancel(paymentId, consentId, {}, status)
    await bank.advance(8 * day)

    expect(answer.statusCode).toBe(200)
    expect(findProblems(DomesticFutureDatedPaymentResponse, answer.json())).toEqual([])
    expect(answer.json().Data.Status).toBe('Cancelled')
    expect(await cancellationStatus(consentId)).toBe('Consumed')
    expect(await steps(paymentId)).toEqual([
      ...kept,
      'PendingCancellationRequest',
      'AcceptedCancellationRequest',
      'Cancelled',
    ])
    expect(await bank.tenant.store.get(postedEntries, debitId(bank.tenant.bank, paymentId))).toBeUndefined()
    expect(errorsOf(await payer.cancel(paymentId, consentId))).toEqual([
      ['Resource.InvalidConsentStatus', 'Data.ConsentId'],
    ])
  })

  test('that is withdrawn leaves the payment, which is made on its day', async () => {
    const paymentId = await payer.pay({}, later)
    const consentId = await payer.approvedCancellation(paymentId)
    const answer = await payer.cancel(paymentId, consentId, {}, 'RejectedCancellationRequest')
    await bank.advance(7 * day)

    expect(answer.json().Data.Status).toBe('InitiationCompleted')
    expect(await cancellationStatus(consentId)).toBe('Rejected')
    expect(await steps(paymentId)).toEqual([...kept, 'RejectedCancellationRequest', ...executed])
  })

  test('is in time until 48 hours before the execution', async () => {
    const paymentId = await payer.pay({}, later)
    await bank.advance(5 * day)
    const consentId = await payer.approvedCancellation(paymentId)
    await bank.advance(1)

    expect(errorsOf(await payer.askToCancel(paymentId))).toEqual([['Rules.AfterCutOffDateTime', undefined]])
    expect(errorsOf(await payer.cancel(paymentId, consentId))).toEqual([['Rules.AfterCutOffDateTime', undefined]])
    expect(await statusOf(paymentId)).toBe('InitiationCompleted')
  })

  test.each<[string, (paymentId: string) => Promise<string>, [string, string | undefined][] | 403]>([
    ['nothing', async () => 'nothing', [['Resource.NotFound', 'Data.ConsentId']]],
    ['a payment consent', async () => (await payer.approved()).consentId, [['Resource.NotFound', 'Data.ConsentId']]],
    [
      'a consent that the PSU has not approved',
      async (paymentId) => (await payer.askToCancel(paymentId)).json().Data.ConsentId,
      [['Resource.InvalidConsentStatus', 'Data.ConsentId']],
    ],
    [
      'a consent for another payment',
      async () => payer.approvedCancellation(await payer.pay({}, later)),
      [['Resource.ConsentMismatch', 'Data.ConsentId']],
    ],
  ])('with %s is refused', async (_, consentFor, expected) => {
    const paymentId = await payer.pay({}, later)

    expect(errorsOf(await payer.cancel(paymentId, await consentFor(paymentId)))).toEqual(expected)
    expect(await statusOf(paymentId)).toBe('InitiationCompleted')
  })

  test('of another TPP’s payment is refused at every step', async () => {
    const other = { clientId: 'tpp-other' }
    const paymentId = await payer.pay({}, later)
    const consentId = await payer.approvedCancellation(paymentId)

    expect((await payer.askToCancel(paymentId, other)).statusCode).toBe(403)
    expect((await payer.cancel(paymentId, consentId, other)).statusCode).toBe(403)
  })

  test('takes no other field', async () => {
    const paymentId = await payer.pay({}, later)
    const body = { Data: { ConsentId: 'x', Status: 'PendingCancellationRequest', Initiation: {} }, Risk: {} }
    const answer = await payer.call('PATCH', `/domestic-future-dated-payments/${paymentId}`, {}, body)

    expect(errorsOf(answer).toSorted()).toEqual([
      ['Field.Unexpected', 'Data.Initiation'],
      ['Field.Unexpected', 'Risk'],
    ])
  })
})

test('of a cancellation and the execution, at the same time, one wins', async () => {
  Object.assign(bank.tenant, { paymentSettings: { ...bank.tenant.paymentSettings, cancellationHours: 0 } })
  const outcomes = new Set<string>()
  for (let round = 0; round < 10; round += 1) {
    const paymentId = await payer.pay({ amount: '1' }, later)
    const consentId = await payer.approvedCancellation(paymentId)
    await bank.advance(7 * day - 1)
    const before = await available()
    const waiting = round % 2 === 0 ? bank.advance(1) : undefined
    const answer = await payer.cancel(paymentId, consentId)
    await (waiting ?? bank.advance(1))
    const isCancelled = answer.statusCode === 200
    const spent = before - (await available())

    expect([await statusOf(paymentId), spent, (await steps(paymentId)).at(-1)]).toEqual(
      isCancelled ? ['Cancelled', 0, 'Cancelled'] : ['InitiationCompleted', 1100, 'AcceptedCreditSettlementCompleted'],
    )
    outcomes.add(isCancelled ? 'cancelled' : 'executed')
    await bank.advance(day - ((7 * day) % day))
  }
  expect([...outcomes].toSorted()).toEqual(['cancelled', 'executed'])
})
