/**
 * The verdict on one case: the same code during a run and when its transcript is judged afterwards.
 *
 * @module
 */
import { type Requirement, type RequirementId, requirement, type Version } from '#standard/index.js'
import type { Case, Expectation, Step } from '../cases/case.js'
import type { Strictness } from '../profile/profile.js'
import type { CaseEntry, ChainedEntry } from '../transcript/entry.js'
import { blameOfBreach, type Explanation, explainEntry } from './blame.js'
import { checkName } from './expectations.js'
import { checkSent } from './left-out.js'
import type { Breach, CaseRecord, Observation } from './observation.js'
import { overall } from './outcome.js'
import { type OwnRequest, ownRules } from './own-requests.js'
import { type ChainedExchange, isExchange, isJourney, isNotification, withoutAskedAgain } from './reading.js'
import { factsOf, type RunFacts } from './run-facts.js'
import { mostSevere, severityOf, tolerated } from './severity.js'
import type { Blame, CaseVerdict, CheckResult } from './verdict.js'

/** The ledger rows of an expectation that apply to `version`. Without any the expectation is left out. */
export function rowsOf(expectation: Expectation, version: Version): Requirement[] {
  const ids = Array.isArray(expectation.proves) ? expectation.proves : [expectation.proves as RequirementId]
  return ids.map((id: RequirementId) => requirement(id)).filter((row: Requirement) => row.versions.includes(version))
}

/**
 * Judges one case from what is in the transcript about it.
 *
 * @param entries at least those of the case; others are ignored
 * @param known the facts of the whole run; default those of the entries of the case
 */
export function judgeCase(
  test: Case,
  version: Version,
  entries: readonly ChainedEntry[],
  strictness: Strictness,
  known?: RunFacts,
): CaseVerdict {
  const own = entries.filter((entry) => entry.kind !== 'run' && entry.case === test.id && entry.version === version)
  const facts = known ?? factsOf(own)
  const closing = own.find((entry) => entry.kind === 'case')
  const verdict = (
    checks: readonly CheckResult[],
    rest: Pick<CaseVerdict, 'outcome' | 'blame' | 'reason'>,
  ): CaseVerdict => ({
    case: test.id,
    version,
    title: test.title,
    operation: test.operation,
    ...rest,
    checks,
    millis: closing?.millis ?? 0,
  })

  if (!closing) {
    const { blame, message } = facts.endOf(`${test.id}@${version}`) ?? {
      blame: 'suite',
      message: 'planned, and not run to its end',
    }
    return verdict([], { outcome: 'could-not-run', blame, reason: message })
  }
  const faults = suiteErrors(test, version, own.filter(isExchange))
  if (faults.length > 0) {
    const reason = 'the suite sent a request that the case does not ask for'
    return verdict(faults, { outcome: 'suite-error', blame: 'suite', reason })
  }

  const found = test.expect.flatMap((expectation) =>
    checksOf(expectation, { test, version, own, closing, strictness, facts }),
  )
  // where the case itself has found what is wrong, that says more
  const isMet = found.every(({ outcome }) => outcome === 'pass' || outcome === 'not-applicable')
  const checks = isMet ? found.map((check) => withTwin(check, version, facts)) : found
  const couldNotRun = whyNotRun(closing, facts)
  const outcomes = checks.map(({ outcome }) => outcome)
  const outcome = overall(couldNotRun ? [...outcomes, 'could-not-run'] : outcomes)
  if (outcome === 'pass') return verdict(checks, { outcome })
  const first = checks.find((check) => check.outcome === outcome)
  const reason = outcome === 'could-not-run' ? (couldNotRun?.reason ?? first?.reason) : first?.reason
  const blame: Blame = (outcome === 'could-not-run' ? couldNotRun?.blame : undefined) ?? first?.blame ?? 'suite'
  return verdict(checks, { outcome, blame, ...(reason !== undefined && { reason }) })
}

/** Why the case could not run, and who has to act: as the run saw it, unless the whole transcript shows more. */
function whyNotRun({ couldNotRun }: CaseEntry, facts: RunFacts): CaseEntry['couldNotRun'] {
  if (couldNotRun?.entry === undefined) return couldNotRun
  const explanation = explainEntry(facts.at(couldNotRun.entry), { facts })
  return explanation ? { ...couldNotRun, blame: explanation.party } : couldNotRun
}

/** The statuses that a case asks of a step. */
export const wantedOf = (test: Case, step: number): readonly number[] =>
  test.expect.flatMap((each) =>
    'status' in each && (each.step ?? test.steps.length - 1) === step
      ? [each.status, each.tolerates ?? []].flat(2)
      : [],
  )

export const asksOnPurpose = (step: Step | undefined): boolean =>
  step !== undefined &&
  ('certificate' in step ||
    'wrongSecret' in step ||
    'form' in step ||
    ('deviates' in step && (step.deviates ?? []).length > 0))

