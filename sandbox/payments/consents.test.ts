import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DomesticFutureDatedPaymentConsentResponse,
  DomesticPaymentConsentResponse,
  FundsConfirmationResponse,
  findProblems,
  versions,
} from '#standard/index.js'
import { errorsOf, openTestBank, type TestBank, testUrl } from '../testing/test-bank.js'
import { type Biller, billers } from './billers.js'
import { type Payer, payee, payerAt } from './testing/payer.js'

let bank: TestBank
let payer: Payer
beforeAll(async () => {
  bank = await openTestBank()
  payer = payerAt(bank)
})
afterAll(() => bank.close())

const change = (initiation: object) => payer.request({}, { initiation: initiation as Record<string, unknown> })

describe.each(versions)('a domestic payment consent in %s', (version) => {
  test('is created with the address of the page, awaits the PSU, and is read as it was sent', async () => {
    const body = payer.request({ version })
    const created = await payer.createConsent(body, { version })
    const { Data, Risk, Links } = created.json()
    const read = await payer.call('GET', `/domestic-payment-consents/${Data.ConsentId}`, { version })

    expect(created.statusCode).toBe(201)
    expect(findProblems(DomesticPaymentConsentResponse[version], created.json())).toEqual([])
    expect({ Data, Risk }).toMatchObject(body)
    expect(Data.Status).toBe('AwaitingAuthorisation')
    expect(Links.Self).toMatch(`${testUrl}/oauth2/authorize?`)
    expect(new URL(Links.Self).searchParams.get('scope')).toBe('openid payments')
    expect(read.json()).toEqual({ ...created.json(), Links: read.json().Links })
    expect(read.json().Links.Self).toMatch(`/domestic-payment-consents/${Data.ConsentId}`)
  })

  test('is not found in the other version, nor read by another TPP', async () => {
    const other = version === '0.0.1' ? '1.0.0' : '0.0.1'
    const { ConsentId } = (await payer.createConsent(payer.request({ version }), { version })).json().Data
    const path = `/domestic-payment-consents/${ConsentId}`

    expect(errorsOf(await payer.call('GET', path, { version: other }))).toEqual([['Resource.NotFound', 'ConsentId']])
    expect((await payer.call('GET', path, { version, clientId: 'tpp-other' })).statusCode).toBe(403)
  })
})

test('what a payment costs and when it is made is in the answer of 1.0.0, and not in that of 0.0.1', async () => {
  const { Data } = (await payer.createConsent(payer.request())).json()
  const old = (await payer.createConsent(payer.request({ version: '0.0.1' }), { version: '0.0.1' })).json().Data

  expect(Data.Charges).toEqual([
    { ChargeBearer: 'BorneByDebtor', Type: 'BH.OBF.NRT', Amount: { Amount: '0.100', Currency: 'BHD' } },
  ])
  expect(Data).toMatchObject({
    ExpectedExecutionDateTime: '2030-01-15T09:00:00.000+03:00',
    ExpectedSettlementDateTime: '2030-01-15T09:00:02.000+03:00',
  })
  expect(Object.keys(old)).toEqual(['ConsentId', 'CreationDateTime', 'Status', 'StatusUpdateDateTime', 'Initiation'])
})

test('a payment by DNS has a cut-off and waits for its cycle', async () => {
  const { Data } = (await payer.createConsent(change({ LocalInstrument: 'BH.OBF.DNS' }))).json()

  expect(Data).toMatchObject({
    CutOffDateTime: '2030-01-15T14:00:00.000+03:00',
    ExpectedExecutionDateTime: '2030-01-15T09:00:00.000+03:00',
  })
})

test('a future dated payment consent says on which day it is executed', async () => {
  const asking = { family: 'domestic-future-dated-payment' } as const
  const body = payer.request(asking)
  const created = await payer.createConsent(body, asking)

  expect(created.statusCode).toBe(201)
  expect(findProblems(DomesticFutureDatedPaymentConsentResponse, created.json())).toEqual([])
  expect(created.json().Data).toMatchObject({
    ...body.Data,
    ExpectedExecutionDateTime: '2030-01-22T09:00:00.000+03:00',
  })
})

