/**
 * What a payment does to accounts: the balances and transactions of who pays and of who is paid.
 *
 * @module
 */
import { exchangeCode, listAccounts } from './calls.js'
import type { Call, Case, Ref, Value } from './case.js'
import {
  askToPay,
  confirmFunds,
  createdPaymentId,
  debited,
  final,
  paymentConsentBody,
  readPayment,
  submit,
} from './domestic-calls.js'
import { approve, callsOf } from './payment-calls.js'
import { debtorAccount, ibanScheme } from './payment-parts.js'
import { recentTransactions, referenced } from './payments-settled.js'

const both = ['0.0.1', '1.0.0'] as const

const balances: Call = { call: 'getBalances' }

const payment = referenced()

const tooMuch = referenced({
  InstructedAmount: { Amount: { from: 'payments', name: 'beyondFunds' }, Currency: 'BHD' },
})

const toKnownPayee = referenced({
  CreditorAccount: {
    SchemeName: ibanScheme,
    Identification: { from: 'payments', name: 'payee.iban' },
    Name: { from: 'payments', name: 'payee.name' },
  },
})

/** Reads what there is, pays, and reads what there is then. */
const around = (body: Parameters<typeof submit>[0], until: readonly Value[]): Case['steps'] => [
  balances,
  recentTransactions,
  askToPay(body),
  approve(2),
  exchangeCode,
  submit(body, 2),
  readPayment(createdPaymentId(5), { poll: { path: 'Data.Status', until } }),
  recentTransactions,
  balances,
]

const since = { before: 1, submitted: 5 } as const

const followed = { before: 0, rowsBefore: 1, rows: 7 } as const

const debtorsAccountId: Ref = {
  from: 'row',
  step: 0,
  path: 'Data.Account[]',
  where: 'Account[].Identification',
  is: { from: 'payments', name: 'debtor.iban' },
  take: 'AccountId',
}

/** What the account that pays can spend. */
const available: Ref = {
  from: 'row',
  step: 1,
  path: 'Data.Balance[]',
  where: 'Type',
  is: ['InterimAvailable', 'Expected'],
  take: 'Amount.Amount',
}

const abroad = callsOf('international-payment')

/** Many banks settle abroad on a later day: the account that pays is debited long before, for which they get a moment. */
const onItsWay = { path: 'Data.Status', until: debited, atMostMillis: 1_000 } as const

const rate = 'Data.ExchangeRateInformation.ExchangeRate'

/** A payment abroad at a rate that the bank quotes, for which the debtor bears the charges. */
const quoted = abroad.consentBody({
  RemittanceInformation: { Reference: { from: 'fresh', name: 'reference', length: 35 } },
  ChargeBearer: 'BorneByDebtor',
  ExchangeRateInformation: { UnitCurrency: 'KWD', RateType: 'Actual' },
})

/** At a rate that was agreed: the bank's own, of the moment. */
const agreed = abroad.consentBody({
  RemittanceInformation: { Reference: { from: 'fresh', name: 'reference', length: 35 } },
  ChargeBearer: 'BorneByDebtor',
  ExchangeRateInformation: {
    UnitCurrency: 'KWD',
    RateType: 'Agreed',
    ExchangeRate: { from: 'step', step: 1, path: rate },
    ContractIdentification: 'FX-7',
  },
})

