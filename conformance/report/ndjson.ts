/**
 * The evidence: `transcript.ndjson`, one entry a line. The transcript is already redacted.
 *
 * @module
 */

import { printableJson } from '../text/clean.js'
import type { ChainedEntry } from '../transcript/entry.js'
import { reportFiles, writeWhole } from './files.js'
import type { Reporter, ReporterOutput } from './reporter.js'

/** Writes `transcript.ndjson` when the run ends. */
export function ndjsonReporter({ folder, stdout }: ReporterOutput): Reporter {
  return {
    name: 'ndjson',
    async onEnd({ transcript }) {
      stdout(`  transcript  ${await writeWhole(folder, reportFiles.ndjson, lines(transcript))}\n`)
    },
  }
}

/** Values are kept as they are, so that the hash chain of the file holds. */
function* lines(transcript: readonly ChainedEntry[]): Generator<string> {
  for (const entry of transcript) yield `${printableJson(entry)}\n`
}
