/**
 * Traces one verdict to the first exchange that explains it. docs/decisions/0157.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import type { Case } from '../cases/case.js'
import { withoutIndexes } from '../cases/paths.js'
import type { CaseEntry, ChainedEntry } from '../transcript/entry.js'
import { type Explanation, explainEntry } from './blame.js'
import { callOf } from './blame-of-exchanges.js'
import { asksOnPurpose, wantedOf } from './case-verdict.js'
import { type ChainedExchange, type ChainedJourney, isAnswered, isExchange } from './reading.js'
import type { RunFacts } from './run-facts.js'
import type { Blame, CaseVerdict, CheckResult, WireFinding, WireVerdict } from './verdict.js'

export type Traffic = ChainedExchange | ChainedJourney

/** What one verdict is traced to. Equal keys are one cause. */
export interface Trace {
  readonly key: string
  readonly party: Blame
  readonly title: string
  readonly advice: string
  readonly rule?: string
  readonly evidence: readonly number[]
  /** The check that shows it, where no rule explains it. */
  readonly check?: Pick<CheckResult, 'check' | 'proves' | 'pointer' | 'expected' | 'received'>
}

/** What a trace is made from. */
export interface Run {
  readonly facts: RunFacts
  readonly test: (id: string) => Case | undefined
  /** The exchanges and journeys of a case, in order, and its last entry. */
  readonly entriesOf: (key: string) => { readonly traffic: readonly Traffic[]; readonly closing?: CaseEntry }
}

const inLogs =
  'Look the interaction id up in the logs of the bank; `ob-conformance explain` says what is asked and why.'

/** Traces a case that did not pass. */
export function traceCase(verdict: CaseVerdict, { facts, test: find, entriesOf }: Run): Trace {
  const test = find(verdict.case)
  const key = `${verdict.case}@${verdict.version}`
  const { traffic, closing } = entriesOf(key)
  const broken = verdict.checks.find(({ outcome }) => outcome === verdict.outcome) ?? verdict.checks[0]
  const shown = (closing ? closing.couldNotRun?.entry : facts.endOf(key)?.entry) ?? broken?.evidence[0]
  const earlier = traffic.find((entry) => (shown === undefined || entry.seq < shown) && isAmiss(entry, test, facts))
  const first = earlier ?? (shown === undefined ? undefined : facts.at(shown))
  const explanation = first && explainEntry(first, optionsOf(first, test, facts))
  if (explanation && first) return byRule(explanation, first.seq)
  const why = closing?.couldNotRun ?? (broken?.expected === undefined ? (broken ?? verdict) : undefined)
  const unasked = statusNobodyAskedFor(first, broken, test)
  if (unasked) return unasked
  if (why?.reason !== undefined) {
    const call = !closing?.couldNotRun && first && isExchange(first) ? `${callOf(first)}: ` : ''
    return byReason(`${call}${why.reason}`, why.blame ?? 'suite', first?.seq)
  }
  return byCheck(verdict, broken, first)
}

/** Traces one finding of a wire check. */
export function traceFinding({ check, title, judges }: WireVerdict, finding: WireFinding, facts: RunFacts): Trace {
  const shown = facts.at(finding.evidence[0] ?? -1)
  const why = finding.evidence.map((seq) => explainEntry(facts.at(seq), { formOnly: true, facts }))
  const [first] = why
  if (first && why.every((each) => each !== undefined)) return byRule(first, finding.evidence[0] as number)
  const place = shown && isExchange(shown) ? `${callOf(shown)}: ` : ''
  const at = finding.pointer ? `${withoutIndexes(finding.pointer)}: ` : `${title}: `
  return {
    key: `${check}:${withoutValues(finding.expected)}`,
    party: finding.blame ?? 'bank',
    title: `${place}${at}${differs(finding)}`,
    advice: judges === 'tpp' ? 'Please report it, with the transcript.' : inLogs,
    evidence: finding.evidence,
    check: finding,
  }
}

/** Without what was sent in one exchange alone: its values are in quotes. */
const withoutValues = (text = '') => text.replace(/"(?:[^"\\]|\\.)*"?/g, '""')

function byRule({ rule, party, title, advice }: Explanation, seq: number): Trace {
  return { key: `${rule}:${title}`, party, title, advice, rule, evidence: [seq] }
}

