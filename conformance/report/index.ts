/**
 * Reporters by name.
 *
 * @module
 */
import { WriteStream } from 'node:tty'
import { clean } from './clean.js'
import { htmlReporter } from './html.js'
import { jsonReporter } from './json.js'
import { junitReporter } from './junit.js'
import { listReporter } from './list.js'
import { type Multiplexer, multiplex } from './multiplexer.js'
import { ndjsonReporter } from './ndjson.js'
import type { Reporter, ReporterOutput } from './reporter.js'

export { explainCase } from './explain.js'
export { listCases } from './list-cases.js'
export type { Multiplexer } from './multiplexer.js'

/** Every reporter, in the order they report: the terminal first, then the files, the evidence before all others. */
export const reporters = {
  list: listReporter,
  ndjson: ndjsonReporter,
  json: jsonReporter,
  junit: junitReporter,
  html: htmlReporter,
} as const satisfies Record<string, (output: ReporterOutput) => Reporter>

export type ReporterName = keyof typeof reporters

export const reporterNames = Object.keys(reporters) as ReporterName[]

/** One or more names that are no reporter; the message has all of them and the valid ones. */
export class UnknownReporters extends Error {
  readonly code = 'UNKNOWN_REPORTERS'
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    const listed = names.map((name) => `"${clean(name, 40)}"`).join(', ')
    super(`no such reporter: ${listed}; there are ${reporterNames.join(', ')}`)
    this.name = 'UnknownReporters'
    this.names = names
  }
}

/**
 * The reporters of a run as one. Reports that point to the transcript (`json`, `html`) bring `ndjson` with them. A name
 * given twice counts once.
 *
 * @param names For example `['list', 'html']`. None at all is a silent run.
 * @throws {UnknownReporters} With every unknown name.
 */
export function createReporters(names: readonly string[], output: ReporterOutput): Multiplexer {
  const unknown = names.filter((name) => !Object.hasOwn(reporters, name))
  if (unknown.length > 0) throw new UnknownReporters(unknown)
  const wanted = new Set(names)
  if (wanted.has('json') || wanted.has('html')) wanted.add('ndjson')
  const chosen = reporterNames.filter((name) => wanted.has(name))
  const colour = output.colour ?? (output.isTerminal && WriteStream.prototype.hasColors())
  return multiplex(
    chosen.map((name) => reporters[name]({ ...output, colour })),
    output.stderr,
  )
}
