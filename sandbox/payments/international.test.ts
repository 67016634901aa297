/** International payments: rates, bearers, value dates, accounts of other countries, and the books. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FactsAbroad } from '#fixtures/requests/international-payment.js'
import {
  findProblems,
  InternationalFutureDatedPaymentConsentResponse,
  InternationalFutureDatedPaymentResponse,
  InternationalPaymentConsentResponse,
  InternationalPaymentResponse,
} from '#standard/index.js'
import { replaceRates } from '../exchange/set-rates.js'
import { availableMinorAt, postedEntries } from '../ledger/entries.js'
import { internalSumsAt, totalMinor } from '../ledger/internal-accounts.js'
import { errorsOf, openTestBank, type TestBank } from '../testing/test-bank.js'
import { type Payer, payerAt } from './testing/payer.js'

const now = { family: 'international-payment' } as const
const later = { family: 'international-future-dated-payment' } as const
const hour = 3_600_000
const day = 24 * hour

let bank: TestBank
let payer: Payer
beforeEach(async () => {
  bank = await openTestBank()
  payer = payerAt(bank)
})
afterEach(() => bank.close())

const dollarsCost = (rate: number) => replaceRates(bank.tenant.store, [{ unitCurrency: 'USD', currency: 'BHD', rate }])

const rate = (fields: object) => ({
  initiation: { ExchangeRateInformation: { UnitCurrency: 'USD', ...fields } },
})

/** The one row of the first PSU's account that payments have posted. */
async function debit() {
  const accountId = bank.tenant.bank.psus[0]?.accountIds[0] as string
  const rows = await bank.tenant.store.range(postedEntries, accountId, { order: 'newest', limit: 10 })
  return rows.map(({ document }) => document).find(({ payment }) => payment)
}

async function internal(account: Parameters<typeof internalSumsAt>[1], currency: string): Promise<number> {
  const { store, clock, bank: of } = bank.tenant
  const sums = await internalSumsAt({ bank: of, store }, account, currency, clock.now())
  return sums.bookedMinor + sums.pendingCreditsMinor - sums.pendingDebitsMinor
}

/** What is on its way, or with other banks. */
const sent = async (currency: string) =>
  (await internal('suspense', currency)) + (await internal('correspondents', currency))

async function totals(...currencies: string[]): Promise<number[]> {
  const { store, clock, bank: of } = bank.tenant
  return Promise.all(currencies.map((currency) => totalMinor({ bank: of, store }, currency, clock.now())))
}

const created = async (facts: FactsAbroad, asking: typeof now | typeof later = now) =>
  (await payer.createConsent(payer.request(asking, facts), asking)).json()

describe('answers are what the schemas say', () => {
  test.each([
    [now, InternationalPaymentConsentResponse, InternationalPaymentResponse],
    [later, InternationalFutureDatedPaymentConsentResponse, InternationalFutureDatedPaymentResponse],
  ] as const)('of $family', async (asking, consentSchema, paymentSchema) => {
    for (const type of ['Actual', 'Agreed', 'Indicative'] as const) {
      const agreed = type === 'Agreed' ? { ExchangeRate: '0.3800', ContractIdentification: 'FX-7' } : {}
      const body = payer.request(asking, rate({ RateType: type, ...agreed }))
      const answer = await payer.createConsent(body, asking)
      const consent = await payer.authorise(answer.json().Data.ConsentId)
      const payment = await payer.submit(consent as never, asking)

      expect(answer.statusCode, answer.body).toBe(201)
      expect(findProblems(consentSchema, answer.json())).toEqual([])
      expect(payment.statusCode, payment.body).toBe(201)
      expect(findProblems(paymentSchema, payment.json())).toEqual([])
      expect(answer.json().Data.Initiation).toEqual((body.Data as { Initiation: unknown }).Initiation)
    }
  })
})

