/**
 * Summaries of a run that every report format uses.
 *
 * @module
 */
import { type Basis, requirement, requirementAreas, type Strength } from '#standard/index.js'
import type { Cause } from '../judge/cause.js'
import type { CaseVerdict, CheckResult, Outcome, Verdicts } from '../judge/verdict.js'
import { unclaimedText } from '../profile/mandatory.js'
import { blames, count, exitReasons, outcomeOrder, outcomes, staleReasons } from './words.js'

/** How often each outcome occurs. */
export function tally(verdicts: readonly { readonly outcome: Outcome }[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomeOrder.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of verdicts) counts[outcome] += 1
  return counts
}

/** `40 passed, 1 failed, 1 warning`: passed first, then what needs attention; outcomes without a case are left out. */
export function counted(counts: Readonly<Record<Outcome, number>>): string {
  const order: Outcome[] = ['pass', ...outcomeOrder.filter((outcome) => outcome !== 'pass')]
  const parts = order.filter((outcome) => counts[outcome] > 0)
  return parts.map((outcome) => `${counts[outcome]} ${outcomes[outcome].counted(counts[outcome])}`).join(', ') || 'none'
}

/** One line for each stale waiver. */
export function staleLines({ staleWaivers = [] }: Verdicts): string[] {
  return staleWaivers.map(({ case: id, version, why, until }) => {
    const name = [id, version].filter(Boolean).join(' ')
    return `The waiver of ${name} until ${until} ${staleReasons[why]}.`
  })
}

/** What the profile leaves out though it is mandatory, where it does. */
export const unclaimedLines = ({ unclaimed = [] }: Verdicts): string[] =>
  unclaimed.length === 0
    ? []
    : [`The profile leaves out mandatory operations, which nobody has judged: ${unclaimedText(unclaimed)}.`]

/** The finding in one line: `/Data/Status: expected Authorised, received Revoked`. */
export function problemText({ check, pointer, expected, received, reason }: CheckResult): string {
  const texts = [expected && `expected ${expected}`, received && `received ${received}`, reason].filter(Boolean)
  return `${pointer || check}: ${texts.join(', ') || 'not met'}`
}

/** The cause that the exit code is about: the first of its outcome, or else the first. */
function causeOfExit({ causes, exitCode }: Verdicts): Cause | undefined {
  const wanted: Partial<Record<Verdicts['exitCode'], Outcome>> = { 1: 'fail', 4: 'suite-error' }
  return causes.find(({ outcome }) => outcome === wanted[exitCode]) ?? causes[0]
}

const longestTitle = 160

/** The last line of a report: why the run ends so, the cause that says most, and who has to act. */
export function exitLine(verdicts: Verdicts): string {
  const { exitCode, causes } = verdicts
  const start = `exit ${exitCode}: ${exitReason(verdicts)}`
  if (exitCode === 0) return start
  const cause = exitCode === 5 ? undefined : causeOfExit(verdicts)
  if (!cause) return `${start} (${blames[exitCode === 4 ? 'suite' : 'config'].name})`
  const more = causes.length > 1 ? ` and ${count(causes.length - 1, 'other cause')}` : ''
  const title = cause.title.length > longestTitle ? `${cause.title.slice(0, longestTitle)}…` : cause.title
  return `${start}. Cause: ${title} (${blames[cause.party].name})${more}`
}

export type ExitCode = Verdicts['exitCode']

/** When a report could not be written, nobody can check a clean verdict: such a run does not end with 0. */
export const toExitCode = (verdict: ExitCode, dropped: readonly string[]): ExitCode =>
  verdict === 0 && dropped.length > 0 ? 2 : verdict

/** The last line of a run, which agrees with the code that it ends with. */
export function lastLine(verdicts: Verdicts, dropped: readonly string[]): string {
  if (toExitCode(verdicts.exitCode, dropped) === verdicts.exitCode) return exitLine(verdicts)
  return `exit 2: ${exitReason(verdicts)}, but it could not be reported. Cause: ${dropped.join(', ')} could not be written (${blames.config.name})`
}

/** Why the run ends with its exit code, with counts where they are of use. */
export function exitReason({ cases, wire, exitCode, partial, shard, unclaimed = [] }: Verdicts): string {
  const { reason } = exitReasons[exitCode]
  if (exitCode === 1) {
    const failed = tally(cases).fail
    const broken = tally(wire).fail
    const parts = [failed && count(failed, 'case'), broken && count(broken, 'wire check')].filter(Boolean)
    return parts.length > 0 ? `${parts.join(' and ')} failed` : reason
  }
  if (exitCode === 3) {
    const stuck = tally(cases)
    const parts = [
      stuck['could-not-run'] && `${count(stuck['could-not-run'], 'case')} could not run`,
      stuck['needs-review'] && `${count(stuck['needs-review'], 'case')} to be reviewed by a person`,
    ].filter(Boolean)
    if (unclaimed.length > 0) parts.push('the profile leaves out mandatory operations')
    if (shard) parts.push(`part ${shard.index} of ${shard.of}, which ob-conformance merge judges with the others`)
    if (parts.length > 0) return parts.join(', ')
    if (partial) return 'a filter left cases out on purpose'
  }
  return reason
}

/** The area of a case: `AAC` of `AAC-001`. */
export function areaOf(caseId: string): string {
  return caseId.split('-')[0] ?? caseId
}

/** What an area covers: `account access consents`. */
export function areaName(area: string): string {
  return area in requirementAreas ? requirementAreas[area as keyof typeof requirementAreas] : ''
}

/** Items grouped by key, in the order in which the keys first occur. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

/** Name of a case within a run: `AAC-001@1.0.0`. */
export function caseKey(verdict: Pick<CaseVerdict, 'case' | 'version'>): string {
  return `${verdict.case}@${verdict.version}`
}

/** The checks that did not pass, those that need attention first. */
export function problemsOf(verdict: Pick<CaseVerdict, 'checks'>): CheckResult[] {
  const broken = verdict.checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
  return broken.sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome))
}

const bases: readonly Basis[] = ['stated', 'framework', 'inferred']
const strengths: readonly Strength[] = ['must', 'should', 'may']

/** Basis and strength of the strongest ledger row among `ids`: `stated, must`. Undefined when no row is named. */
export function strongestRow(ids: readonly string[]): string | undefined {
  const rows = ids.flatMap((id) => requirement(id) ?? [])
  rows.sort(
    (a, b) =>
      bases.indexOf(a.basis) - bases.indexOf(b.basis) || strengths.indexOf(a.strength) - strengths.indexOf(b.strength),
  )
  return rows[0] && `${rows[0].basis}, ${rows[0].strength}`
}