const [power] = billers as [Biller, ...Biller[]]
const amount = (Amount: string, Currency = 'BHD') => ({ InstructedAmount: { Amount, Currency } })
const creditor = (Identification: string, SchemeName = 'BH.OBF.IBAN') => ({
  CreditorAccount: { SchemeName, Identification, Name: 'PEER DEMO' },
})
const bill = (Reference: string | undefined, Amount: string, iban = power.iban) => ({
  LocalInstrument: 'BH.OBF.BIL',
  ...amount(Amount),
  ...creditor(iban),
  RemittanceInformation: Reference === undefined ? {} : { Reference },
})

describe('a payment that cannot be made is refused', () => {
  test.each<[string, object, [string, string][]]>([
    ['another currency', amount('1.00', 'USD'), [['Unsupported.Currency', 'InstructedAmount.Currency']]],
    ['no currency in use', amount('1.00', 'XXX'), [['Unsupported.Currency', 'InstructedAmount.Currency']]],
    ['nothing', amount('0.000'), [['Field.Invalid', 'InstructedAmount.Amount']]],
    ['a tenth of a fils', amount('1.0001'), [['Field.Invalid', 'InstructedAmount.Amount']]],
    ['a negative amount', amount('-1.000'), [['Field.Invalid', 'InstructedAmount.Amount']]],
    [
      'a rail that crosses the border',
      { LocalInstrument: 'BH.OBF.SWIFT' },
      [['Unsupported.LocalInstrument', 'LocalInstrument']],
    ],
    ['a rail of 0.0.1', { LocalInstrument: 'EFT-CSCT-NRT' }, [['Unsupported.LocalInstrument', 'LocalInstrument']]],
    ['no word for a rail', { LocalInstrument: ' ' }, [['Field.Invalid', 'LocalInstrument']]],
    ['a number for a rail', { LocalInstrument: 7 }, [['Field.Invalid', 'LocalInstrument']]],
    ['a scheme of 0.0.1', creditor(payee.iban, 'IBAN'), [['Unsupported.Scheme', 'CreditorAccount.SchemeName']]],
    [
      'a wrong check digit',
      creditor('BH07PEER77000000412268'),
      [['Unsupported.AccountIdentifier', 'CreditorAccount.Identification']],
    ],
    [
      'an IBAN of 21 characters',
      creditor('BH06PEER7700000041226'),
      [['Unsupported.AccountIdentifier', 'CreditorAccount.Identification']],
    ],
    [
      'small letters',
      creditor(payee.iban.toLowerCase()),
      [['Unsupported.AccountIdentifier', 'CreditorAccount.Identification']],
    ],
    [
      'a card number with letters',
      creditor('4111x11111111111', 'BH.OBF.PAN'),
      [['Unsupported.AccountIdentifier', 'CreditorAccount.Identification']],
    ],
    ['no bill number', bill(undefined, '12.625'), [['Field.Expected', 'RemittanceInformation.Reference']]],
    [
      'no biller',
      bill('NPW-1001', '12.625', payee.iban),
      [['Unsupported.AccountIdentifier', 'CreditorAccount.Identification']],
    ],
    ['no such bill', bill('NPW-1', '12.625'), [['Field.Invalid', 'RemittanceInformation.Reference']]],
    ['a bill of another amount', bill('NPW-1001', '12.624'), [['Field.Invalid', 'InstructedAmount.Amount']]],
    ['a bill that was paid', bill('NPW-9000', '12.500'), [['Field.Invalid', 'RemittanceInformation.Reference']]],
    [
      'an execution that is another family’s',
      { RequestedExecutionDateTime: '2030-02-01T00:00:00Z' },
      [['Field.Unexpected', 'RequestedExecutionDateTime']],
    ],
    [
      'everything at once',
      { ...amount('0', 'EUR'), ...creditor('x', 'BH.OBF.NAME'), LocalInstrument: 'FAST' },
      [
        ['Unsupported.LocalInstrument', 'LocalInstrument'],
        ['Unsupported.Scheme', 'CreditorAccount.SchemeName'],
        ['Unsupported.Currency', 'InstructedAmount.Currency'],
        ['Field.Invalid', 'InstructedAmount.Amount'],
      ],
    ],
  ])('%s', async (_, initiation, expected) => {
    const answer = await payer.createConsent(change(initiation))

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer).toSorted()).toEqual(
      expected.map(([code, path]) => [code, `Data.Initiation.${path}`]).toSorted(),
    )
  })

  test.each([
    ['2030-01-15T09:00:00+03:00', [['Field.InvalidDate', 'Data.Initiation.RequestedExecutionDateTime']]],
    ['2031-01-16T09:00:00+03:00', [['Field.InvalidDate', 'Data.Initiation.RequestedExecutionDateTime']]],
    ['2030-01-16', [['Field.InvalidDate', 'Data.Initiation.RequestedExecutionDateTime']]],
    ['2030-01-15T09:00:01+03:00', []],
  ])('on %s: %j', async (RequestedExecutionDateTime, expected) => {
    const asking = { family: 'domestic-future-dated-payment' } as const
    const answer = await payer.createConsent(
      payer.request(asking, { initiation: { RequestedExecutionDateTime } }),
      asking,
    )

    expect(answer.statusCode === 201 ? [] : errorsOf(answer)).toEqual(expected)
  })

  test('by a future dated payment over NRT', async () => {
    const asking = { family: 'domestic-future-dated-payment' } as const
    const body = payer.request(asking, { initiation: { LocalInstrument: 'BH.OBF.NRT' } })

    expect(errorsOf(await payer.createConsent(body, asking))).toEqual([
      ['Unsupported.LocalInstrument', 'Data.Initiation.LocalInstrument'],
    ])
  })
})

