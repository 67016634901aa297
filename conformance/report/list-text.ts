/**
 * The report of a run as lines of text.
 *
 * @module
 */
import type { CaseVerdict, CheckResult, WireFinding, WireVerdict } from '../judge/verdict.js'
import { clean } from '../text/clean.js'
import { outcomeColours, type Paint, painter } from './colour.js'
import { type ChainedExchange, type Evidence, interactionId, pathOf, readEvidence } from './evidence.js'
import type { RunResult } from './reporter.js'
import {
  counted,
  exitReason,
  groupBy,
  problemsOf,
  problemText,
  staleLines,
  strongestRow,
  tally,
  unclaimedLines,
} from './summary.js'
import { blames, count, duration, outcomeOrder, outcomes } from './words.js'

/** How many findings are shown under one case or wire check; the rest is only counted. */
const mostFindings = 8

const indent = ' '.repeat(6)

/** The complete report, ending in a line feed. Expects a result that went through `cleanResult`. */
export function renderList(result: RunResult, colour: boolean): string {
  const paint = painter(colour)
  const evidence = readEvidence(result.transcript)
  const blocks = [
    ...caseBlocks(result, evidence, paint),
    ...wireBlocks(result, evidence, paint),
    summaryLines(result, paint),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function caseBlocks({ verdicts }: RunResult, evidence: Evidence, paint: Paint): string[][] {
  const shown = verdicts.cases.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
  shown.sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome))
  const skipped = verdicts.cases.filter(({ outcome }) => outcome === 'not-applicable')
  return [
    ...shown.map((verdict) => [caseLine(verdict, paint), ...detailLines(verdict, evidence, paint)]),
    ...(skipped.length > 0 ? [skippedLines(skipped, paint)] : []),
  ]
}

function mark(outcome: CaseVerdict['outcome'], paint: Paint): string {
  const { symbol, word } = outcomes[outcome]
  return paint(outcomeColours[outcome], `${symbol} ${word.padEnd(14)}`)
}

function caseLine(verdict: CaseVerdict, paint: Paint): string {
  const title = verdict.title.padEnd(52)
  return `  ${mark(verdict.outcome, paint)} ${verdict.case} ${verdict.version}  ${title} ${duration(verdict.millis).padStart(7)}`
}

function detailLines(verdict: CaseVerdict, evidence: Evidence, paint: Paint): string[] {
  const problems = problemsOf(verdict)
  const strongest = strongestRow(problems.flatMap(({ proves }) => proves))
  const blame = [verdict.blame && `blame: ${blames[verdict.blame].name}`, strongest && `basis: ${strongest}`]
  const seqs = new Set(problems.flatMap((problem) => problem.evidence))
  const exchanges = [...seqs].sort((a, b) => a - b).flatMap((seq) => evidence.at(seq) ?? [])
  return [
    ...(verdict.waiver ? [`waived until ${verdict.waiver.until}: ${verdict.waiver.reason}`] : []),
    ...(verdict.reason ? [verdict.reason] : []),
    ...capped(problems.map(problemLine)),
    ...capped(exchanges.flatMap((entry) => (entry.kind === 'exchange' ? exchangeText(entry) : []))),
    paint('dim', blame.filter(Boolean).join('   ')),
  ].map((line) => indent + line)
}

function capped(lines: readonly string[]): string[] {
  if (lines.length <= mostFindings) return [...lines]
  return [...lines.slice(0, mostFindings), `... and ${lines.length - mostFindings} more`]
}

function problemLine(problem: CheckResult): string {
  const rows = problem.proves.length > 0 ? `   (${problem.proves.join(', ')})` : ''
  return `${problemText(problem)}${rows}`
}

function exchangeText(exchange: ChainedExchange): string {
  const { request, response, failure } = exchange
  const answer = response ? `${response.status}` : clean(`${failure?.kind ?? 'no answer'}`)
  const id = interactionId(exchange)
  const call = clean(`${request.method} ${pathOf(request.url)}`, 120)
  return `${call}   ${answer}   ${id ? `x-fapi-interaction-id ${clean(id, 60)}` : 'no x-fapi-interaction-id'}`
}

function skippedLines(skipped: readonly CaseVerdict[], paint: Paint): string[] {
  const groups = groupBy(skipped, ({ reason }) => reason ?? 'does not apply')
  return [...groups].flatMap(([reason, cases]) => [
    `  ${mark('not-applicable', paint)} ${count(cases.length, 'case')}: ${reason}`,
    ...wrapped(cases.map((verdict) => `${verdict.case} ${verdict.version}`)),
  ])
}

function wrapped(names: readonly string[]): string[] {
  const perLine = 6
  const starts = Array.from({ length: Math.ceil(names.length / perLine) }, (_, line) => line * perLine)
  return starts.map((start) => indent + names.slice(start, start + perLine).join(', '))
}

function wireBlocks({ verdicts }: RunResult, evidence: Evidence, paint: Paint): string[][] {
  const shown = verdicts.wire.filter(({ findings }) => findings.length > 0)
  if (shown.length === 0) return []
  const groups = shown.map((verdict) => [
    `  ${mark(verdict.outcome, paint)} ${verdict.check}  ${verdict.title}`,
    ...wireDetails(verdict, evidence, paint),
  ])
  return [['  Findings of the wire checks, over all exchanges:'], ...groups]
}

function wireDetails(verdict: WireVerdict, evidence: Evidence, paint: Paint): string[] {
  const blame = verdict.blame ? `blame: ${blames[verdict.blame].name}   ` : ''
  const lines = capped(verdict.findings.map(findingText))
  const first = verdict.findings[0]?.evidence.flatMap((seq) => evidence.at(seq) ?? [])[0]
  return [
    ...lines,
    ...(first?.kind === 'exchange' ? [`first: ${exchangeText(first)}`] : []),
    paint('dim', `${blame}looked at ${count(verdict.looked, 'exchange')}`),
  ].map((line) => indent + line)
}

function findingText(finding: WireFinding): string {
  const where = finding.operation ? `${finding.operation}  ` : ''
  return `${where}${problemLine(finding)}   ${count(finding.count, 'place')}`
}

function summaryLines({ verdicts, millis, info }: RunResult, paint: Paint): string[] {
  const { cases, wire, exitCode, partial } = verdicts
  const colour = exitCode === 0 ? 'green' : 'red'
  const wireCounts = wire.length > 0 ? [`  ${count(wire.length, 'wire check')}: ${counted(tally(wire))}`] : []
  const missing = info.planned - cases.length
  return [
    ...(partial ? ['  partial run: a filter left cases out'] : []),
    ...(missing > 0 ? [`  ${count(missing, 'planned case')} without a verdict`] : []),
    ...[...unclaimedLines(verdicts), ...staleLines(verdicts)].map((line) => `  ${line}`),
    ...wireCounts,
    `  ${paint('bold', `${count(cases.length, 'case')}: ${counted(tally(cases))}`)}   ${duration(millis)}`,
    `  ${paint(colour, `exit ${exitCode}: ${exitReason(verdicts)}`)}`,
  ]
}
