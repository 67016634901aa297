/**
 * How a command ends that throws: a message, then a last line that names cause and party, as a run has one.
 *
 * @module
 */
import type { Blame } from '../judge/verdict.js'
import { ConfigurationError } from '../profile/mistakes.js'
import { blames, count, exitReasons } from '../report/words.js'
import { clean } from '../text/clean.js'
import { CouldNotRun } from '../tpp/could-not-run.js'

export interface Ended {
  readonly exitCode: 2 | 3 | 4
  /** All that is to be said, ending in a line feed. */
  readonly text: string
}

/** The end of a command that has thrown an error. */
export function endedBy(error: unknown): Ended {
  const { message } = error as Error
  if (error instanceof CouldNotRun && error.blame !== 'suite') {
    const exitCode = error.blame === 'config' ? 2 : 3
    const line = lastLine(exitCode, exitReasons[exitCode].reason, message, error.blame)
    return { exitCode, text: `ob-conformance: ${clean(message)}\n${line}` }
  }
  if (!(error instanceof ConfigurationError)) {
    const line = `exit 4: ${exitReasons[4].reason}. Cause: ${clean(message)} (${blames.suite.name})`
    return { exitCode: 4, text: `ob-conformance: ${clean(message)}\n${line}\n` }
  }
  const [first] = error.mistakes
  const cause = first
    ? `${first.path === '' ? '' : `${first.path}: `}expected ${first.expected}, received ${first.received}`
    : message
  return { exitCode: 2, text: `ob-conformance: ${message}\n${wrongInput(cause, error.mistakes.length - 1)}` }
}

/** The last line of a command that does not end with 0: why, the cause, and who has to act. */
export function lastLine(exitCode: number, reason: string, cause: string, party: Blame, others = 0): string {
  const more = others > 0 ? ` and ${count(others, 'other cause')}` : ''
  return `exit ${exitCode}: ${reason}. Cause: ${clean(cause)} (${blames[party].name})${more}\n`
}

/** The last line of a command whose arguments or profile are wrong. */
export function wrongInput(cause: string, others = 0): string {
  const more = others > 0 ? ` and ${count(others, 'other mistake')}` : ''
  return `exit 2: what was given has to be corrected first. Cause: ${clean(cause)} (${blames.config.name})${more}\n`
}