describe('a bank may choose', () => {
  test.each<[string, object, object, string | undefined]>([
    ['to take wrong check digits', { ibanChecksum: false }, creditor('BH07PEER77000000412268'), undefined],
    ['a ceiling for NRT', { nrtCeilingMinor: 999 }, {}, 'Field.Invalid'],
    [
      'to refuse late orders',
      { lateOrders: 'refuse', dnsCutOff: '08:00' },
      { LocalInstrument: 'BH.OBF.DNS' },
      'Rules.AfterCutOffDateTime',
    ],
    ['to demand an end-to-end id', { endToEndRequired: true }, { EndToEndIdentification: undefined }, 'Field.Missing'],
  ])('%s', async (_, payments, initiation, code) => {
    const own = await openTestBank({ payments } as never)
    const answer = await payerAt(own).createConsent(change(initiation))

    expect(answer.statusCode === 201 ? undefined : errorsOf(answer)[0]?.[0]).toBe(code)
    await own.close()
  })
})

describe('optional fields', () => {
  const extras = {
    ReadRefundAccount: 'Yes',
    Authorisation: { AuthorisationType: 'Single', CompletionDateTime: '2030-01-16T12:00:00+03:00' },
    SCASupportData: { RequestedSCAExemptionType: '', AppliedAuthenticationApproach: 'SCA' },
  }
  const Risk = {
    MerchantCategoryCode: '002345',
    DeliveryAddress: { TownName: 'Manama', CountrySubDivision: ['Capital'], Country: 'BH' },
  }

  test('are taken as samples have them, and shown unchanged', async () => {
    const plain = change({
      EndToEndIdentification: undefined,
      ...amount('25.5'),
      RemittanceInformation: { Unstructured: 'Rent' },
    })
    const body = { Data: { ...plain.Data, ...extras }, Risk }
    const created = await payer.createConsent(body)

    expect(created.statusCode).toBe(201)
    expect(created.json()).toMatchObject(JSON.parse(JSON.stringify(body)))
  })

  test.each(Object.keys(extras))('%s is not a field of 0.0.1', async (name) => {
    const { Data } = payer.request({ version: '0.0.1' })
    const body = { Data: { ...Data, [name]: extras[name as keyof typeof extras] }, Risk: {} }

    expect(errorsOf(await payer.createConsent(body, { version: '0.0.1' }))).toEqual([
      ['Field.Unexpected', `Data.${name}`],
    ])
  })
})

describe('funds are', () => {
  const available = async (Amount: string) => {
    const answer = await payer.confirmFunds(await payer.approved({ amount: Amount }))
    expect(findProblems(FundsConfirmationResponse, answer.json())).toEqual([])
    return answer.json().Data.FundsAvailableResult.FundsAvailable
  }

  test('there for a small amount, and not for all the money in the world', async () => {
    expect(await available('0.001')).toBe(true)
    expect(await available('999999999.000')).toBe(false)
  })

  test('told to the token of the consent alone, while it is Authorised', async () => {
    const [consent, other] = [await payer.approved(), await payer.approved()]

    expect((await payer.confirmFunds(consent, other)).statusCode).toBe(403)
    await payer.submit(consent)
    expect(errorsOf(await payer.confirmFunds(consent))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
  })
})
