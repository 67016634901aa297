/**
 * The report as Markdown: `summary.md`, and what a pipeline shows beside its logs. The causes come first.
 *
 * @module
 */

import { type CauseText, textOf } from './cause-text.js'
import { cleanResult } from './clean-result.js'
import { readEvidence } from './evidence.js'
import { reportFiles, writeWhole } from './files.js'
import type { Reporter, ReporterOutput, RunResult } from './reporter.js'
import { counted, exitLine, staleLines, tally, unclaimedLines } from './summary.js'
import { count, duration, exitReasons, utc } from './words.js'

const mostCauses = 20
const mostNames = 40

/** Writes `summary.md` when the run ends. */
export function markdownReporter({ folder, stdout }: ReporterOutput): Reporter {
  return {
    name: 'markdown',
    async onEnd(result) {
      stdout(`  markdown    ${await writeWhole(folder, reportFiles.markdown, renderMarkdown(result))}\n`)
    },
  }
}

/** The complete document. Nothing a bank has sent is markup in it. */
export function renderMarkdown(dirty: RunResult): string {
  const result = cleanResult(dirty)
  const { info, verdicts, millis } = result
  const { cases, wire, causes, exitCode } = verdicts
  const evidence = readEvidence(result.transcript)
  const texts = causes.slice(0, mostCauses).map((cause) => textOf(cause, verdicts, evidence))
  const rest = causes.length - texts.length
  const lines = [
    `# ${exitReasons[exitCode].headline}: ${plain(info.profileName)}`,
    '',
    plain(exitLine(verdicts)),
    '',
    ...texts.flatMap((text, index) => causeLines(text, index + 1)),
    ...(rest > 0 ? [`... and ${count(rest, 'other cause')}: report.json has them all.`, ''] : []),
    '| | |',
    '|---|---|',
    ...rows([
      ['Cases', `${cases.length}: ${counted(tally(cases))}`],
      ['Wire checks', `${wire.length}: ${counted(tally(wire))}`],
      ['Strictness', info.strictness],
      ['Started', `${utc(info.startedAt)}, took ${duration(millis)}`],
      ['Suite', info.suiteVersion],
      ...(verdicts.partial ? [['Partial', 'a filter left cases out'] as const] : []),
      ...unclaimedLines(verdicts).map((line) => ['Mandatory', line] as const),
      ...staleLines(verdicts).map((line) => ['Waiver', line] as const),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

const rows = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => `| ${name} | ${plain(value)} |`)

function causeLines({ headline, evidence, asked, advice, curl, page, follows, names }: CauseText, number: number) {
  const more = names.length - mostNames
  const all = `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [
    `## ${number}. ${plain(headline)}`,
    '',
    `**What to do:** ${plain(advice)}`,
    '',
    ...evidence.map((line) => `- Seen in ${plain(line)}`),
    ...(page ? [`- The page ${plain(`"${page.title}" at ${page.url} shows ${page.shows}`)}`] : []),
    ...asked.map((line) => `- Asked for: ${plain(line)}`),
    `- Follows: ${plain(`${follows}: ${all}`)}`,
    '',
    ...(curl === undefined ? [] : [...fenced(curl), '']),
  ]
}

/** Text that is text in Markdown: no markup, no link, nobody mentioned. */
function plain(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] as string)
    .replace(/@/g, '&#64;')
    .replace(/:\/\//g, '&#58;//')
    .replace(/[\\`*_{}[\]()#+!|~^$]/g, '\\$&')
}

/** A block of code whose fence is longer than any in it. */
function fenced(code: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sh`, code, fence]
}
