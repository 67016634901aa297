/**
 * Future dated payments on the day of their execution, which the bank's clock is moved to: the money moves then and not before,
 * or the payment is rejected.
 *
 * @module
 */
import { exchangeCode, listAccounts } from './calls.js'
import type { Call, Case, Expectation, Ref } from './case.js'
import { approve, callsOf, type PaymentCalls } from './payment-calls.js'
import { beyondFunds, type Members } from './payment-parts.js'
import { recentTransactions } from './payments-settled.js'

const [minute, day] = [60_000, 86_400_000] as const

const atHome = callsOf('domestic-future-dated-payment')

const abroad = callsOf('international-future-dated-payment')

const balances: Call = { call: 'getBalances' }

/**
 * The instant of execution that the answer to the submission names. A bank that names none may be closed on the day that was asked for,
 * a week later, and pay on an earlier day or on a later one.
 */
const execution: { readonly to: Ref } = { to: { from: 'step', step: 4, path: 'Data.ExpectedExecutionDateTime' } }

/** Looks at the accounts, pays, and looks again just before the execution and just after. */
function acrossItsDay(
  { ask, submit, consentBody, readPayment, createdPaymentId, readDetails }: PaymentCalls,
  members: Members = {},
  more: readonly Call[] = [],
): Case['steps'] {
  const body = consentBody({
    RemittanceInformation: { Reference: { from: 'fresh', name: 'reference', length: 35 } },
    ...members,
  })
  return [
    recentTransactions,
    ask(body),
    approve(1),
    exchangeCode,
    submit(body.Data.Initiation, body.Risk, 1),
    { advance: execution, beyond: -minute, otherwise: 3 * day },
    // the first read with a token that has been renewed
    listAccounts(),
    readPayment(createdPaymentId(4)),
    balances,
    recentTransactions,
    { advance: execution, beyond: minute, otherwise: 14 * day },
    readDetails(createdPaymentId(4)),
    listAccounts(),
    recentTransactions,
    balances,
    ...more,
  ]
}

const since = { before: 9, submitted: 4 } as const

const followed = { before: 8, rowsBefore: 9, rows: 13 } as const

const kept = (
  proves: Expectation['proves'],
  submitted: Expectation['proves'] = 'FDP-REQ-010',
): readonly Expectation[] => [
  { status: 201, step: 4, proves: submitted },
  { body: { 'Data.Status': 'InitiationCompleted' }, step: 7, proves },
]

/** It pays on its day. @param titled what the title ends with */
const onItsDay = (
  id: string,
  calls: PaymentCalls,
  titled: string,
  steps: Case['steps'],
  more: readonly Expectation[] = [],
): Case => ({
  id,
  title: `pays on the day of execution, and takes no money before${titled}`,
  operation: calls.operations.create,
  given: 'payerConsent',
  versions: ['1.0.0'],
  ref: 'docs/facts.md sections 7.3, 7.4, 8.2 (rails) and 11',
  steps,
  expect: [
    ...kept('FDP-REQ-160', calls.rows.submitted),
    { matches: 'noRowOfPayment', with: { before: 0, submitted: 4 }, step: 9, proves: 'FDP-REQ-160' },
    { matches: 'statesJoined', with: { machine: calls.family.paymentStates }, proves: 'PMT-REQ-920' },
    { matches: 'debitOfPayment', with: since, step: 13, proves: 'FDP-REQ-160' },
    { matches: 'balancesFollowRows', with: followed, step: 14, proves: 'FDP-REQ-160' },
    ...more,
  ] as unknown as Case['expect'],
})

/** It is rejected on its day. */
const rejectedOnItsDay = (id: string, calls: PaymentCalls, titled: string): Case => ({
  id,
  title: `rejects a payment that the money does not cover on its day, and leaves accounts as they were${titled}`,
  operation: calls.operations.create,
  given: 'payerConsent',
  versions: ['1.0.0'],
  needs: ['payments.beyondFunds'],
  ref: 'docs/facts.md section 8: insufficient funds',
  steps: acrossItsDay(calls, { InstructedAmount: beyondFunds }),
  expect: [
    ...kept('FDP-REQ-170', calls.rows.submitted),
    { matches: 'detailsEndWith', with: { statuses: ['Rejected'] }, step: 11, proves: 'FDP-REQ-170' },
    { matches: 'noRowOfPayment', with: since, step: 13, proves: 'FDP-REQ-170' },
    { matches: 'balancesFollowRows', with: followed, step: 14, proves: 'FDP-REQ-170' },
  ] as unknown as Case['expect'],
})

export const paymentsOnTheirDay: readonly Case[] = [
  onItsDay('FDP-090', atHome, '', acrossItsDay(atHome)),
  onItsDay(
    'IFP-090',
    abroad,
    ': international',
    // once it is made, it shows the rate that was fixed for it
    acrossItsDay(abroad, { ChargeBearer: 'BorneByDebtor' }, [abroad.readPayment(abroad.createdPaymentId(4))]),
    [{ matches: 'exchangeOfPayment', with: { ...since, rate: 15 }, step: 13, proves: 'IPY-REQ-050' }],
  ),
  rejectedOnItsDay('FDP-091', atHome, ''),
  rejectedOnItsDay('IFP-091', abroad, ': international'),
]
