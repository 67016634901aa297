import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  DomesticPaymentResponse,
  findProblems,
  hasMove,
  PaymentDetailsResponse,
  type Version,
  versions,
} from '#standard/index.js'
import { consentRecords, type PaymentConsent } from '../consents/consent.js'
import { availableMinorAt, postedEntries } from '../ledger/entries.js'
import { errorsOf, openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'
import { type Biller, billers } from './billers.js'
import { type Payer, payerAt } from './testing/payer.js'

let bank: TestBank
let payer: Payer
beforeEach(async () => {
  bank = await openTestBank()
  payer = payerAt(bank)
})
afterEach(() => bank.close())

const second = 1000
const hour = 3_600_000

const firstAccount = () => bank.tenant.bank.psus[0]?.accountIds[0] as string

/** What the first account of the first PSU can spend. */
function available(): Promise<number> {
  const { store, clock, bank: books } = bank.tenant
  const account = books.accounts.get(firstAccount())
  if (!account) throw new Error('no account')
  return availableMinorAt({ bank: books, store }, account, clock.now())
}

const statusOf = async (paymentId: string, version: Version = '1.0.0') =>
  (await payer.read(paymentId, { version })).json().Data.Status

const consentStatus = async (consent: PaymentConsent) => (await payer.readConsent(consent)).json().Data.Status

describe.each(versions)('a payment in %s', (version) => {
  test('is answered with a state that is not final, read at once, and settled when two seconds have passed', async () => {
    const consent = await payer.approved({ amount: '25.5' }, { version })
    const created = await payer.submit(consent)
    const { Data, Links } = created.json()
    const read = await payer.read(Data.DomesticPaymentId, { version })

    expect(created.statusCode).toBe(201)
    expect(findProblems(DomesticPaymentResponse[version], created.json())).toEqual([])
    expect(Data).toMatchObject({ Status: 'AcceptedSettlementInProcess', ConsentId: consent.consentId })
    expect(Data.Initiation).toEqual(consent.request.Data.Initiation)
    expect(Links.Self).toContain(`${testUrl}/api`)
    expect(read.statusCode).toBe(200)
    expect(await consentStatus(consent)).toBe('Consumed')
    await bank.advance(0)
    expect(await statusOf(Data.DomesticPaymentId, version)).toBe('AcceptedSettlementCompleted')
    await bank.advance(2 * second)
    expect(await statusOf(Data.DomesticPaymentId, version)).toBe('AcceptedCreditSettlementCompleted')
  })

  test('is not found in the other version, and is another TPP’s', async () => {
    const paymentId = await payer.pay({}, { version })
    const other = version === '0.0.1' ? '1.0.0' : '0.0.1'

    expect(errorsOf(await payer.read(paymentId, { version: other }))).toEqual([
      ['Resource.NotFound', 'DomesticPaymentId'],
    ])
    expect((await payer.read(paymentId, { version, clientId: 'tpp-other' })).statusCode).toBe(403)
  })
})

test('the steps of a payment are those of its machine, each with its instant, under the transaction id of the books', async () => {
  const paymentId = await payer.pay()
  await bank.advance(5 * second)
  const details = await payer.call('GET', `/domestic-payments/${paymentId}/payment-details`)
  const { PaymentStatus } = details.json().Data as { PaymentStatus: Record<string, string>[] }
  const states = PaymentStatus.map(({ Status }) => Status as string)
  const [entry] = await bank.tenant.store.range(postedEntries, firstAccount(), { order: 'newest', limit: 1 })

  expect(findProblems(PaymentDetailsResponse, details.json())).toEqual([])
  expect(await payer.steps(paymentId)).toEqual([
    'Pending 2030-01-15T09:00:00',
    'AcceptedSettlementInProcess 2030-01-15T09:00:00',
    'AcceptedSettlementCompleted 2030-01-15T09:00:00',
    'AcceptedCreditSettlementCompleted 2030-01-15T09:00:02',
  ])
  expect(states.slice(1).every((to, index) => hasMove('immediatePayment', states[index] as string, to))).toBe(true)
  expect(PaymentStatus.map(({ PaymentTransactionId }) => PaymentTransactionId)).toEqual(
    PaymentStatus.map(() => entry?.document.transactionId),
  )
})

test('by DNS it is in process until its cycle, and the money is gone from the first moment on', async () => {
  await bank.advance(hour)
  const before = await available()
  const paymentId = await payer.pay({ amount: '10', initiation: { LocalInstrument: 'BH.OBF.DNS' } })

  await bank.advance(2 * hour - 1)
  expect([await statusOf(paymentId), before - (await available())]).toEqual(['AcceptedSettlementInProcess', 10_100])
  await bank.advance(1)
  expect([await statusOf(paymentId), before - (await available())]).toEqual([
    'AcceptedCreditSettlementCompleted',
    10_100,
  ])
})

test('a bill is paid at once, and once', async () => {
  const [{ iban, name }] = billers as [Biller, ...Biller[]]
  const facts = {
    creditor: { iban, name },
    amount: '12.625',
    initiation: { LocalInstrument: 'BH.OBF.BIL', RemittanceInformation: { Reference: 'NPW-1001' } },
  }
  const twin = await payer.approved(facts)
  const paymentId = await payer.pay(facts)
  await bank.advance(0)

  expect(await statusOf(paymentId)).toBe('AcceptedCreditSettlementCompleted')
  expect(errorsOf(await payer.createConsent(payer.request({}, facts)))).toEqual([
    ['Field.Invalid', 'Data.Initiation.RemittanceInformation.Reference'],
  ])
  const late = (await payer.submit(twin)).json().Data.DomesticPaymentId
  await bank.advance(0)
  expect(await statusOf(late)).toBe('Rejected')
})

test('a payment to an account of this bank arrives there', async () => {
  const [, other] = bank.tenant.bank.psus
  const account = bank.tenant.bank.accounts.get(other?.accountIds[0] as string)
  const iban = account?.identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification as string
  await payer.pay({ creditor: { iban, name: other?.name as string }, amount: '7' })
  await bank.advance(second)
  const [credit] = await bank.tenant.store.range(postedEntries, account?.accountId as string, {
    order: 'newest',
    limit: 1,
  })

  expect(credit?.document).toMatchObject({ creditDebitIndicator: 'Credit', amountMinor: 7000, status: 'Booked' })
})

test('a payment to an account of this bank that takes no money is Rejected, and the money is back', async () => {
  const closed = [...bank.tenant.bank.accounts.values()].find(({ status }) => status === 'Disabled')
  const iban = closed?.identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification as string
  const before = await available()
  const paymentId = await payer.pay({ creditor: { iban, name: 'CLOSED' }, amount: '7' })
  await bank.advance(second)
  const details = await payer.call('GET', `/domestic-payments/${paymentId}/payment-details`)

  expect([await statusOf(paymentId), await available()]).toEqual(['Rejected', before])
  expect(details.json().Data.PaymentStatus.at(-1).StatusDetail).toMatchObject({ Status: 'creditor-closed' })
  expect(findProblems(PaymentDetailsResponse, details.json())).toEqual([])
})

describe('without the money', () => {
  test('it is taken, then Rejected with the reason, and the books are as they were', async () => {
    const before = await available()
    const consent = await payer.approved({ amount: '9999999.000' })
    const { Data } = (await payer.submit(consent)).json()
    await bank.advance(0)
    const details = await payer.call('GET', `/domestic-payments/${Data.DomesticPaymentId}/payment-details`)

    expect(Data.Status).toBe('Pending')
    expect(await statusOf(Data.DomesticPaymentId)).toBe('Rejected')
    expect(details.json().Data.PaymentStatus.at(-1)).toMatchObject({
      Status: 'Rejected',
      StatusDetail: { LocalInstrument: 'BH.OBF.NRT', Status: 'insufficient-funds' },
    })
    expect(await available()).toBe(before)
    expect(await consentStatus(consent)).toBe('Consumed')
  })

  test('is what the funds check says: it answers as the submission that follows', async () => {
    const most = await available()
    for (const [minor, isThere] of [
      [most - 99, false],
      [most - 100, true],
    ] as const) {
      const consent = await payer.approved({ amount: (minor / 1000).toFixed(3) })
      const { FundsAvailable } = (await payer.confirmFunds(consent)).json().Data.FundsAvailableResult
      const { Status } = (await payer.submit(consent)).json().Data

      expect([FundsAvailable, Status]).toEqual([isThere, isThere ? 'AcceptedSettlementInProcess' : 'Pending'])
    }
    expect(await available()).toBe(0)
  })
})

describe('a submission is refused, and its consent not used up, when', () => {
  const statusAfter = async (consent: PaymentConsent) => {
    const stored = await bank.tenant.store.get(consentRecords, consent.consentId)
    return stored?.status
  }

  test.each<[string, (body: ReturnType<typeof JSON.parse>) => void, string[]]>([
    [
      'the amount differs',
      ({ Data }) => (Data.Initiation.InstructedAmount.Amount = '2'),
      ['Data.Initiation.InstructedAmount.Amount'],
    ],
    [
      'a field is gone',
      ({ Data }) => delete Data.Initiation.EndToEndIdentification,
      ['Data.Initiation.EndToEndIdentification'],
    ],
    ['a field is new', ({ Risk }) => (Risk.MerchantCategoryCode = '5411'), ['Risk.MerchantCategoryCode']],
    [
      'two differ',
      (body) => {
        body.Data.Initiation.CreditorAccount.Name = 'SOMEBODY'
        body.Risk = {}
      },
      ['Data.Initiation.CreditorAccount.Name', 'Risk.PaymentContextCode'],
    ],
  ])('%s', async (_, change, paths) => {
    const consent = await payer.approved()
    const body = JSON.parse(JSON.stringify(payer.submission(consent)))
    change(body)
    const answer = await payer.submit(consent, {}, body)

    expect(errorsOf(answer)).toEqual(paths.map((path) => ['Resource.ConsentMismatch', path]))
    expect(await statusAfter(consent)).toBe('Authorised')
    expect((await payer.submit(consent)).statusCode).toBe(201)
  })

  test('it is for another user, or for none', async () => {
    const consent = await payer.approved()

    expect((await payer.submit(consent, { user: 'bob' })).statusCode).toBe(403)
    expect(errorsOf(await payer.submit(consent, { user: null }))).toEqual([['Header.Missing', 'x-user-token']])
    expect(await statusAfter(consent)).toBe('Authorised')
  })

  test('it comes with the token of another consent', async () => {
    const [consent, other] = [await payer.approved(), await payer.approved()]

    expect((await payer.submit(consent, {}, payer.submission(other))).statusCode).toBe(403)
    expect([await statusAfter(consent), await statusAfter(other)]).toEqual(['Authorised', 'Authorised'])
  })
})

test('the order of keys says nothing', async () => {
  const consent = await payer.approved()
  const turned = (value: unknown): unknown =>
    value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([name, each]) => [name, turned(each)]),
        )
      : value

  expect((await payer.submit(consent, {}, turned(payer.submission(consent)))).statusCode).toBe(201)
})

