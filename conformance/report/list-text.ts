/**
 * The report of a run as lines of text: the causes first, then in a line each what else is worth knowing, then the counts. What
 * each case sent and found is in the other reports.
 *
 * @module
 */
import type { CaseVerdict, Outcome, WireVerdict } from '../judge/verdict.js'
import { type CauseText, textOf } from './cause-text.js'
import { outcomeColours, type Paint, painter } from './colour.js'
import { readEvidence } from './evidence.js'
import type { RunResult } from './reporter.js'
import {
  counted,
  groupBy,
  lastLine,
  problemsOf,
  problemText,
  staleLines,
  tally,
  toExitCode,
  unclaimedLines,
} from './summary.js'
import { count, duration, outcomeOrder, outcomes } from './words.js'

/** How many causes are shown in full; of the next ten only the headline. */
const mostCauses = 4
const mostHeadlines = 10

/** How many names follow a cause, and how many other findings and reasons get a line. */
const mostNames = 12
const mostLines = 10

/** What is shown in a line of its own, beside the causes. */
const besides: ReadonlySet<Outcome> = new Set<Outcome>(['needs-review', 'warn', 'waived', 'info'])

/** The report without its last line, ending in a line feed. Expects a result that went through `cleanResult`. */
export function renderList(result: RunResult, colour: boolean): string {
  const paint = painter(colour)
  const blocks = [...causeBlocks(result, paint), otherLines(result, paint), skippedLines(result, paint)]
  const shown = [...blocks.filter((lines) => lines.length > 0), summaryLines(result, paint)]
  return `${shown.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function causeBlocks({ verdicts, transcript }: RunResult, paint: Paint): string[][] {
  const { causes } = verdicts
  if (causes.length === 0) return []
  const evidence = readEvidence(transcript)
  const texts = causes.slice(0, mostCauses).map((cause) => textOf(cause, verdicts, evidence))
  const rest = causes.slice(mostCauses).map((cause, index) => {
    const { headline, follows } = textOf(cause, verdicts, evidence)
    return `  ${mostCauses + index + 1}. ${headline}   (${follows})`
  })
  const what = causes.length === 1 ? 'One cause explains' : `${causes.length} causes explain`
  return [
    [`  ${paint('bold', `${what} what did not pass:`)}`],
    ...texts.map((text, index) => causeLines(text, index + 1, paint)),
    capped(rest, mostHeadlines),
  ].filter((lines) => lines.length > 0)
}

function causeLines(text: CauseText, number: number, paint: Paint): string[] {
  const { headline, evidence, asked, advice, curl, page, follows, names } = text
  const labelled = (label: string, lines: readonly string[]) =>
    lines.map((line, index) => `     ${paint('dim', (index === 0 ? label : '').padEnd(10))} ${line}`)
  return [
    `  ${paint('red', `${number}. ${headline}`)}`,
    ...labelled('seen in', evidence),
    ...labelled('page', page ? [`"${page.title}" at ${page.url}`, `shows ${page.shows}`] : []),
    ...labelled('asked for', asked),
    ...labelled('what to do', [advice]),
    ...labelled('try it', curl ? [curl] : []),
    ...labelled('follows', [`${follows}: ${namesOf(names)}`]),
  ]
}

function namesOf(names: readonly string[]): string {
  const more = names.length - mostNames
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function capped(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines]
  return [...lines.slice(0, most), `  ... and ${lines.length - most} more`]
}

function mark(outcome: Outcome, paint: Paint): string {
  const { symbol, word } = outcomes[outcome]
  return paint(outcomeColours[outcome], `${symbol} ${word.padEnd(14)}`)
}

/** Warnings, notes, known failures and what waits for a person, in a line each. */
function otherLines({ verdicts }: RunResult, paint: Paint): string[] {
  const cases = verdicts.cases.filter(({ outcome }) => besides.has(outcome))
  const wire = verdicts.wire.filter(({ outcome }) => besides.has(outcome))
  const all = [
    ...cases.map((verdict) => ({ outcome: verdict.outcome, line: lineOfCase(verdict) })),
    ...wire.map((verdict) => ({ outcome: verdict.outcome, line: lineOfCheck(verdict) })),
  ]
  all.sort((a, b) => outcomeOrder.indexOf(a.outcome) - outcomeOrder.indexOf(b.outcome))
  return capped(
    all.map(({ outcome, line }) => `  ${mark(outcome, paint)} ${line}`),
    mostLines,
  )
}

function lineOfCase(verdict: CaseVerdict): string {
  const [problem] = problemsOf(verdict)
  const { waiver, reason } = verdict
  const why = waiver ? `until ${waiver.until}: ${waiver.reason}` : (reason ?? (problem && problemText(problem)))
  return `${verdict.case} ${verdict.version}  ${verdict.title}${why ? `: ${why}` : ''}`
}

function lineOfCheck({ check, findings, waiver, title }: WireVerdict): string {
  const [first] = findings
  const places = findings.reduce((sum, finding) => sum + finding.count, 0)
  const why = waiver ? `until ${waiver.until}: ${waiver.reason}` : first ? problemText(first) : title
  return `${check}  ${why}${places > 0 ? `   ${count(places, 'place')}` : ''}`
}

function skippedLines({ verdicts }: RunResult, paint: Paint): string[] {
  const skipped = verdicts.cases.filter(({ outcome }) => outcome === 'not-applicable')
  const groups = [...groupBy(skipped, ({ reason }) => reason ?? 'does not apply')]
  groups.sort(([, a], [, b]) => b.length - a.length)
  return capped(
    groups.map(([reason, cases]) => `  ${mark('not-applicable', paint)} ${count(cases.length, 'case')}: ${reason}`),
    mostLines,
  )
}

function summaryLines({ verdicts, millis, info }: RunResult, paint: Paint): string[] {
  const { cases, wire, partial } = verdicts
  const wireCounts = wire.length > 0 ? [`  ${count(wire.length, 'wire check')}: ${counted(tally(wire))}`] : []
  const missing = info.planned - cases.length
  return [
    ...(partial ? ['  partial run: a filter left cases out'] : []),
    ...(missing > 0 ? [`  ${count(missing, 'planned case')} without a verdict`] : []),
    ...[...unclaimedLines(verdicts), ...staleLines(verdicts)].map((line) => `  ${line}`),
    ...wireCounts,
    `  ${paint('bold', `${count(cases.length, 'case')}: ${counted(tally(cases))}`)}   ${duration(millis)}`,
  ]
}

/** The last line, after all that is said of files. Expects a result that went through `cleanResult`. */
export function renderLastLine({ verdicts }: RunResult, dropped: readonly string[], colour: boolean): string {
  const isClean = toExitCode(verdicts.exitCode, dropped) === 0
  return `  ${painter(colour)(isClean ? 'green' : 'red', lastLine(verdicts, dropped))}\n`
}
