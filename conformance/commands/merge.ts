/**
 * `ob-conformance merge`.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import { unknownReporters } from '../report/index.js'
import { mergeReports } from '../report/merge.js'
import { type ExitCode, toExitCode } from '../report/summary.js'
import { type OutputTerminal, openReporters, takeOutOldReports } from './output.js'

export interface MergeFlags {
  /** Names of reporters, with commas between them. */
  readonly reporter: string
  /** Folder for the reports of the whole. */
  readonly output: string
}

/**
 * Makes one report of the parts of a run, and ends as the whole run would.
 *
 * @throws {ConfigurationError} with everything that keeps the folders from being one run
 */
export async function mergeCommand(
  folders: readonly string[],
  flags: MergeFlags,
  terminal: OutputTerminal,
): Promise<ExitCode> {
  const names = flags.reporter.split(',').map((name) => name.trim())
  const wrong = [...unknownReporters(names), ...wrongFolders(folders, flags.output)]
  if (wrong.length > 0) throw new ConfigurationError('arguments', wrong)
  await takeOutOldReports(flags.output)
  const result = mergeReports(folders)
  const reporters = openReporters(names, flags.output, terminal)
  await reporters.onEnd(result)
  return toExitCode(result.verdicts.exitCode, reporters.dropped)
}

/** The reports of a part must not be taken out, or written over, for those of the whole. */
function wrongFolders(folders: readonly string[], output: string): Mistake[] {
  const options = folders.filter((folder) => folder.startsWith('-'))
  if (options.length > 0) {
    return options.map((option) => ({
      path: 'arguments',
      expected: 'only options that --help shows',
      received: JSON.stringify(option),
    }))
  }
  return folders
    .filter((folder) => place(folder) === place(output))
    .map((received) => ({ path: '--output', expected: 'another folder than those of the parts', received }))
}

function place(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}