test('where money can be sent back to is told where the consent asked for it', async () => {
  const asking = payer.request()
  const withRefund = async (ReadRefundAccount?: string) => {
    const body = { ...asking, Data: { ...asking.Data, ...(ReadRefundAccount && { ReadRefundAccount }) } }
    const { ConsentId } = (await payer.createConsent(body)).json().Data
    return (await payer.submit(await payer.authorise<PaymentConsent>(ConsentId))).json().Data
  }
  const [iban] = bank.tenant.bank.accounts.get(firstAccount())?.identifiers ?? []

  expect(await withRefund('Yes')).toMatchObject({
    Refund: { Account: { SchemeName: 'BH.OBF.IBAN', Identification: iban?.identification } },
    Debtor: { Name: bank.tenant.bank.psus[0]?.name },
  })
  expect(await withRefund('No')).not.toHaveProperty('Refund')
  expect(await withRefund()).not.toHaveProperty('Refund')
})

test('a payment settles in a bank that was closed and opened again', async () => {
  const paymentId = await payer.pay()
  const jobs = bank.tenant.dueWork
  await jobs.stop()
  const again = await openTestBank({ store: bank.store })
  await again.advance(3 * second)

  expect((await payerAt(again).read(paymentId)).json().Data.Status).toBe('AcceptedCreditSettlementCompleted')
})
