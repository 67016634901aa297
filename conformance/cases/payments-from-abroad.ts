/**
 * What the payee of a payment abroad sees who has an account at the same bank, once the payment is there: the bank's clock is moved
 * to its value date.
 *
 * @module
 */
import { exchangeCode, listAccounts } from './calls.js'
import type { Case } from './case.js'
import { approve, callsOf } from './payment-calls.js'
import { ibanScheme } from './payment-parts.js'
import { recentTransactions } from './payments-settled.js'

const [minute, day] = [60_000, 86_400_000] as const

const { consentBody, ask, submit } = callsOf('international-payment')

const toKnownPayee = consentBody({
  LocalInstrument: 'BH.OBF.GCCNET',
  ChargeBearer: 'BorneByDebtor',
  // a rate that holds until the payment is made: an indicative one is another then, where it is made on a later day
  ExchangeRateInformation: { UnitCurrency: 'KWD', RateType: 'Actual' },
  CreditorAccount: {
    SchemeName: ibanScheme,
    Identification: { from: 'payments', name: 'payee.iban' },
    Name: { from: 'payments', name: 'payee.name' },
  },
  RemittanceInformation: { Reference: { from: 'fresh', name: 'reference', length: 35 } },
})

export const paymentsFromAbroad = [
  {
    id: 'IPY-052',
    title: 'credits the payee of an international payment who has an account at the bank with what was sent',
    operation: 'createInternationalPayment',
    given: 'everythingConsent',
    versions: ['1.0.0'],
    needs: ['payments.payee'],
    ref: 'docs/facts.md sections 7.4 and 8.3',
    steps: [
      recentTransactions,
      ask(toKnownPayee),
      approve(1),
      exchangeCode,
      submit(toKnownPayee.Data.Initiation, toKnownPayee.Risk, 1),
      {
        advance: { to: { from: 'step', step: 4, path: 'Data.ExpectedSettlementDateTime' } },
        beyond: minute,
        otherwise: 14 * day,
      },
      // the first read with a token that has been renewed
      listAccounts(),
      recentTransactions,
    ],
    expect: [
      { status: 201, step: 4, proves: 'IPY-REQ-010' },
      { matches: 'creditFromAbroad', with: { before: 0, submitted: 4 }, proves: 'IPY-REQ-060' },
    ],
  },
] as const satisfies readonly Case[]