interface Judged {
  readonly test: Case
  readonly version: Version
  readonly own: readonly ChainedEntry[]
  readonly closing: CaseEntry
  readonly strictness: Strictness
  readonly facts: RunFacts
}

function checksOf(
  expectation: Expectation,
  { test, version, own: entries, closing, strictness, facts }: Judged,
): CheckResult[] {
  const rows = rowsOf(expectation, version)
  if (rows.length === 0) return []
  const step = expectation.step ?? test.steps.length - 1
  const record: CaseRecord = {
    test,
    version,
    given: closing.given,
    step,
    exchanges: (index) => withoutAskedAgain(entries.filter(isExchange).filter((entry) => entry.step === index)),
    journeys: (index) => entries.filter(isJourney).filter((entry) => entry.step === index),
    notifications: entries.filter(isNotification),
  }
  const observation = checkSent(expectation, record, facts.withoutFields)
  const base = {
    check: checkName(expectation),
    proves: rows.map(({ id }) => id as RequirementId),
    evidence: observation.evidence,
  }

  if (observation.kind === 'met') return [{ ...base, outcome: 'pass' }]
  if (observation.kind === 'not-applicable') {
    return [{ ...base, outcome: 'not-applicable', blame: 'spec-gap', reason: observation.reason }]
  }
  const why = observation.evidence.flatMap(
    (seq) =>
      explainEntry(facts.at(seq), {
        deliberate: asksOnPurpose(test.steps[step]),
        wanted: wantedOf(test, step),
        facts,
      }) ?? [],
  )
  const others = why.find(({ party }) => party !== 'bank')
  if (observation.kind === 'unseen') {
    return [{ ...base, outcome: 'could-not-run', ...whyUnseen(observation, closing, others) }]
  }

  return observation.breaches.map((breach) => ({
    ...base,
    ...shown(breach),
    ...weigh(breach, rows, strictness, others),
  }))
}

/** A refusal that was asked for proves nothing where the bank refuses the sound request of the operation too. */
function withTwin(check: CheckResult, version: Version, facts: RunFacts): CheckResult {
  for (const seq of check.outcome === 'pass' ? check.evidence : []) {
    const entry = facts.at(seq)
    if (!entry || !isExchange(entry) || entry.operation === undefined) continue
    if ((entry.deviates ?? []).length === 0 || (entry.response?.status ?? 0) < 400) continue
    const twin = facts.twinOf?.(entry.operation, version)
    if (!twin) continue
    const blame = explainEntry(twin, { facts })?.party ?? 'bank'
    const reason = `refused, and so is the right request (${twin.response.status}): this proves nothing`
    return { ...check, outcome: 'could-not-run', blame, reason }
  }
  return check
}

function whyUnseen(
  observation: Extract<Observation, { kind: 'unseen' }>,
  closing: CaseEntry,
  others: Explanation | undefined,
): Pick<CheckResult, 'blame' | 'reason'> {
  const { blame, reason } = observation.blame === 'suite' && closing.couldNotRun ? closing.couldNotRun : observation
  return { blame: others?.party ?? blame, reason }
}

function shown({ pointer, expected, received }: Breach): Pick<CheckResult, 'pointer' | 'expected' | 'received'> {
  return { ...(pointer !== undefined && { pointer }), expected, received }
}

function weigh(
  breach: Breach,
  rows: readonly Requirement[],
  strictness: Strictness,
  others: Explanation | undefined,
): Pick<CheckResult, 'outcome' | 'blame' | 'reason'> {
  if (others) {
    const outcome = others.party === 'suite' ? 'suite-error' : 'could-not-run'
    return { outcome, blame: others.party, reason: others.title }
  }
  const severity = breach.tolerated
    ? severityOf(tolerated, strictness)
    : mostSevere(rows.map((row) => severityOf(row, strictness)))
  return {
    outcome: severity,
    blame: breach.tolerated && severity === 'info' ? 'spec-gap' : blameOfBreach(severity, rows),
  }
}

/** Faults of our own requests that the case does not name. */
function suiteErrors(test: Case, version: Version, exchanges: readonly ChainedExchange[]): CheckResult[] {
  return exchanges.flatMap((exchange): CheckResult[] => {
    const step = test.steps[exchange.step ?? -1]
    if (exchange.operation === undefined || !step || !('call' in step)) return []
    const request: OwnRequest = { exchange, operation: exchange.operation, version: step.base ?? version }
    return Object.values(ownRules).flatMap((rule) =>
      rule(request).map(({ proves = [], ...breach }) => ({
        check: 'own-request',
        outcome: 'suite-error',
        proves,
        evidence: [exchange.seq],
        ...breach,
        blame: 'suite',
      })),
    )
  })
}
