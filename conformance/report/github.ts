/**
 * The report for GitHub Actions: an annotation for each cause, and the Markdown report as summary of the step.
 *
 * @module
 */
import { appendFile } from 'node:fs/promises'
import type { Outcome } from '../judge/verdict.js'
import { headlineOf, textOf } from './cause-text.js'
import { cleanResult } from './clean-result.js'
import { readEvidence } from './evidence.js'
import { renderMarkdown } from './markdown.js'
import type { Reporter, ReporterOutput, RunResult } from './reporter.js'
import { exitLine } from './summary.js'

/** GitHub shows ten annotations of a step. */
const mostAnnotations = 9

/** Prints annotations, and appends to the summary file of the step where there is one. */
export function githubReporter({ stdout, summaryFile }: ReporterOutput): Reporter {
  return {
    name: 'github',
    async onEnd(result) {
      stdout(renderAnnotations(result))
      if (summaryFile !== undefined) await appendFile(summaryFile, renderMarkdown(result))
    },
  }
}

/** Workflow commands, one a line; the last says how the run ended. */
export function renderAnnotations(dirty: RunResult): string {
  const { verdicts, transcript } = cleanResult(dirty)
  const evidence = readEvidence(transcript)
  const lines = verdicts.causes.slice(0, mostAnnotations).map((cause) => {
    const { evidence: seen, advice, follows } = textOf(cause, verdicts, evidence)
    return command(cause.outcome, headlineOf(cause), [...seen, advice, `follows: ${follows}`].join('\n'))
  })
  const warnings = verdicts.cases.filter(({ outcome }) => outcome === 'warn').length
  const end =
    verdicts.exitCode === 0
      ? command('info', 'Conformance', exitLine(verdicts))
      : command('fail', 'Conformance', exitLine(verdicts))
  const warned = warnings > 0 ? [command('warn', 'Conformance', `${warnings} cases with a warning`)] : []
  return `${[...lines, ...warned, end].join('\n')}\n`
}

function command(outcome: Outcome, title: string, message: string): string {
  const level = outcome === 'info' ? 'notice' : outcome === 'warn' ? 'warning' : 'error'
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${level} title=${property}::${escaped(message)}`
}

/** As the toolkit of GitHub Actions escapes values: nothing in them begins another command. */
const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
