/**
 * A reporter: optional hooks, called in order. One that throws is dropped with one line on stderr and stops nothing.
 *
 * @module
 */
import type { CaseVerdict, Verdicts } from '../judge/verdict.js'
import type { Waiver } from '../profile/profile.js'
import type { ChainedEntry } from '../transcript/entry.js'

/** Where and when a run took place. */
export interface RunInfo {
  readonly profileName: string
  readonly strictness: string
  readonly versions: Readonly<Partial<Record<string, string>>>
  readonly planned: number
  readonly startedAt: string
  readonly suiteVersion: string
  /** The waivers of the profile, and the day, in ISO form, by which they are judged. */
  readonly waivers: readonly Waiver[]
  readonly judgedOn: string
}

export interface RunResult {
  readonly info: RunInfo
  readonly verdicts: Verdicts
  readonly transcript: readonly ChainedEntry[]
  readonly millis: number
}

export interface Reporter {
  readonly name: string
  onBegin?(info: RunInfo): void
  /** Progress: a case has run. The verdict is that of its own entries: what the whole run shows may still change it. */
  onCase?(verdict: CaseVerdict): void
  onEnd?(result: RunResult): Promise<void> | void
}

/** What a reporter may write to. Text from the bank goes through `clean` before it is written. */
export interface ReporterOutput {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** True when stdout and stderr are both shown on a terminal: then progress is redrawn in place. */
  readonly isTerminal: boolean
  /** How wide that terminal is now. Default 80. */
  readonly columns?: () => number
  /** Colour in the report. Default: on a terminal, as far as Node finds that it shows colour (NO_COLOR, TERM). */
  readonly colour?: boolean
  /** Where a pipeline wants a summary in Markdown appended (`GITHUB_STEP_SUMMARY`). */
  readonly summaryFile?: string
  /** Folder for files; created when first needed. Written to a temporary name and renamed. */
  readonly folder: string
}
