import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  DomesticStandingOrderConsentResponse,
  DomesticStandingOrderResponse,
  findProblems,
  InternationalStandingOrderConsentResponse,
  InternationalStandingOrderResponse,
  PaymentDetailsResponse,
  StandingOrdersResponse,
} from '#standard/index.js'
import { availableMinorAt } from '../ledger/entries.js'
import { totalMinor } from '../ledger/internal-accounts.js'
import { openReader, type Row } from '../testing/account-reads.js'
import { errorsOf, openTestBank, type TestBank } from '../testing/test-bank.js'
import { paymentRecords } from './payment.js'
import { type Asking, type Payer, payerAt } from './testing/payer.js'

let bank: TestBank
let payer: Payer
// it is Tuesday, 2030-01-15, nine o'clock
beforeEach(async () => {
  bank = await openTestBank()
  payer = payerAt(bank)
})
afterEach(() => bank.close())

const day = 86_400_000
const order: Asking = { family: 'domestic-standing-order' }
const bhd = (Amount: string) => ({ Amount, Currency: 'BHD' })
const from = (date: string) => `${date}T00:00:00+03:00`

const begin = (initiation: Record<string, unknown>, amount = '10') => payer.pay({ amount, initiation }, order)

interface Entry {
  readonly PaymentTransactionId: string
  readonly Status: string
  readonly StatusUpdateDateTime: string
  readonly StatusDetail?: { readonly Status: string }
}

async function details(orderId: string): Promise<Entry[]> {
  const answer = await payer.call('GET', `/domestic-standing-orders/${orderId}/payment-details`)
  expect(findProblems(PaymentDetailsResponse, answer.json())).toEqual([])
  return answer.json().Data.PaymentStatus
}

/** The payments of an order, each as `status instant`. */
const made = async (orderId: string) =>
  (await details(orderId)).slice(2).map((each) => `${each.Status} ${each.StatusUpdateDateTime.slice(0, 16)}`)

/** The order as account information shows it. */
async function shown(orderId: string): Promise<Row | undefined> {
  const reader = await openReader(bank)
  const answer = await reader.read('/standing-orders')
  expect(findProblems(StandingOrdersResponse, answer)).toEqual([])
  return answer.Data.StandingOrder?.find(({ StandingOrderId }) => StandingOrderId === orderId)
}

const debtor = () => bank.tenant.bank.psus[0]?.accountIds[0] as string

/** What the account that pays can spend. */
function available(): Promise<number> {
  const { store, clock, bank: books } = bank.tenant
  const account = books.accounts.get(debtor())
  if (!account) throw new Error('no account')
  return availableMinorAt({ bank: books, store }, account, clock.now())
}

const arrived = 'AcceptedCreditSettlementCompleted'