describe('an Actual rate', () => {
  test('is quoted until an hour later, and kept until then whatever the table says', async () => {
    await dollarsCost(0.377)
    const consent = await payer.approved({ amount: '37.700', ...rate({ RateType: 'Actual' }) }, now)
    await dollarsCost(0.4)
    const { Data } = (await payer.submit(consent, now)).json()

    expect(Data.ExchangeRateInformation).toEqual({
      UnitCurrency: 'USD',
      ExchangeRate: 0.377,
      RateType: 'Actual',
      ExpirationDateTime: '2030-01-15T10:00:00.000+03:00',
    })
    expect(await sent('USD')).toBe(10_000)
  })

  test('that has expired takes its consent along: it can be neither approved nor used', async () => {
    const asked = await created(rate({ RateType: 'Actual' }))
    const consent = await payer.approved(rate({ RateType: 'Actual' }), now)
    await bank.advance(hour)
    const late = await payer.submit(consent, now)
    const { Data } = (await payer.call('GET', `/international-payment-consents/${asked.Data.ConsentId}`, now)).json()

    expect(late.statusCode).toBe(401)
    expect(Data).toMatchObject({ Status: 'Rejected', StatusUpdateDateTime: '2030-01-15T10:00:00.000+03:00' })
  })
})

test('an Agreed rate comes back as it was given, and is what the payment is made at', async () => {
  const agreed = rate({ RateType: 'Agreed', ExchangeRate: '0.3800', ContractIdentification: 'FX-7' })
  const consent = await payer.approved({ amount: '38.000', ...agreed }, now)
  const { Data } = (await payer.submit(consent, now)).json()

  expect(Data.ExchangeRateInformation).toEqual({
    UnitCurrency: 'USD',
    ExchangeRate: 0.38,
    RateType: 'Agreed',
    ContractIdentification: 'FX-7',
  })
  expect(await sent('USD')).toBe(10_000)
})

describe('an Indicative rate', () => {
  test('is that of the instant at which the payment is executed: rows and answer get it then', async () => {
    await dollarsCost(0.4)
    // after the cut-off of SWIFT: executed on the next morning
    await bank.advance(5 * hour)
    const paymentId = await payer.pay({ amount: '40.000' }, now)
    const reserved = await sent('USD')
    await dollarsCost(0.5)
    await bank.advance(day)
    const { Data } = (await payer.read(paymentId, now)).json()

    expect(reserved).toBe(10_000)
    expect(Data).toMatchObject({
      Status: 'AcceptedSettlementCompleted',
      ExchangeRateInformation: { UnitCurrency: 'USD', ExchangeRate: 0.5, RateType: 'Indicative' },
    })
    expect(await internal('correspondents', 'USD')).toBe(8_000)
    expect(await debit()).toMatchObject({
      status: 'Booked',
      amountMinor: 43_500,
      exchange: {
        sourceCurrency: 'BHD',
        targetCurrency: 'USD',
        unitCurrency: 'USD',
        rate: 0.5,
        instructedMinor: 40_000,
      },
    })
    expect(await totals('BHD', 'USD')).toEqual([0, 0])
  })

  test('is fixed on the day of a future dated payment', async () => {
    await dollarsCost(0.4)
    const paymentId = await payer.pay({ amount: '40.000' }, later)
    await dollarsCost(0.5)
    await bank.advance(7 * day)
    const { Data } = (await payer.read(paymentId, later)).json()

    expect(Data).toMatchObject({ Status: 'InitiationCompleted', ExchangeRateInformation: { ExchangeRate: 0.5 } })
    expect(await internal('correspondents', 'USD')).toBe(8_000)
  })
})

test('a future dated payment is executed at the rate that was quoted for it, and Rejected where there is no money that day', async () => {
  await dollarsCost(0.4)
  const quoted = await payer.pay({ amount: '40.000', ...rate({ RateType: 'Actual' }) }, later)
  const beyond = await payer.pay({ amount: '999999.000' }, later)
  await dollarsCost(0.5)
  await bank.advance(7 * day + hour)

  expect(await internal('correspondents', 'USD')).toBe(10_000)
  expect((await payer.read(quoted, later)).json().Data.ExchangeRateInformation.ExchangeRate).toBe(0.4)
  expect((await payer.steps(beyond, later)).map((step) => step.split(' ')[0])).toEqual([
    'Pending',
    'AcceptedTechnicalValidation',
    'Rejected',
  ])
  expect((await payer.read(beyond, later)).json().Data.Status).toBe('InitiationCompleted')
})

