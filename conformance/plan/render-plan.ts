/**
 * A plan in words, for `ob-conformance plan`.
 *
 * @module
 */
import { type Version, versions } from '#standard/index.js'
import type { Profile } from '../profile/profile.js'
import { caseKey, type Plan } from './plan.js'

/** Several lines ending in a line feed: where, what runs, what it takes, what does not apply. */
export function renderPlan(profile: Profile, plan: Plan): string {
  const claimed = versions.filter((version) => profile.versions[version] !== undefined)
  const lines = [
    `${profile.name}, strictness ${profile.strictness}, journeys ${profile.journeys.driver}`,
    ...claimed.map((version) => `  ${version}  ${profile.versions[version]}`),
    '',
    `${plan.cases.length} cases${plan.partial ? ' (partial: a filter leaves others out)' : ''}`,
    ...claimed.flatMap((version) => casesOf(plan, version)),
    '',
    `${plan.consents} consents, ${plan.journeys} journeys of a PSU, no payments; consents left open are withdrawn at the end`,
    ...plan.startingPoints.map(
      ({ name, version, shared, cases }) =>
        `  ${name}@${version}  ${shared ? 'once' : `${cases} times`}, for ${cases} cases`,
    ),
    '',
    `${plan.notApplicable.length} cases do not apply`,
    ...reasons(plan),
  ]
  return `${lines.join('\n')}\n`
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