describe('an order', () => {
  test('is kept, its consent is used up, and it names no day that it does not have', async () => {
    const consent = await payer.approved({}, order)
    const asked = await payer.readConsent(consent)
    const created = await payer.submit(consent)
    const { DomesticStandingOrderId: orderId, Status } = created.json().Data

    expect(findProblems(DomesticStandingOrderConsentResponse, asked.json())).toEqual([])
    expect(asked.json().Data).not.toHaveProperty('ExpectedExecutionDateTime')
    expect(findProblems(DomesticStandingOrderResponse, created.json())).toEqual([])
    expect(Status).toBe('InitiationCompleted')
    expect((await payer.read(orderId, order)).json().Data).toEqual(created.json().Data)
    expect((await details(orderId)).map((each) => each.Status)).toEqual(['Pending', 'AcceptedTechnicalValidation'])
    expect((await payer.readConsent(consent)).json().Data.Status).toBe('Consumed')
  })

  test('pays its first, recurring and final amounts on their days, and no more', async () => {
    const orderId = await begin({
      Frequency: 'IntrvlWkDay:01:03',
      FirstPaymentDateTime: from('2030-01-20'),
      RecurringPaymentDateTime: from('2030-01-22'),
      FinalPaymentDateTime: from('2030-02-03'),
      RecurringPaymentAmount: bhd('3'),
      FinalPaymentAmount: bhd('1.5'),
    })
    await bank.advance(5 * day - 1)
    const before = await available()
    expect(await made(orderId)).toEqual([])
    await bank.advance(1)
    expect(before - (await available())).toBe(10_100)
    await bank.advance(60 * day)

    expect(await made(orderId)).toEqual([
      `${arrived} 2030-01-20T09:00`,
      `${arrived} 2030-01-22T09:00`,
      `${arrived} 2030-01-23T09:00`,
      `${arrived} 2030-01-30T09:00`,
      `${arrived} 2030-02-03T09:00`,
    ])
    const rows = (await (await openReader(bank)).pages(`/accounts/${debtor()}/transactions`)).flatMap(
      ({ Data }) => Data.Transaction ?? [],
    )
    const ids = (await details(orderId)).slice(2).map((each) => each.PaymentTransactionId)
    const paid = ids.map((id) => rows.find((row) => row.TransactionId === id)?.Amount)
    expect(paid).toEqual(['10.100', '3.100', '3.100', '3.100', '1.600'].map(bhd))
    for (const currency of ['BHD', 'USD']) {
      expect(
        await totalMinor({ bank: bank.tenant.bank, store: bank.tenant.store }, currency, bank.tenant.clock.now()),
      ).toBe(0)
    }
  })

  test('ends after the number of payments that it names, the last with its amount', async () => {
    const orderId = await begin({
      Frequency: 'EvryDay',
      FirstPaymentDateTime: from('2030-01-20'),
      NumberOfPayments: '3',
      FinalPaymentAmount: bhd('2'),
    })
    await bank.advance(30 * day)

    expect(await made(orderId)).toEqual(['20', '21', '22'].map((date) => `${arrived} 2030-01-${date}T09:00`))
    expect(await shown(orderId)).toMatchObject({
      StandingOrderStatusCode: 'Inactive',
      NumberOfPayments: '3',
      LastPaymentAmount: bhd('2.000'),
      FinalPaymentAmount: bhd('2.000'),
    })
  })

  test('pays on the next bank day where its day is none', async () => {
    // Friday, and two holidays in the week after
    Object.assign(bank.tenant.paymentSettings, { bankHolidays: ['2030-01-20', '01-21'] })
    const orderId = await begin({
      Frequency: 'IntrvlDay:02',
      FirstPaymentDateTime: from('2030-01-18'),
      NumberOfPayments: '4',
    })
    const working = await begin({
      Frequency: 'EvryWorkgDay',
      FirstPaymentDateTime: from('2030-01-17'),
      NumberOfPayments: '3',
    })
    await bank.advance(30 * day)

    expect(await made(orderId)).toEqual(['22', '22', '22', '24'].map((date) => `${arrived} 2030-01-${date}T09:00`))
    expect(await made(working)).toEqual(['17', '22', '23'].map((date) => `${arrived} 2030-01-${date}T09:00`))
  })

  test('goes on after a day without the money', async () => {
    const most = Math.floor((await available()) / 1000)
    const orderId = await begin({
      Frequency: 'EvryDay',
      FirstPaymentDateTime: from('2030-01-20'),
      FirstPaymentAmount: bhd(String(most * 100)),
      RecurringPaymentAmount: bhd('0.5'),
      NumberOfPayments: '3',
    })
    await bank.advance(5 * day)
    const [rejected] = (await details(orderId)).slice(2)

    expect(rejected).toMatchObject({ Status: 'Rejected', StatusDetail: { Status: 'insufficient-funds' } })
    expect((await shown(orderId))?.LastPaymentDateTime).toBeUndefined()
    await bank.advance(10 * day)
    expect(await made(orderId)).toEqual([
      'Rejected 2030-01-20T09:00',
      `${arrived} 2030-01-21T09:00`,
      `${arrived} 2030-01-22T09:00`,
    ])
    expect((await payer.read(orderId, order)).json().Data.Status).toBe('InitiationCompleted')
  })

  test('of an account that cannot pay at all fails, and is none of the orders of the account', async () => {
    const disabled = [...bank.tenant.bank.accounts.values()].find(({ status }) => status === 'Disabled')
    const consent = await payer.approved({}, order, { debtorAccountId: disabled?.accountId as string })
    const { DomesticStandingOrderId: orderId } = (await payer.submit(consent)).json().Data
    await bank.advance(30 * day)

    expect((await payer.read(orderId, order)).json().Data.Status).toBe('InitiationFailed')
    expect((await details(orderId)).map((each) => each.Status)).toEqual(['Pending', 'Rejected'])
    expect(await shown(orderId)).toBeUndefined()
  })

  test('shows its payments to nobody as payments of their own', async () => {
    const orderId = await begin({ FirstPaymentDateTime: from('2030-01-20') })
    await bank.advance(10 * day)

    expect(errorsOf(await payer.read(`${orderId}-1`, order))).toEqual([
      ['Resource.NotFound', 'DomesticStandingOrderId'],
    ])
  })
})