test('the row of a payment at an agreed rate shows its contract', async () => {
  await dollarsCost(0.4)
  const agreed = rate({ RateType: 'Agreed', ExchangeRate: 0.39, ContractIdentification: 'FX-7' })
  await payer.pay({ amount: '39.000', ...agreed }, now)

  expect(await debit()).toMatchObject({ exchange: { rate: 0.39, contract: 'FX-7', instructedMinor: 39_000 } })
})

describe('who bears the charges', () => {
  test.each([
    ['BorneByDebtor', { minor: 7_500, debit: 107_500, sent: 25_000 }],
    ['Shared', { minor: 3_500, debit: 103_500, sent: 25_000 }],
    ['FollowingServiceLevel', { minor: 3_500, debit: 103_500, sent: 25_000 }],
    ['BorneByCreditor', { minor: 3_500, debit: 100_000, sent: 24_125 }],
  ] as const)('%s', async (ChargeBearer, expected) => {
    await dollarsCost(0.4)
    const consent = await payer.approved({ amount: '100.000', initiation: { ChargeBearer } }, now)
    const { Data } = (await payer.submit(consent, now)).json()

    expect(Data.Charges).toEqual([
      {
        ChargeBearer,
        Type: 'BH.OBF.SWIFT',
        Amount: { Amount: (expected.minor / 1000).toFixed(3), Currency: 'BHD' },
      },
    ])
    expect((await debit())?.amountMinor).toBe(expected.debit)
    expect([await sent('USD'), await internal('fees', 'BHD')]).toEqual([expected.sent, expected.minor])
    expect(await totals('BHD', 'USD')).toEqual([0, 0])
  })

  test('is Shared where the TPP does not say', async () => {
    expect((await created({})).Data.Charges[0].ChargeBearer).toBe('Shared')
  })
})

describe('an amount in the currency of the transfer', () => {
  const facts = { amount: '100.00', currency: 'USD', currencyOfTransfer: 'USD' }

  test('is paid in dinars at the rate, and arrives as it was asked for', async () => {
    await dollarsCost(0.4)
    await payer.pay(facts, now)

    expect(await sent('USD')).toBe(10_000)
    expect(await debit()).toMatchObject({ amountMinor: 43_500, chargeMinor: 3_500 })
    expect(await totals('BHD', 'USD')).toEqual([0, 0])
  })

  test('is paid from an account in that currency without an exchange, its charges at the rate', async () => {
    await dollarsCost(0.35)
    const { psus, accounts } = bank.tenant.bank
    const psu = psus.findIndex(({ persona }) => persona === 'foreign-currency')
    const dollars = psus[psu]?.accountIds.find((id) => accounts.get(id)?.currency === 'USD') as string
    const consent = await payer.approved(facts, now, { psu, debtorAccountId: dollars })
    const { Data } = (await payer.submit(consent, now)).json()
    const [row] = await bank.tenant.store.range(postedEntries, dollars, { order: 'newest', limit: 1 })

    expect(Data).not.toHaveProperty('ExchangeRateInformation')
    expect(row?.document).toMatchObject({ amountMinor: 11_000, chargeMinor: 1_000 })
    expect(row?.document).not.toHaveProperty('exchange')
    expect(await totals('BHD', 'USD')).toEqual([0, 0])
  })
})

test.each([
  ['JPY', '10.000', 0.0025, 4_000],
  ['KWD', '10.000', 1.25, 8_000],
  ['INR', '10.000', 0.004, 250_000],
] as const)('money is sent in minor units of its currency: %s', async (currencyOfTransfer, amount, worth, minor) => {
  await replaceRates(bank.tenant.store, [{ unitCurrency: currencyOfTransfer, currency: 'BHD', rate: worth }])
  await payer.pay({ amount, currencyOfTransfer }, now)

  expect(await sent(currencyOfTransfer)).toBe(minor)
  expect(await totals('BHD', currencyOfTransfer)).toEqual([0, 0])
})

