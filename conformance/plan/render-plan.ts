/**
 * A plan as text, for `ob-conformance plan`.
 *
 * @module
 */
import { type Version, versions } from '#standard/index.js'
import { unclaimedMandatory, unclaimedText } from '../profile/mandatory.js'
import { toAmount } from '../profile/payment-limits.js'
import type { Profile } from '../profile/profile.js'
import { movesClock, totalFils } from './paying.js'
import type { Plan } from './plan.js'
import { caseKey } from './planned-case.js'

/** Several lines ending in a line feed: the bank, the cases, consents and journeys needed, and what does not apply. */
export function renderPlan(profile: Profile, plan: Plan): string {
  const claimed = versions.filter((version) => profile.versions[version] !== undefined)
  const unclaimed = unclaimedMandatory(profile)
  const lines = [
    `${profile.name}, strictness ${profile.strictness}, journeys ${profile.journeys.driver}`,
    ...claimed.map((version) => `  ${version}  ${profile.versions[version]}`),
    '',
    `${plan.cases.length} cases${plan.partial ? ' (partial: a filter leaves others out)' : ''}`,
    ...claimed.flatMap((version) => casesOf(plan, version)),
    '',
    `${plan.consents} consents, ${plan.journeys} journeys of a PSU; consents left open are withdrawn at the end`,
    ...plan.startingPoints.map(
      ({ name, version, shared, cases }) =>
        `  ${name}@${version}  ${shared ? 'once' : `${cases} times`}, for ${cases} cases`,
    ),
    '',
    ...paymentLines(profile, plan),
    ...clockLines(plan),
    '',
    ...(unclaimed.length > 0
      ? [`not clean, whatever the cases find: mandatory operations are left out: ${unclaimedText(unclaimed)}`, '']
      : []),
    ...leftOut(profile),
    `${plan.notApplicable.length} cases do not apply`,
    ...reasons(plan),
  ]
  return `${lines.join('\n')}\n`
}

function leftOut({ withoutFields = [] }: Profile): string[] {
  return withoutFields.length > 0
    ? [`not asked for, as the bank never sends them: ${withoutFields.join(', ')}`, '']
    : []
}

/** What is paid, to whom; the payments that the bank has to refuse come to nothing. */
export function paymentLines(
  { payments }: Profile,
  plan: Pick<Plan, 'payments' | 'bills' | 'refusedPayments'>,
): string[] {
  if (!payments || plan.payments + plan.bills + plan.refusedPayments === 0) return ['no payments']
  const { amount, creditor, payee, bill } = payments
  const total = toAmount(totalFils(payments, { payments: plan.payments, bills: 0 }))
  return [
    `${plan.payments} payments of BHD ${amount}, BHD ${total} in all, to ${creditor.name} (${creditor.iban})${payee ? ` and ${payee.name} (${payee.iban})` : ''}`,
    ...(bill && plan.bills > 0
      ? [`${plan.bills} payment of the bill ${bill.number}, BHD ${bill.amount}, to ${bill.name} (${bill.iban})`]
      : []),
    `${plan.refusedPayments} payments that the bank has to refuse`,
  ]
}

/** That the clock of the bank is moved; it is not moved back. */
function clockLines({ cases }: Plan): string[] {
  const moving = cases.filter(movesClock)
  return moving.length === 0 ? [] : [`${moving.length} cases move the bank's clock on, and none moves it back`]
}

function casesOf(plan: Plan, version: Version): string[] {
  const planned = plan.cases.filter((each) => each.version === version)
  return planned.map((each) => `  ${caseKey(each)}  ${each.case.title}`)
}

function reasons({ notApplicable }: Plan): string[] {
  const byReason = new Map<string, string[]>()
  for (const { case: id, version, reason } of notApplicable) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${id}@${version}`])
  }
  return [...byReason].map(([reason, keys]) => `  ${reason}: ${keys.join(', ')}`)
}
