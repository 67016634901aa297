/**
 * What a command needs of the process it runs in.
 *
 * @module
 */
import type { Environment } from '../journeys/launch-browser.js'

export interface Terminal {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** True when stdout and stderr are both shown on a terminal that can erase a line. */
  readonly isTerminal: boolean
  /** How wide that terminal is now. */
  readonly columns?: () => number
  readonly env: Environment
  readonly now: () => number
  /** Asks a person a question that is answered with yes or no; absent where nobody can be asked. */
  readonly ask?: (question: string) => Promise<boolean>
  /** Asks a question that is answered with a line; absent where nobody can be asked. */
  readonly prompt?: (text: string) => Promise<string | undefined>
  /** The next line that a person enters; absent where nobody can. */
  readonly readLine?: (signal: AbortSignal) => Promise<string | undefined>
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal
}