describe('an order abroad', () => {
  const abroad: Asking = { family: 'international-standing-order' }

  test('pays at the rate of each of its days, and the books come to nothing in every currency', async () => {
    const consent = await payer.approved(
      {
        amount: '10',
        initiation: { Frequency: 'EvryWorkgDay', NumberOfPayments: '3', FirstPaymentDateTime: from('2030-01-20') },
      },
      abroad,
    )
    const asked = await payer.readConsent(consent)
    const created = await payer.submit(consent)
    const { InternationalStandingOrderId: orderId } = created.json().Data
    await bank.advance(20 * day)

    expect(findProblems(InternationalStandingOrderConsentResponse, asked.json())).toEqual([])
    expect(findProblems(InternationalStandingOrderResponse, created.json())).toEqual([])
    const answer = await payer.call('GET', `/international-standing-orders/${orderId}/payment-details`)
    expect(
      answer
        .json()
        .Data.PaymentStatus.slice(2)
        .map(({ Status }: Entry) => Status),
    ).toEqual([arrived, arrived, arrived])
    const children = await bank.tenant.store.find(paymentRecords, 'orderId', orderId)
    expect(new Set(children.map(({ exchange }) => exchange?.rate)).size).toBeGreaterThan(1)
    for (const currency of ['BHD', 'USD']) {
      const { bank: books, store, clock } = bank.tenant
      expect(await totalMinor({ bank: books, store }, currency, clock.now())).toBe(0)
    }
    expect(await shown(orderId)).toMatchObject({
      StandingOrderStatusCode: 'Inactive',
      LastPaymentAmount: bhd('10.000'),
    })
  })

  test('tells of its payments in the order of what happened, though they are settled days after they begin', async () => {
    const initiation = { Frequency: 'EvryDay', FirstPaymentDateTime: from('2030-01-20') }
    const created = await payer.submit(await payer.approved({ amount: '1', initiation }, abroad))
    const { InternationalStandingOrderId: orderId } = created.json().Data
    await bank.advance(15 * day)

    const answer = await payer.call('GET', `/international-standing-orders/${orderId}/payment-details`)
    const entries: Entry[] = answer.json().Data.PaymentStatus
    const instants = entries.map(({ StatusUpdateDateTime }) => StatusUpdateDateTime)
    expect(new Set(entries.slice(2).map(({ Status }) => Status)).size).toBeGreaterThan(1)
    expect(instants).toEqual(instants.toSorted())
  })

  test('is exchanged into a currency that the bank knows, and has no amounts of single payments', async () => {
    const initiation = { CurrencyOfTransfer: 'ZWG', FirstPaymentAmount: bhd('1'), LocalInstrument: 'BH.OBF.SWIFT' }
    const answer = await payer.createConsent(payer.request(abroad, { initiation }), abroad)

    expect(errorsOf(answer).toSorted()).toEqual([
      ['Field.Unexpected', 'Data.Initiation.FirstPaymentAmount'],
      ['Field.Unexpected', 'Data.Initiation.LocalInstrument'],
      ['Unsupported.Currency', 'Data.Initiation.CurrencyOfTransfer'],
    ])
  })
})

