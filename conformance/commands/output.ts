/**
 * Where a command writes its reports.
 *
 * @module
 */
import { ConfigurationError } from '../profile/mistakes.js'
import { emptyFolder } from '../report/files.js'
import { createReporters, type Multiplexer } from '../report/index.js'
import { inWords } from '../text/system-error.js'
import type { Terminal } from './terminal.js'

export type OutputTerminal = Pick<Terminal, 'stdout' | 'stderr' | 'isTerminal' | 'columns' | 'env'>

/**
 * Takes the reports of an earlier run out of the folder.
 *
 * @throws {ConfigurationError} when it cannot be written
 */
export async function takeOutOldReports(folder: string): Promise<void> {
  try {
    await emptyFolder(folder)
  } catch (error) {
    const received = `${JSON.stringify(folder)}: ${inWords(error)}`
    throw new ConfigurationError('arguments', [
      { path: '--output', expected: 'a folder that can be written', received },
    ])
  }
}

/** The reporters of these names, which write into a folder and to a terminal. */
export function openReporters(
  names: readonly string[],
  folder: string,
  { stdout, stderr, isTerminal, columns, env }: OutputTerminal,
): Multiplexer {
  const summaryFile = env.GITHUB_STEP_SUMMARY
  return createReporters(names, {
    stdout,
    stderr,
    isTerminal,
    folder,
    ...(columns && { columns }),
    ...(summaryFile && { summaryFile }),
  })
}
