/**
 * Reporters by name.
 *
 * @module
 */
import { WriteStream } from 'node:tty'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import { cleanResult } from './clean-result.js'
import { githubReporter } from './github.js'
import { htmlReporter } from './html.js'
import { jsonReporter } from './json.js'
import { junitReporter } from './junit.js'
import { listReporter } from './list.js'
import { renderLastLine } from './list-text.js'
import { markdownReporter } from './markdown.js'
import { type Multiplexer, multiplex } from './multiplexer.js'
import { ndjsonReporter } from './ndjson.js'
import type { Reporter, ReporterOutput } from './reporter.js'

export { explainCase } from './explain.js'
export { explainOther } from './explain-rows.js'
export { listCases } from './list-cases.js'
export type { Multiplexer } from './multiplexer.js'

/** Every reporter, in the order they report: the terminal first, then the files, the evidence before all others. */
export const reporters = {
  list: listReporter,
  ndjson: ndjsonReporter,
  json: jsonReporter,
  junit: junitReporter,
  markdown: markdownReporter,
  html: htmlReporter,
  github: githubReporter,
} as const satisfies Record<string, (output: ReporterOutput) => Reporter>

export type ReporterName = keyof typeof reporters

export const reporterNames = Object.keys(reporters) as ReporterName[]

/**
 * The reporters of a run as one. Reports that point to the transcript (`json`, `html`) bring `ndjson` with them. A name
 * given twice counts once. When all have ended, a last line says how, why and because of whom.
 *
 * @param names For example `['list', 'html']`. None at all is a silent run.
 * @throws {ConfigurationError} with every name that is no reporter
 */
export function createReporters(names: readonly string[], output: ReporterOutput): Multiplexer {
  const mistakes = unknownReporters(names)
  if (mistakes.length > 0) throw new ConfigurationError('arguments', mistakes)
  const wanted = new Set(names)
  if (wanted.has('json') || wanted.has('html')) wanted.add('ndjson')
  const chosen = reporterNames.filter((name) => wanted.has(name))
  const colour = output.colour ?? (output.isTerminal && WriteStream.prototype.hasColors())
  return multiplex(
    chosen.map((name) => reporters[name]({ ...output, colour })),
    output.stderr,
    (result, dropped) => {
      if (chosen.length > 0) output.stdout(renderLastLine(cleanResult(result), dropped, colour))
    },
  )
}

/** What is wrong with names of which some are no reporter's. */
export function unknownReporters(names: readonly string[]): Mistake[] {
  const unknown = names.filter((name) => !Object.hasOwn(reporters, name))
  return unknown.map((name) => ({
    path: '--reporter',
    expected: `some of ${reporterNames.join(',')}`,
    received: JSON.stringify(name),
  }))
}
