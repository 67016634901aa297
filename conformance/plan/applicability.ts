/**
 * Whether a case applies to a bank, by what its profile claims and has.
 *
 * @module
 */
import { type OperationId, operation, type Version } from '#standard/index.js'
import type { Call, Case, GivenName, Step } from '../cases/case.js'
import { startingPoints } from '../given/starting-points.js'
import type { Profile } from '../profile/profile.js'
import type { PlannedCase } from './plan.js'

type Need = NonNullable<Case['needs']>[number]

/** The first reason why a case does not apply, or `undefined` when it does. */
export function whyNotApplicable(profile: Profile, { case: test, version }: PlannedCase): string | undefined {
  if (profile.versions[version] === undefined) return `version ${version} is not claimed`
  const otherBase = test.steps.find((step) => 'call' in step && step.base && !profile.versions[step.base]) as
    | Call
    | undefined
  if (otherBase) return `version ${otherBase.base} is not claimed`
  const unclaimed = operationsOf(test, version).find((id) => !profile.operations.includes(id))
  if (unclaimed !== undefined) return `operation ${unclaimed} is not claimed`
  const needs = new Set<Need>([...(test.needs ?? []), ...needsOfGiven(test.given), ...test.steps.flatMap(needsOfStep)])
  for (const need of needs) {
    const [group, name] = need.split('.') as ['tpp' | 'psu', string]
    if (!(name in (group === 'tpp' ? profile.tpps : profile.psus))) return `the profile has no ${group}s.${name}`
  }
  return undefined
}

/**
 * Operations the bank must offer for the case to make sense. What a version lacks by design need not be claimed: that
 * it is refused there is what such a case is about.
 */
function operationsOf(test: Case, version: Version): OperationId[] {
  const offeredIn = (id: OperationId, base: Version) => operation(id).versions.includes(base)
  const calls = test.steps.filter((step): step is Call => 'call' in step)
  const called = calls.filter((call) => call.method === undefined && call.path === undefined)
  return [
    ...(offeredIn(test.operation, version) ? [test.operation] : []),
    ...called.filter((call) => offeredIn(call.call, call.base ?? version)).map((call) => call.call),
    ...operationsOfGiven(test.given, version),
  ]
}

function operationsOfGiven(name: GivenName, version: Version): readonly OperationId[] {
  const { uses = [], operations } = startingPoints[name]
  return [...operations(version), ...uses.flatMap((used) => operationsOfGiven(used, version))]
}

function needsOfGiven(name: GivenName): Need[] {
  const { tpp, psu, uses = [] } = startingPoints[name]
  return [
    ...(tpp === 'main' ? [] : [`tpp.${tpp}` as const]),
    ...(psu === 'several' ? ['psu.several' as const] : []),
    ...uses.flatMap(needsOfGiven),
  ]
}

function needsOfStep(step: Step): Need[] {
  if ('authorise' in step) {
    return [
      ...(step.psu === 'several' ? ['psu.several' as const] : []),
      ...(step.tpp === 'other' ? ['tpp.other' as const] : []),
    ]
  }
  if ('call' in step) {
    if (step.token === 'public-other') return ['tpp.other']
    return step.token === 'public-limited' ? ['tpp.limited'] : []
  }
  return 'token' in step && step.tpp === 'other' ? ['tpp.other'] : []
}
