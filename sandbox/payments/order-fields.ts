/**
 * What is wrong with the fields of a standing order that a schema cannot say. FACTS 8.4; decision 0120.
 *
 * @module
 */
import { bankDayOf } from '#fixtures/calendar.js'
import { isDateTime, parseDateTime } from '#standard/index.js'
import { problem, type Reason } from '../http/api-error.js'
import type { Tenant } from '../tenants/tenant.js'
import { countOf } from './order-schedule.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether an order may say both how many payments there are and when the last one is (DSO-REQ-100). */
    endsTwice(numberOfPayments: unknown, final: unknown): boolean
    /** Whether the last payment is late enough after the first, by the days of both (DSO-REQ-150). */
    takesFinalDay(first: number, final: number): boolean
    /** Whether a recurring date says something that the first date does not (DSO-REQ-140). */
    takesRecurringDay(first: number, recurring: number): boolean
  }
}

export const orderRules = {
  endsTwice: (numberOfPayments: unknown, final: unknown) => numberOfPayments !== undefined && final !== undefined,
  takesFinalDay: (first: number, final: number) => final > first,
  takesRecurringDay: (first: number, recurring: number) => recurring !== first,
}

/** The day of a field, where it is a date-time. */
function dayIn(initiation: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = initiation[name]
  return typeof value === 'string' && isDateTime(value) ? bankDayOf(parseDateTime(value)) : undefined
}

/** Problems of the dates, the number of payments and the frequency of an order. The body may be invalid. */
export function orderProblems(
  initiation: Readonly<Record<string, unknown>>,
  { rules, paymentSettings }: Pick<Tenant, 'rules' | 'paymentSettings'>,
): Reason[] {
  const { Frequency, NumberOfPayments, FinalPaymentDateTime } = initiation
  const first = dayIn(initiation, 'FirstPaymentDateTime')
  const recurring = dayIn(initiation, 'RecurringPaymentDateTime')
  const final = dayIn(initiation, 'FinalPaymentDateTime')
  const problems: Reason[] = []
  const form = typeof Frequency === 'string' ? Frequency.split(':')[0] : undefined
  if (form !== undefined && paymentSettings.frequenciesNotOffered.some((each) => each === form)) {
    problems.push(problem('frequencyUnsupported', { frequency: form }))
  }
  if (typeof NumberOfPayments === 'string' && NumberOfPayments.length <= 35 && NumberOfPayments !== '') {
    if (countOf(NumberOfPayments) === undefined) problems.push(problem('orderCountInvalid'))
  }
  if (rules.endsTwice(NumberOfPayments, FinalPaymentDateTime)) problems.push(problem('orderEndsTwice'))
  if (first === undefined) return problems
  if (final !== undefined && !rules.takesFinalDay(first, final)) problems.push(problem('orderEndTooSoon'))
  if (recurring === undefined) return problems
  if (!rules.takesRecurringDay(first, recurring)) problems.push(problem('orderRecursAtOnce'))
  const isBetween = recurring >= first && (final === undefined || recurring < final)
  if (!isBetween) problems.push(problem('orderRecursOutside'))
  return problems
}
