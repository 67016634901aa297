/**
 * The error for a wrong profile or wrong arguments: it lists every mistake at once.
 *
 * @module
 */
import { clean } from '../text/clean.js'

/** One mistake. Never carries the value of a secret. */
export interface Mistake {
  /** Where: `psus.main.password`, `--only`. */
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** The run cannot start. Ends the command with exit code 2 and the message, without a stack trace. */
export class ConfigurationError extends Error {
  readonly code = 'configuration'
  /** Where the mistakes are: a file, a URL, `arguments`. */
  readonly source: string
  readonly mistakes: readonly Mistake[]

  constructor(source: string, mistakes: readonly Mistake[]) {
    super(describeMistakes(source, mistakes))
    this.name = 'ConfigurationError'
    this.source = source
    this.mistakes = mistakes
  }
}

function describeMistakes(source: string, mistakes: readonly Mistake[]): string {
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`
  const lines = mistakes.map(
    ({ path, expected, received }) =>
      `  ${path === '' ? '(whole document)' : path}: expected ${expected}, received ${received}`,
  )
  // A profile can come from a bank: control characters in it must not reach a terminal.
  return [`${source}: ${count}`, ...lines].map((line) => clean(line, 2_000)).join('\n')
}
