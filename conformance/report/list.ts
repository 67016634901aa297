/**
 * The report for a terminal: the causes of what did not pass, then what else is worth knowing, then the counts.
 *
 * @module
 */
import { cleanResult } from './clean-result.js'
import { renderLastLine, renderList } from './list-text.js'
import { createProgress } from './progress.js'
import type { Reporter, ReporterOutput, RunResult } from './reporter.js'

/** The report of a run as text without colour. */
export function renderReport(result: RunResult): string {
  const printable = cleanResult(result)
  return renderList(printable, false) + renderLastLine(printable, [], false)
}

/** The report on stdout, progress on stderr. */
export function listReporter(output: ReporterOutput): Reporter {
  const progress = createProgress(output)
  return {
    name: 'list',
    onBegin: (info) => progress.begin(info.planned),
    onCase: (verdict) => progress.step(verdict),
    onEnd(result) {
      progress.end()
      output.stdout(renderList(cleanResult(result), output.colour ?? false))
    },
  }
}
