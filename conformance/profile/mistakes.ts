/**
 * What is wrong with a profile or with the arguments of a run, all of it at once.
 *
 * @module
 */

/** One thing that is wrong. Never carries the value of a secret. */
export interface Mistake {
  /** Where: `psus.main.password`, `--only`. */
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** The run can not start. Ends the command with exit code 2 and the message, without a stack trace. */
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
  return [`${source}: ${count}`, ...lines].join('\n')
}
