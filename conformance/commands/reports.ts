/**
 * `ob-conformance verify` and `ob-conformance diff`: what can be done with reports without a bank.
 *
 * @module
 */
import { compareReports } from '../report/diff.js'
import { readReport } from '../report/read-report.js'
import { verifyReport } from '../report/verify.js'
import { clean } from '../text/clean.js'
import { lastLine } from './ended.js'
import type { Terminal } from './terminal.js'

const mostLines = 40

/**
 * Recomputes the verdicts of the report in a folder from its evidence.
 *
 * @returns 0 where they agree, or else 1
 * @throws {ConfigurationError} when there is no report
 */
export function verifyCommand(folder: string, { stdout }: Pick<Terminal, 'stdout'>): 0 | 1 {
  const { report, transcript, problems } = verifyReport(folder)
  const verdicts = report.cases.length + report.wire.length
  const more = problems.length - mostLines
  for (const problem of problems.slice(0, mostLines)) stdout(`✗ ${clean(problem)}\n`)
  if (more > 0) stdout(`... and ${more} more\n`)
  const [first, ...others] = problems
  if (first !== undefined) {
    stdout(lastLine(1, 'the report is not what its evidence says', first, 'config', others.length))
    return 1
  }
  stdout(`✓ ${verdicts} verdicts follow from ${transcript.length} entries, whose chain is whole.\n`)
  return 0
}

/**
 * Says how a later report differs from an earlier one.
 *
 * @returns 1 where something is worse, or else 0
 * @throws {ConfigurationError} when one of them is not there
 */
export function diffCommand(before: string, after: string, { stdout }: Pick<Terminal, 'stdout'>): 0 | 1 {
  const { lines, worse } = compareReports(readReport(before, 'BEFORE'), readReport(after, 'AFTER'))
  stdout(`${lines.map((line) => clean(line)).join('\n')}\n`)
  const [first, ...others] = worse
  if (!first) return 0
  stdout(lastLine(1, 'the later report is worse', first.title, first.party, others.length))
  return 1
}