export const paymentsInAccounts = [
  {
    id: 'DPY-050',
    title: 'shows a payment in the balances and transactions of the account that pays',
    operation: 'createDomesticPayment',
    given: 'payerConsent',
    versions: both,
    ref: 'docs/facts.md sections 7.3, 7.4 and 8.2',
    steps: around(payment, debited),
    expect: [
      { status: 201, step: 5, proves: 'DPY-REQ-010' },
      { matches: 'debitOfPayment', with: since, step: 7, proves: 'DPY-REQ-070' },
      { matches: 'balancesFollowRows', with: followed, proves: 'DPY-REQ-070' },
    ],
  },
  {
    id: 'IPY-050',
    title: 'shows a payment abroad in the balances and transactions of the account that pays',
    operation: 'createInternationalPayment',
    given: 'payerConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 7.3, 7.4 and 8.3',
    steps: [
      balances,
      recentTransactions,
      abroad.ask(quoted),
      approve(2),
      exchangeCode,
      abroad.submit(quoted.Data.Initiation, quoted.Risk, 2),
      abroad.readPayment(abroad.createdPaymentId(5), { poll: onItsWay }),
      recentTransactions,
      balances,
    ],
    expect: [
      { status: 201, step: 5, proves: 'IPY-REQ-010' },
      { matches: 'sameValue', with: { path: rate, as: 2 }, step: 5, proves: 'IPY-REQ-040' },
      { matches: 'debitOfPayment', with: since, step: 7, proves: 'DPY-REQ-070' },
      { matches: 'exchangeOfPayment', with: { ...since, rate: 5 }, step: 7, proves: 'IPY-REQ-050' },
      { matches: 'balancesFollowRows', with: followed, proves: 'DPY-REQ-070' },
    ],
  },
  {
    id: 'IPY-051',
    title: 'makes a payment abroad at the rate that was agreed, and shows it in the transaction',
    operation: 'createInternationalPayment',
    given: 'payerConsent',
    versions: ['1.0.0'],
    ref: 'docs/facts.md sections 7.4 and 8.3: RateType',
    steps: [
      recentTransactions,
      abroad.ask(abroad.consentBody({ ExchangeRateInformation: { UnitCurrency: 'KWD', RateType: 'Indicative' } })),
      abroad.ask(agreed),
      approve(2),
      exchangeCode,
      abroad.submit(agreed.Data.Initiation, agreed.Risk, 2),
      abroad.readPayment(abroad.createdPaymentId(5), { poll: onItsWay }),
      recentTransactions,
    ],
    expect: [
      { status: 201, step: 5, proves: 'IPY-REQ-010' },
      { matches: 'sameValue', with: { path: rate, as: 1 }, step: 5, proves: 'IPY-REQ-040' },
      { matches: 'debitOfPayment', with: { before: 0, submitted: 5 }, proves: 'DPY-REQ-070' },
      { matches: 'exchangeOfPayment', with: { before: 0, submitted: 5, rate: 5 }, proves: 'IPY-REQ-050' },
    ],
  },
  {
    id: 'DPY-051',
    title: 'leaves accounts as they were when it rejects a payment',
    operation: 'createDomesticPayment',
    given: 'payerConsent',
    versions: both,
    needs: ['payments.beyondFunds'],
    ref: 'docs/facts.md section 8: insufficient funds',
    steps: around(tooMuch, ['Rejected']),
    expect: [
      { body: { 'Data.Status': 'Rejected' }, step: 6, proves: 'PMT-REQ-820' },
      { matches: 'noRowOfPayment', with: since, step: 7, proves: 'DPY-REQ-080' },
      { matches: 'balancesFollowRows', with: followed, proves: 'DPY-REQ-080' },
    ],
  },
  {
    id: 'DPY-052',
    title: 'credits a payee who has an account at the bank',
    operation: 'createDomesticPayment',
    given: 'everythingConsent',
    versions: ['1.0.0'],
    needs: ['payments.payee'],
    ref: 'docs/facts.md sections 7.3, 7.4 and 8.2',
    steps: around(toKnownPayee, final),
    expect: [
      { status: 201, step: 5, proves: 'DPY-REQ-010' },
      { matches: 'creditOfPayment', with: since, step: 7, proves: 'DPY-REQ-090' },
      { matches: 'balancesFollowRows', with: followed, proves: 'DPY-REQ-090' },
    ],
  },
  {
    id: 'FND-005',
    title: 'says of funds what the balance of the account says, with the charges',
    operation: 'getDomesticPaymentConsentFundsConfirmation',
    given: 'payerConsent',
    versions: ['1.0.0'],
    needs: ['payments.debtor', 'payments.beyondFunds'],
    ref: 'docs/facts.md section 8.6',
    steps: [
      listAccounts(),
      { call: 'getAccountBalances', params: { AccountId: debtorsAccountId } },
      askToPay(
        paymentConsentBody({
          DebtorAccount: debtorAccount,
          InstructedAmount: { Amount: available, Currency: 'BHD' },
        }),
      ),
      approve(2),
      exchangeCode,
      confirmFunds({ from: 'step', step: 2, path: 'Data.ConsentId' }, { token: 'latest-renewed' }),
    ],
    expect: [
      { status: 200, proves: 'FND-REQ-010' },
      { matches: 'fundsAgree', with: { balances: 1, asked: 2 }, proves: ['FND-REQ-130', 'FND-REQ-140'] },
    ],
  },
] as const satisfies readonly Case[]
