/**
 * `ob-conformance run`.
 *
 * @module
 */
import { createReporters, reporterNames } from '../report/index.js'
import type { RunResult } from '../report/reporter.js'
import { runSuite } from '../run/run-suite.js'
import { type Flags, readSettings } from './settings.js'
import type { Terminal } from './terminal.js'

export interface RunFlags extends Flags {
  /** Names of reporters, with commas between them. */
  readonly reporter: string
  /** Folder for reports. */
  readonly output: string
}

export type ExitCode = RunResult['verdicts']['exitCode']

/**
 * Runs the suite against a bank and reports.
 *
 * @param target URL of a sandbox, or a profile file
 * @throws {ConfigurationError} with every mistake, before anything is sent
 */
export async function runCommand(target: string, flags: RunFlags, terminal: Terminal): Promise<ExitCode> {
  const names = flags.reporter.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(reporterNames as readonly string[]).includes(name))
  const mistakes = unknown.map((name) => ({
    path: '--reporter',
    expected: `some of ${reporterNames.join(',')}`,
    received: JSON.stringify(name),
  }))
  const settings = await readSettings(target, flags, terminal.env, mistakes)
  const { stdout, stderr, isTerminal, now, env, signal } = terminal
  const reporters = createReporters(names, { stdout, stderr, isTerminal, folder: flags.output })
  const { verdicts } = await runSuite({ ...settings, reporters: [reporters], now, env, signal, stderr })
  return toExitCode(verdicts.exitCode, reporters.dropped)
}

/** A report that could not be written leaves nobody able to check a clean verdict: that is no clean run. */
export function toExitCode(verdict: ExitCode, dropped: readonly string[]): ExitCode {
  return verdict === 0 && dropped.length > 0 ? 2 : verdict
}