describe('funds', () => {
  const funds = async (amount: string, initiation: Record<string, unknown> = {}) =>
    (await payer.confirmFunds(await payer.approved({ amount, initiation }, now))).json().Data.FundsAvailableResult

  test('are confirmed for the amount with the charges that the debtor bears', async () => {
    const { store, clock, bank: of } = bank.tenant
    const account = of.accounts.get(of.psus[0]?.accountIds[0] as string) as never
    const available = await availableMinorAt({ bank: of, store }, account, clock.now())
    const dinars = (minor: number) => (minor / 1000).toFixed(3)

    expect((await funds(dinars(available - 3_500))).FundsAvailable).toBe(true)
    expect((await funds(dinars(available - 3_499))).FundsAvailable).toBe(false)
    expect((await funds(dinars(available), { ChargeBearer: 'BorneByCreditor' })).FundsAvailable).toBe(true)
    expect((await funds(dinars(available - 3_500), { ChargeBearer: 'BorneByDebtor' })).FundsAvailable).toBe(false)
  })
})

describe('accounts of other countries', () => {
  const payTo = async (Identification: string, SchemeName = 'BH.OBF.IBAN') =>
    payer.createConsent(
      payer.request(now, { initiation: { CreditorAccount: { SchemeName, Identification, Name: 'P' } } }),
      now,
    )

  test.each([
    'GB29NWBK60161331926819',
    'KW81CBKU0000000000001234560101',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'SA0380000000608010167519',
  ])('takes the IBAN %s', async (iban) => {
    expect((await payTo(iban)).statusCode).toBe(201)
  })

  test.each([
    ['a wrong check digit', 'GB28NWBK60161331926819'],
    ['a length of no country', 'GB29NWBK6016133192681'],
    ['check digits that are never issued', 'GB00HLFX11016111455365'],
    ['a country without IBANs', 'US29NWBK60161331926819'],
    ['blanks', 'GB29 NWBK 6016 1331 9268 19'],
  ])('refuses an IBAN with %s', async (_, iban) => {
    expect(errorsOf(await payTo(iban))).toEqual([
      ['Unsupported.AccountIdentifier', 'Data.Initiation.CreditorAccount.Identification'],
    ])
  })

  test('keeps to the length of a country where check digits are not looked at', async () => {
    Object.assign(bank.tenant, { paymentSettings: { ...bank.tenant.paymentSettings, ibanChecksum: false } })

    expect((await payTo('GB28NWBK60161331926819')).statusCode).toBe(201)
    expect((await payTo('GB28NWBK6016133192681')).statusCode).toBe(400)
  })

  test('an account without an IBAN is paid to under its own scheme', async () => {
    const account = { SchemeName: 'BH.OBF.BBAN', Identification: '021000021123456789', Name: 'ACME INC' }
    await payer.pay({ initiation: { CreditorAccount: account } }, now)

    expect((await debit())?.counterParty).toEqual({ name: 'ACME INC', iban: '021000021123456789', scheme: 'BBAN' })
  })
})

test.each([
  ['by SWIFT, two days on', {}, '2030-01-15T09:00', '2030-01-17T08:00'],
  ['urgent, the next day', { InstructionPriority: 'Urgent' }, '2030-01-15T09:00', '2030-01-16T08:00'],
  [
    'by GCCNET, the same day',
    { LocalInstrument: 'BH.OBF.GCCNET', CurrencyOfTransfer: 'KWD' },
    '2030-01-15T09:00',
    '2030-01-15T09:01',
  ],
])('says when a payment is executed and what its value date is: %s', async (_, initiation, execution, value) => {
  const { Data } = await created({ initiation })

  expect(Data.ExpectedExecutionDateTime.slice(0, 16)).toBe(execution)
  expect(Data.ExpectedSettlementDateTime.slice(0, 16)).toBe(value)
  expect(Data).toHaveProperty('CutOffDateTime')
})

test('the refund of a payment abroad names its debtor and the bank', async () => {
  const consentBody = payer.request(now)
  const { Data, Risk } = consentBody as { Data: object; Risk: object }
  const answer = await payer.createConsent({ Data: { ReadRefundAccount: 'Yes', ...Data }, Risk }, now)
  const consent = await payer.authorise(answer.json().Data.ConsentId)
  const { Refund } = (await payer.submit(consent as never, now)).json().Data

  expect(Refund.Creditor).toEqual({ Name: bank.tenant.bank.psus[0]?.name })
  expect(Refund.Agent.SchemeName).toBe('BH.OBF.BICFI')
})
