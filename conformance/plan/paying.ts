/**
 * Which planned cases move money at the bank, or its clock.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { GivenName, Step } from '../cases/case.js'
import { startingPoints } from '../cases/starting-points.js'
import { filsOf } from '../profile/payment-limits.js'
import type { PaymentSettings } from '../profile/profile.js'
import type { PlannedCase } from './planned-case.js'

/** True for an operation that starts a payment, such as `createDomesticPayment`. */
export const isSubmission = (id: OperationId): boolean => /^create\w+(Payment|StandingOrder)$/.test(id)

/** The starting points that one is built on, directly and indirectly. */
export function usesOf(name: GivenName): readonly GivenName[] {
  return (startingPoints[name].uses ?? []).flatMap((used) => [used, ...usesOf(used)])
}

/** True for a case that submits a payment, or starts from one; also one that the bank has to refuse, for it may not. */
export function paysIn({ case: { given, steps } }: PlannedCase): boolean {
  const submits = (step: Step) => 'call' in step && isSubmission(step.call)
  return steps.some(submits) || [given, ...usesOf(given)].some((name) => startingPoints[name].payments !== undefined)
}

/** True for a case that pays the bill of the profile, in place of its amount. */
export const paysBill = ({ case: { needs = [] } }: PlannedCase): boolean => needs.includes('payments.bill')

/** What the payments of a plan come to, in fils. */
export function totalFils(
  { amount, bill }: Pick<PaymentSettings, 'amount' | 'bill'>,
  { payments, bills }: { readonly payments: number; readonly bills: number },
): bigint {
  return filsOf(amount) * BigInt(payments) + filsOf(bill?.amount ?? '0') * BigInt(bills)
}

/** True for a case that moves the bank's clock. */
export const movesClock = ({ case: { steps } }: PlannedCase): boolean =>
  steps.some((step) => 'advance' in step || ('notified' in step && step.overRetries !== undefined))

/** True for a case that subscribes to events or polls them. */
export const isToldOfEvents = ({ case: { steps } }: PlannedCase): boolean =>
  steps.some((step) => 'call' in step && /^(createEventSubscription|pollEvents)$/.test(step.call))

/** Reads whose answers the payment of another case changes. */
const readsOfMoney: readonly OperationId[] = [
  'getAccountBalances',
  'getBalances',
  'getAccountTransactions',
  'getTransactions',
]

/** True for a case that looks at balances or transactions. */
export const readsMoney = ({ case: { steps } }: PlannedCase): boolean =>
  steps.some((step) => 'call' in step && readsOfMoney.includes(step.call))

/** True for a case that pays and looks what that does to accounts: no other payment may come in between. */
export const comparesMoney = (planned: PlannedCase): boolean => paysIn(planned) && readsMoney(planned)
