/**
 * The HTML report: one `index.html` that opens from disk without a server.
 *
 * @module
 */
import { reportFiles, writeWhole } from './files.js'
import { renderPage } from './html/page.js'
import type { Reporter, ReporterOutput } from './reporter.js'

/** Writes `index.html` when the run ends. */
export function htmlReporter({ folder, stdout }: ReporterOutput): Reporter {
  return {
    name: 'html',
    async onEnd(result) {
      stdout(`  html        ${await writeWhole(folder, reportFiles.html, renderPage(result))}\n`)
    },
  }
}