test('account information shows an order at once, and its next and last dates as they move', async () => {
  const orderId = await begin({ FirstPaymentDateTime: from('2030-01-20'), RecurringPaymentAmount: bhd('3') })

  expect(await shown(orderId)).toEqual({
    AccountId: debtor(),
    StandingOrderId: orderId,
    Frequency: 'IntrvlMnthDay:01:05',
    Reference: 'Rent',
    FirstPaymentDateTime: '2030-01-20T00:00:00.000+03:00',
    FirstPaymentAmount: bhd('10.000'),
    NextPaymentDateTime: '2030-01-20T09:00:00.000+03:00',
    NextPaymentAmount: bhd('10.000'),
    StandingOrderStatusCode: 'Active',
    CreditorAccount: {
      SchemeName: 'BH.OBF.IBAN',
      Identification: 'BH06PEER77000000412268',
      Name: 'PEER DEMO',
    },
  })
  await bank.advance(6 * day)
  expect(await shown(orderId)).toMatchObject({
    LastPaymentDateTime: '2030-01-20T09:00:00.000+03:00',
    LastPaymentAmount: bhd('10.000'),
    NextPaymentDateTime: '2030-02-05T09:00:00.000+03:00',
    NextPaymentAmount: bhd('3.000'),
  })
  await bank.advance(30 * day)
  expect(await shown(orderId)).toMatchObject({
    LastPaymentDateTime: '2030-02-05T09:00:00.000+03:00',
    NextPaymentDateTime: '2030-03-05T09:00:00.000+03:00',
  })
})

test('without the permission for details, account information leaves the payee of an order out', async () => {
  const orderId = await begin({})
  const reader = await openReader(bank, { permissions: ['ReadAccountsBasic', 'ReadStandingOrdersBasic'] })
  const answer = await reader.read(`/accounts/${debtor()}/standing-orders`)
  const row = answer.Data.StandingOrder?.find(({ StandingOrderId }) => StandingOrderId === orderId)

  expect(row).toMatchObject({ Frequency: 'IntrvlMnthDay:01:05' })
  expect(row).not.toHaveProperty('CreditorAccount')
})

test('every mistake of an order is said at once', async () => {
  const answer = await payer.createConsent(
    payer.request(order, {
      initiation: {
        Frequency: 'IntrvlDay:01',
        NumberOfPayments: '0',
        FirstPaymentDateTime: from('2030-01-20'),
        RecurringPaymentDateTime: from('2030-01-20'),
        FinalPaymentDateTime: from('2030-01-20'),
        FirstPaymentAmount: { Amount: '1.00', Currency: 'EUR' },
        RecurringPaymentAmount: bhd('0'),
      },
    }),
    order,
  )

  expect(errorsOf(answer).toSorted()).toEqual(
    [
      ['Field.Invalid', 'Data.Initiation.Frequency'],
      ['Field.Invalid', 'Data.Initiation.NumberOfPayments'],
      ['Field.Unexpected', 'Data.Initiation.NumberOfPayments'],
      ['Field.InvalidDate', 'Data.Initiation.FinalPaymentDateTime'],
      ['Field.Unexpected', 'Data.Initiation.RecurringPaymentDateTime'],
      ['Field.InvalidDate', 'Data.Initiation.RecurringPaymentDateTime'],
      ['Unsupported.Currency', 'Data.Initiation.FirstPaymentAmount.Currency'],
      ['Field.Invalid', 'Data.Initiation.RecurringPaymentAmount.Amount'],
    ].toSorted(),
  )
})

test('an order of years pays all that fell due while nobody looked', async () => {
  const orderId = await begin({ Frequency: 'IntrvlMnthDay:01:31', FirstPaymentDateTime: from('2030-01-31') }, '0.001')
  await bank.advance(3 * 366 * day)

  const payments = await made(orderId)
  expect(payments).toHaveLength(36)
  expect(payments.slice(0, 3)).toEqual([
    `${arrived} 2030-01-31T09:00`,
    `${arrived} 2030-02-28T09:00`,
    `${arrived} 2030-03-31T09:00`,
  ])
})
