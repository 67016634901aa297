/**
 * What a command has of the process it runs in.
 *
 * @module
 */
import type { Environment } from '../journeys/launch-browser.js'

export interface Terminal {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** True when stdout and stderr are both shown on a terminal. */
  readonly isTerminal: boolean
  readonly env: Environment
  readonly now: () => number
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
}
