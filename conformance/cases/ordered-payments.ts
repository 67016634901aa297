/**
 * Standing orders that a TPP asks for, as far as they are other than payments: how often they pay and when they end, that account
 * information shows them, and what is paid on their days, which the bank's clock is moved over.
 *
 * @module
 */
import { exchangeCode, inDays, listAccounts } from './calls.js'
import type { Call, Case, Expectation, Value } from './case.js'
import { endsOfConsents } from './order-fields.js'
import { approve, callsOf, type PaymentCalls } from './payment-calls.js'
import { refusedFields } from './payment-refusals.js'
import { recentTransactions } from './payments-settled.js'

const day = 86_400_000

/** One of every form. FACTS 12.2. */
const frequencies = [
  'EvryDay',
  'EvryWorkgDay',
  'IntrvlDay:10',
  'IntrvlWkDay:02:04',
  'WkInMnthDay:02:01',
  'IntrvlMnthDay:01:31',
  'IntrvlMnthDay:03:-01',
  'QtrDay:ENGLISH',
]

/** Without an end, with the most natural number, with a day. */
const ends: readonly Readonly<Record<string, Value>>[] = [
  {},
  { NumberOfPayments: '2' },
  { FinalPaymentDateTime: inDays(8) },
]

const listed: Call = { call: 'getStandingOrders', pages: 'all' }

/** The cases of the orders of a family. @param titled what their titles end with */
const ofOrders = (
  { areas, operations, rows, has, ask, consentBody, submit, createdPaymentId, readDetails }: PaymentCalls,
  titled: string,
): readonly Case[] => {
  const everyDay = consentBody({
    Frequency: 'EvryDay',
    FirstPaymentDateTime: inDays(2),
    ...(has('CurrencyOfTransfer') && { ChargeBearer: 'BorneByDebtor' }),
  })
  return [
    {
      id: `${areas.consents}-060`,
      title: `takes a standing order of every form of frequency, or says that it does not offer the form${titled}`,
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 12.2',
      steps: frequencies.map((Frequency) => ask(consentBody({ Frequency }))) as unknown as Case['steps'],
      expect: frequencies.flatMap((_, step): Expectation[] => [
        { status: [201, 400], step, proves: 'DSO-REQ-060' },
        {
          matches: 'takenOr',
          with: { errorCode: 'Unsupported.Frequency' },
          step,
          proves: ['DSO-REQ-060', 'ERR-REQ-510'],
        },
      ]) as unknown as Case['expect'],
    },
    {
      id: `${areas.consents}-061`,
      title: `refuses a standing order that ends both by a number of payments and on a day${titled}`,
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.4: NumberOfPayments; OpenBankingUK/conformance-suite #261',
      steps: [
        ask(consentBody({ NumberOfPayments: '2', FinalPaymentDateTime: inDays(60) }), {
          deviates: ['Data.Initiation.NumberOfPayments', 'Data.Initiation.FinalPaymentDateTime'],
        }),
      ],
      expect: [
        { status: 400, proves: 'DSO-REQ-100' },
        { errorCode: 'Field.Unexpected', proves: 'DSO-REQ-100' },
      ],
    },
    refusedFields(
      `${areas.consents}-062`,
      { operation: operations.createConsent, given: 'nothing', body: consentBody() },
      { ...endsOfConsents, title: `${endsOfConsents.title}${titled}` },
    ),
    {
      id: `${areas.consents}-063`,
      title: `takes a standing order without an end, one of a number of payments, and one until a day${titled}`,
      operation: operations.createConsent,
      given: 'nothing',
      versions: ['1.0.0'],
      ref: 'docs/facts.md section 8.4: NumberOfPayments, FinalPaymentDateTime',
      steps: ends.map((end) => ask(consentBody(end))) as unknown as Case['steps'],
      expect: [
        { status: 201, step: 0, proves: 'DSO-REQ-110' },
        { status: 201, step: 1, proves: 'DSO-REQ-090' },
        { status: 201, step: 2, proves: 'DSO-REQ-150' },
      ],
    },
    {
      id: `${areas.payments}-060`,
      title: `lists a standing order with the others of the account, pays it on its days, and moves its dates on${titled}`,
      operation: operations.create,
      given: 'payerConsent',
      versions: ['1.0.0'],
      ref: 'docs/facts.md sections 7.6, 8.4 and 8.7',
      steps: [
        ask(everyDay),
        approve(),
        exchangeCode,
        submit(everyDay.Data.Initiation, everyDay.Risk),
        listed,
        readDetails(createdPaymentId(3)),
        recentTransactions,
        // over two weekends, whichever day it is
        { advance: 11 * day },
        // the first read with a token that has been renewed
        listAccounts(),
        listed,
        readDetails(createdPaymentId(3)),
        recentTransactions,
      ],
      expect: [
        { status: 201, step: 3, proves: rows.submitted },
        { matches: 'orderIsListed', with: { submitted: 3 }, step: 4, proves: 'DSO-REQ-210' },
        { matches: 'orderMovesOn', with: { submitted: 3, before: 4 }, step: 9, proves: 'DSO-REQ-230' },
        { matches: 'detailsGrow', with: { before: 5 }, step: 10, proves: ['DSO-REQ-220', rows.details] },
        {
          matches: 'oldestFirst',
          with: { path: 'Data.PaymentStatus[].StatusUpdateDateTime' },
          step: 10,
          proves: 'PDT-REQ-060',
        },
        { matches: 'debitsOfOrder', with: { submitted: 3, before: 6 }, proves: 'DSO-REQ-240' },
      ],
    },
  ]
}

export const orderedPayments: readonly Case[] = [
  ...ofOrders(callsOf('domestic-standing-order'), ''),
  ...ofOrders(callsOf('international-standing-order'), ': international'),
]