/** By why a case could not run, without what is its own: the starting point and the version. */
function byReason(reason: string, party: Blame, seq: number | undefined): Trace {
  const title = reason.replace(/^(starting point \w+: )+/, '').replace(/ \(\d\.\d\.\d\)/, '')
  const advice: Readonly<Record<Blame, string>> = {
    bank: inLogs,
    config: 'Correct the profile of the bank.',
    suite: 'Please report it, with the transcript.',
    network: 'See that the bank is up and that this machine reaches it, then run again.',
    'spec-gap': inLogs,
  }
  return { key: `reason:${title}`, party, title, advice: advice[party], evidence: seq === undefined ? [] : [seq] }
}

/** An error where the case asked for something else: what is wrong with its body is no cause of its own. */
function statusNobodyAskedFor(
  entry: ChainedEntry | undefined,
  check: CheckResult | undefined,
  test: Case | undefined,
): Trace | undefined {
  if (!entry || !isAnswered(entry) || entry.response.status < 400) return undefined
  const { status } = entry.response
  const isOwn = test !== undefined && entry.case === test.id && entry.step !== undefined
  const wanted = isOwn ? wantedOf(test, entry.step as number) : []
  const isAsked = wanted.includes(status) || (isOwn && asksOnPurpose(test.steps[entry.step as number]))
  if (isAsked && check?.check !== 'status') return undefined
  const refused = wanted.every((each) => each < 400)
  const expected = wanted.length > 0 ? ` where ${wanted.join(' or ')} is asked for` : ''
  return {
    key: refused ? answersKey(callOf(entry), status) : `${answersKey(callOf(entry), status)}:${expected}`,
    party: 'bank',
    title: `${callOf(entry)} answers ${status}${expected}`,
    advice: inLogs,
    evidence: [entry.seq],
    ...(check?.check === 'status' && { check }),
  }
}

/** The key of a call that is answered with an error although nothing is wrong with it. */
const answersKey = (call: string, status: number) => `answers:${call}:${status}`

/** The key of what a trace follows from, where the same call is answered so whatever is sent. */
export const keyOfWhatever = ({ key }: Trace): string | undefined => /^(answers:.+:\d{3}):/.exec(key)?.[1]

function byCheck(verdict: CaseVerdict, check: CheckResult | undefined, first: ChainedEntry | undefined): Trace {
  const call = first && isExchange(first) ? `${callOf(first)}: ` : ''
  const pointer = check?.pointer === undefined ? '' : withoutIndexes(check.pointer)
  const what = check ? `${pointer ? `${pointer}: ` : ''}${differs(check)}` : verdict.title
  const rows = [...(check?.proves ?? [])].sort().join(',')
  return {
    key: check?.check === 'status' ? `status:${call}${what}` : `check:${rows}:${check?.check}:${pointer}`,
    party: check?.blame ?? verdict.blame ?? 'bank',
    title: `${call}${what}`,
    advice: check?.check === 'own-request' ? 'Please report it, with the transcript.' : inLogs,
    evidence: check?.evidence ?? [],
    ...(check && { check }),
  }
}

function differs({ check, expected, received, reason }: CheckResult): string {
  const name = check === 'status' ? 'status: ' : ''
  const texts = [expected && `expected ${expected}`, received && `received ${received}`, reason].filter(Boolean)
  return name + (texts.join(', ') || 'not met')
}

function optionsOf(entry: ChainedEntry, test: Case | undefined, facts: RunFacts) {
  const step = entry.kind === 'exchange' || entry.kind === 'journey' ? entry.step : undefined
  if (!test || step === undefined || entry.kind === 'run' || entry.case !== test.id) return { facts }
  return { facts, deliberate: asksOnPurpose(test.steps[step]), wanted: wantedOf(test, step) }
}

/** True for a step that went wrong although nobody asked for that: what comes after it follows from it. */
function isAmiss(entry: Traffic, test: Case | undefined, facts: RunFacts): boolean {
  if (explainEntry(entry, optionsOf(entry, test, facts))) return true
  if (!isAnswered(entry) || !test || entry.step === undefined || entry.response.status < 400) return false
  const step = test.steps[entry.step]
  if (!step || asksOnPurpose(step) || 'repeat' in step) return false
  return !test.expect.some((each) => (each.step ?? test.steps.length - 1) === entry.step)
}

/** Rows and place of what a check found, to tell whether two findings are about the same thing. */
export interface Subject {
  readonly check: string
  readonly proves: readonly RequirementId[]
  readonly pointer?: string
}

/** True for two findings about the same thing in one answer: a row in common, or places of which one lies in the other. */
export function isSame(one: Subject, other: Subject): boolean {
  if (one.proves.some((row) => other.proves.includes(row))) return true
  const [a, b] = [one, other].map(({ pointer = '' }) => withoutIndexes(pointer)) as [string, string]
  return a !== '' && b !== '' && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`))
}
