/**
 * The causes of a run: every case and wire check that did not pass, put under the first exchange that explains it. Most runs that
 * fail have one to five. docs/decisions/0157.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import type { CaseEntry, ChainedEntry } from '../transcript/entry.js'
import type { Cause } from './cause.js'
import { outcomesByWeight } from './outcome.js'
import { isExchange, isJourney } from './reading.js'
import type { RunFacts } from './run-facts.js'
import { isSame, keyOfWhatever, type Run, type Trace, type Traffic, traceCase, traceFinding } from './trace.js'
import type { Blame, CaseVerdict, Outcome, WireFinding, WireVerdict } from './verdict.js'

/** What has to be explained. What is waived is known, and what warns is no failure. */
const explained: ReadonlySet<Outcome> = new Set<Outcome>(['fail', 'suite-error', 'could-not-run'])

const mostEvidence = 5

/** Checks of a whole answer: what is wrong in a part of it follows. */
const ofWholeAnswers: ReadonlySet<string> = new Set(['WIR-success-schema', 'WIR-error-schema', 'WIR-content-type'])

/** Whose mistakes are no failures of the bank. */
const others: ReadonlySet<Blame> = new Set<Blame>(['config', 'network'])

/** A case that fails because of the profile or the network is none that the bank fails: it could not run. */
export function excuse(verdicts: readonly CaseVerdict[], run: Run): CaseVerdict[] {
  return verdicts.map((verdict) => {
    if (verdict.outcome !== 'fail' && verdict.outcome !== 'warn') return verdict
    const { party, title } = traceCase(verdict, run)
    return others.has(party) ? { ...verdict, outcome: 'could-not-run', blame: party, reason: title } : verdict
  })
}

interface Group {
  readonly trace: Trace
  readonly cases: CaseVerdict[]
  readonly checks: Set<string>
  readonly evidence: Set<number>
  readonly outcomes: Set<Outcome>
}

/** The causes, those that explain most first. */
export function causesOf(
  verdicts: { readonly cases: readonly CaseVerdict[]; readonly wire: readonly WireVerdict[] },
  run: Run,
): Cause[] {
  const groups = new Map<string, Group>()
  const findings = verdicts.wire.flatMap((verdict) =>
    explained.has(verdict.outcome)
      ? verdict.findings
          .filter(({ outcome }) => explained.has(outcome))
          .map((finding) => ({
            verdict,
            finding,
            places: new Set(finding.evidence),
            trace: traceFinding(verdict, finding, run.facts),
          }))
      : [],
  )
  for (const verdict of verdicts.cases.filter(({ outcome }) => explained.has(outcome))) {
    const trace = traceCase(verdict, run)
    const seen = trace.rule === undefined ? findings.find((each) => explains(each, trace)) : undefined
    const group = groupOf(groups, seen?.trace ?? trace)
    group.cases.push(verdict)
    group.outcomes.add(verdict.outcome)
    for (const seq of trace.evidence) group.evidence.add(seq)
  }
  for (const { verdict, finding, trace } of findings) {
    const group = groups.get(trace.key) ?? followsFrom(finding, groups) ?? groupOf(groups, trace)
    group.checks.add(verdict.check)
    group.outcomes.add(finding.outcome)
    for (const seq of trace.evidence) group.evidence.add(seq)
  }
  foldWhatever(groups)
  return [...groups.values()].sort((a, b) => weight(b) - weight(a) || firstOf(a) - firstOf(b)).map(toCause)
}

/** A call that answers a sound request with an error says nothing by answering a wrong one so. */
function foldWhatever(groups: Map<string, Group>): void {
  for (const [key, group] of groups) {
    const into = groups.get(keyOfWhatever(group.trace) ?? '')
    if (!into) continue
    into.cases.push(...group.cases)
    for (const check of group.checks) into.checks.add(check)
    for (const seq of group.evidence) into.evidence.add(seq)
    for (const outcome of group.outcomes) into.outcomes.add(outcome)
    groups.delete(key)
  }
}

const weight = ({ cases, checks }: Group) => cases.length + checks.size
const firstOf = ({ evidence }: Group) => Math.min(...evidence)

function groupOf(groups: Map<string, Group>, trace: Trace): Group {
  const known = groups.get(trace.key)
  if (known) return known
  const made: Group = { trace, cases: [], checks: new Set(), evidence: new Set(), outcomes: new Set() }
  groups.set(trace.key, made)
  return made
}

/** True for a finding about the answer in which a case saw the same, or saw too little. */
function explains(
  { finding, places }: { finding: WireFinding; places: ReadonlySet<number> },
  { evidence, check }: Trace,
) {
  if (!evidence.some((seq) => places.has(seq))) return false
  if (!check || check.expected === undefined) return true
  return isSame(finding, check) || (ofWholeAnswers.has(finding.check) && (finding.pointer ?? '') === '')
}

/** An answer with a status that nobody asked for has the form of another answer: what is wrong with that follows. */
function followsFrom(finding: WireFinding, groups: ReadonlyMap<string, Group>): Group | undefined {
  if (finding.count > finding.evidence.length) return undefined
  return [...groups.values()].find(
    ({ trace, evidence }) => trace.check?.check === 'status' && finding.evidence.every((seq) => evidence.has(seq)),
  )
}

function toCause({ trace, cases, checks, evidence, outcomes }: Group): Cause {
  const { party, title, advice, rule, check } = trace
  const { pointer, expected, received } = check ?? {}
  const rows = rule === undefined ? (check?.proves ?? []) : []
  return {
    party,
    title,
    advice,
    ...(rule !== undefined && { rule }),
    outcome: outcomesByWeight.find((each) => outcomes.has(each)) ?? 'could-not-run',
    evidence: [...new Set([...trace.evidence, ...evidence])].slice(0, mostEvidence),
    proves: rows.length > 0 ? rows : rowsOf(cases),
    ...(pointer !== undefined && { pointer }),
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    cases: cases.map((verdict) => `${verdict.case}@${verdict.version}`),
    checks: [...checks],
  }
}

/** What the first case that fails proves, where no check says it. */
function rowsOf(cases: readonly CaseVerdict[]): Cause['proves'] {
  return cases.flatMap(({ checks }) => checks.filter(({ outcome }) => explained.has(outcome)))[0]?.proves ?? []
}

export function readRun(transcript: readonly ChainedEntry[], cases: readonly Case[], facts: RunFacts): Run {
  const tests = new Map(cases.map((test) => [test.id, test]))
  const traffic = new Map<string, Traffic[]>()
  const closings = new Map<string, CaseEntry>()
  for (const entry of transcript) {
    if (entry.kind === 'run' || entry.case === undefined) continue
    const key = `${entry.case}@${entry.version}`
    if (entry.kind === 'case') closings.set(key, entry)
    if (!isExchange(entry) && !isJourney(entry)) continue
    const own = traffic.get(key)
    if (own) own.push(entry)
    else traffic.set(key, [entry])
  }
  return {
    facts,
    test: (id) => tests.get(id),
    entriesOf: (key) => {
      const closing = closings.get(key)
      return { traffic: traffic.get(key) ?? [], ...(closing && { closing }) }
    },
  }
}
