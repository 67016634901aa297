/**
 * What a run will do: the cases that apply, why the others do not, and the consents and journeys it takes. Nothing is sent.
 *
 * @module
 */
import { type Version, versions } from '#standard/index.js'
import type { Case, GivenName } from '../cases/case.js'
import { startingPoints } from '../given/starting-points.js'
import { ConfigurationError } from '../profile/mistakes.js'
import type { Profile } from '../profile/profile.js'
import { whyNotApplicable } from './applicability.js'
import { matchesPattern } from './patterns.js'

/** A case under one version. */
export interface PlannedCase {
  readonly case: Case
  readonly version: Version
}

export interface NotApplicable {
  readonly case: string
  readonly version: Version
  readonly reason: string
}

export interface PlannedStartingPoint {
  readonly name: GivenName
  readonly version: Version
  readonly shared: boolean
  /** Planned cases that start from it. */
  readonly cases: number
}

export interface Plan {
  readonly cases: readonly PlannedCase[]
  readonly notApplicable: readonly NotApplicable[]
  readonly startingPoints: readonly PlannedStartingPoint[]
  /** Consents that will be created and journeys that will be walked, by starting points and by steps of cases. */
  readonly consents: number
  readonly journeys: number
  /** A filter left out cases that apply. */
  readonly partial: boolean
}

export interface PlanOptions {
  /** Patterns of cases to run: `AAC-001`, `AAC-*`, `*@1.0.0`, `getAccounts`. Default all. */
  readonly only?: readonly string[]
}

/** How a planned case is called: `AAC-001@1.0.0`. */
export const caseKey = ({ case: { id }, version }: PlannedCase): string => `${id}@${version}`

/**
 * Plans the cases for a bank, in the order given, each for every version that it names.
 *
 * @throws {ConfigurationError} when a pattern matches nothing, or nothing is left to run
 */
export function planRun(profile: Profile, cases: readonly Case[], { only }: PlanOptions = {}): Plan {
  const all = cases.flatMap((each) => each.versions.map((version): PlannedCase => ({ case: each, version })))
  const isChosen = (planned: PlannedCase) => !only || only.some((pattern) => matchesPattern(pattern, planned))
  const notApplicable: NotApplicable[] = []
  const kept: PlannedCase[] = []
  let partial = false
  for (const each of all) {
    const reason = whyNotApplicable(profile, each)
    if (!isChosen(each)) partial ||= reason === undefined
    else if (reason === undefined) kept.push(each)
    else notApplicable.push({ case: each.case.id, version: each.version, reason })
  }
  refuseEmpty(all, kept, notApplicable, only)
  return { cases: kept, notApplicable, ...countWork(kept), partial }
}

function refuseEmpty(
  all: readonly PlannedCase[],
  kept: readonly PlannedCase[],
  notApplicable: readonly NotApplicable[],
  only: readonly string[] | undefined,
): void {
  const unmatched = (only ?? []).filter((pattern) => !all.some((each) => matchesPattern(pattern, each)))
  const mistakes = unmatched.map((pattern) => ({
    path: '--only',
    expected: 'a pattern that matches a case, such as AAC-001, AAC-* or *@1.0.0',
    received: JSON.stringify(pattern),
  }))
  if (mistakes.length === 0 && kept.length === 0) {
    const reasons = [...new Set(notApplicable.map(({ reason }) => reason))].slice(0, 3).join('; ')
    mistakes.push({
      path: only ? '--only' : 'operations',
      expected: 'at least one case that applies',
      received: `none (${reasons})`,
    })
  }
  if (mistakes.length > 0) throw new ConfigurationError('plan', mistakes)
}

function countWork(planned: readonly PlannedCase[]): Pick<Plan, 'startingPoints' | 'consents' | 'journeys'> {
  const points: PlannedStartingPoint[] = []
  for (const version of versions) {
    for (const name of Object.keys(startingPoints) as GivenName[]) {
      const { shared } = startingPoints[name]
      const direct = planned.filter((each) => each.version === version && each.case.given === name).length
      const indirect = planned.some((each) => each.version === version && usesOf(each.case.given).includes(name))
      if (name !== 'nothing' && (direct > 0 || indirect)) points.push({ name, version, shared, cases: direct })
    }
  }
  const times = ({ shared, cases }: PlannedStartingPoint) => (shared ? 1 : cases)
  const sum = (of: 'consents' | 'journeys') =>
    points.reduce((total, point) => total + times(point) * startingPoints[point.name][of], 0)
  const steps = planned.flatMap((each) => each.case.steps)
  const created = steps.filter((step) => 'call' in step && step.call === 'createAccountAccessConsent' && !step.deviates)
  return {
    startingPoints: points,
    consents: sum('consents') + created.length,
    journeys: sum('journeys') + steps.filter((step) => 'authorise' in step).length,
  }
}

/** The starting points below one, all the way down. */
export function usesOf(name: GivenName): readonly GivenName[] {
  return (startingPoints[name].uses ?? []).flatMap((used) => [used, ...usesOf(used)])
}
