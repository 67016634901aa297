/**
 * Plans a run without sending anything: the cases that apply, why the others do not, and the consents and journeys needed.
 *
 * @module
 */
import { type OperationId, type Version, versions } from '#standard/index.js'
import type { Call, Case, GivenName } from '../cases/case.js'
import { retired } from '../cases/retired.js'
import { startingPoints } from '../cases/starting-points.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import { filsOf, toAmount } from '../profile/payment-limits.js'
import type { Profile } from '../profile/profile.js'
import type { Shard } from '../transcript/entry.js'
import { digestOfPlan, partOf } from '../transcript/shards.js'
import { whyNotApplicable } from './applicability.js'
import { matchesPattern } from './patterns.js'
import { isSubmission, paysBill, totalFils, usesOf } from './paying.js'
import { caseKey, type PlannedCase } from './planned-case.js'

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
  /** How many consents will be created and journeys made, by starting points and by steps of cases. */
  readonly consents: number
  readonly journeys: number
  /** How many payments will be made, and how many submitted that the bank has to refuse. */
  readonly payments: number
  /** How many payments of the bill of the profile will be made besides. */
  readonly bills: number
  readonly refusedPayments: number
  /** A filter left out cases that apply. */
  readonly partial: boolean
  /** What the filter left is all that is wanted. */
  readonly wanted: boolean
  readonly shard?: Shard & { readonly plan: string }
}

export interface PlanOptions {
  /** Patterns of cases to run: `AAC-001`, `AAC`, `*@1.0.0`, `getAccounts`, `AAC-REQ-010`. Default all. */
  readonly only?: readonly string[]
  /** Likewise of cases to leave out. */
  readonly skip?: readonly string[]
  /** What they leave is all that is wanted. */
  readonly wanted?: boolean
  /** One of several parts, counted from 1: each case is in one. */
  readonly shard?: Shard
}

/**
 * Plans the cases for a bank, in the order given, each for every version that it names.
 *
 * @throws {ConfigurationError} when a pattern matches nothing, or nothing is left to run
 */
export function planRun(profile: Profile, cases: readonly Case[], options: PlanOptions = {}): Plan {
  const { only, skip = [], wanted = false, shard } = options
  const all = inEachVersion(cases)
  const matches = (patterns: readonly string[], planned: PlannedCase) =>
    patterns.some((pattern) => matchesPattern(pattern, planned))
  const isChosen = (planned: PlannedCase) => (!only || matches(only, planned)) && !matches(skip, planned)
  const notApplicable: NotApplicable[] = []
  const kept: PlannedCase[] = []
  let partial = false
  for (const each of all) {
    const reason = whyNotApplicable(profile, each)
    if (!isChosen(each)) partial ||= reason === undefined
    else if (reason === undefined) kept.push(each)
    else notApplicable.push({ case: each.case.id, version: each.version, reason })
  }
  refuseEmpty(cases, kept, notApplicable, options)
  const mine = shard ? partOf(kept, shard) : kept
  const work = countWork(mine)
  refuseTooMuch(profile, work)
  return {
    cases: mine,
    notApplicable,
    ...work,
    partial,
    wanted,
    ...(shard && { shard: { ...shard, plan: digestOfPlan(kept.map(caseKey)) } }),
  }
}

const inEachVersion = (cases: readonly Case[]) =>
  cases.flatMap((each) => each.versions.map((version): PlannedCase => ({ case: each, version })))

/** What is wrong with patterns that match no case at all. */
export function unmatchedPatterns(cases: readonly Case[], { only = [], skip = [] }: PlanOptions): Mistake[] {
  const all = inEachVersion(cases)
  return [...only.map(named('--only')), ...skip.map(named('--skip'))]
    .filter(({ pattern }) => !all.some((each) => matchesPattern(pattern, each)))
    .map(({ path, pattern }) => ({
      path,
      expected: retired.has(pattern)
        ? `${retired.get(pattern)}, which has what ${pattern} looked at`
        : 'a pattern that matches a case, such as AAC-001, AAC-* or *@1.0.0',
      received: JSON.stringify(pattern),
    }))
}

function refuseEmpty(
  cases: readonly Case[],
  kept: readonly PlannedCase[],
  notApplicable: readonly NotApplicable[],
  options: PlanOptions,
): void {
  const mistakes = unmatchedPatterns(cases, options)
  if (mistakes.length === 0 && kept.length === 0) {
    const reasons = [...new Set(notApplicable.map(({ reason }) => reason))].slice(0, 3).join('; ')
    mistakes.push({
      path: options.only ? '--only' : 'operations',
      expected: 'at least one case that applies',
      received: `none (${reasons})`,
    })
  }
  if (mistakes.length > 0) throw new ConfigurationError('plan', mistakes)
}

const named = (path: string) => (pattern: string) => ({ path, pattern })

/** @throws {ConfigurationError} when the payments would come to more than the profile allows */
function refuseTooMuch({ payments }: Profile, work: Pick<Plan, 'payments' | 'bills'>): void {
  if (!payments || totalFils(payments, work) <= filsOf(payments.maxTotal)) return
  const total = toAmount(totalFils(payments, work))
  const ofBills = work.bills === 0 ? '' : ` and ${work.bills} of the bill`
  const expected = `at least ${total}, for ${work.payments} payments of BHD ${payments.amount}${ofBills}, or fewer cases`
  const received = JSON.stringify(payments.maxTotal)
  throw new ConfigurationError('plan', [{ path: 'payments.maxTotal', expected, received }])
}

function countWork(
  planned: readonly PlannedCase[],
): Pick<Plan, 'startingPoints' | 'consents' | 'journeys' | 'payments' | 'bills' | 'refusedPayments'> {
  const points: PlannedStartingPoint[] = []
  for (const version of versions) {
    const given = new Map<GivenName, number>()
    for (const each of planned) {
      if (each.version === version) given.set(each.case.given, (given.get(each.case.given) ?? 0) + 1)
    }
    const used = new Set([...given.keys()].flatMap(usesOf))
    for (const name of Object.keys(startingPoints) as GivenName[]) {
      const { shared } = startingPoints[name]
      const direct = given.get(name) ?? 0
      if (name !== 'nothing' && (direct > 0 || used.has(name))) points.push({ name, version, shared, cases: direct })
    }
  }
  const times = ({ shared, cases }: PlannedStartingPoint) => (shared ? 1 : cases)
  const sum = (of: 'consents' | 'journeys' | 'payments') =>
    points.reduce((total, point) => total + times(point) * (startingPoints[point.name][of] ?? 0), 0)
  const steps = planned.flatMap((each) => each.case.steps)
  const created = steps.filter((step) => 'call' in step && isConsentCreation(step.call) && !step.deviates)
  const submitted = steps.filter((step) => 'call' in step && isSubmission(step.call)) as Call[]
  const paid = submitted.filter(({ deviates }) => !deviates)
  const bills = planned
    .filter(paysBill)
    .flatMap((each) => each.case.steps.filter((step) => paid.includes(step as Call)))
  return {
    startingPoints: points,
    consents: sum('consents') + created.length,
    journeys: sum('journeys') + steps.filter((step) => 'authorise' in step).length,
    payments: sum('payments') + paid.length - bills.length,
    bills: bills.length,
    refusedPayments: submitted.length - paid.length,
  }
}

const isConsentCreation = (id: OperationId) => /^create\w+Consent$/.test(id)
