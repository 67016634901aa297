/**
 * The progress of a run on stderr: one redrawn line on a terminal, else a line for every tenth of the cases.
 *
 * @module
 */
import type { CaseVerdict } from '../judge/verdict.js'
import { clean, cut } from '../text/clean.js'
import type { ReporterOutput } from './reporter.js'
import { counted, tally } from './summary.js'

const eraseLine = '\r\u001b[2K'

export interface Progress {
  begin(planned: number): void
  step(verdict: CaseVerdict): void
  /** Erases the redrawn line. */
  end(): void
}

/** Progress of one run. */
export function createProgress({
  stderr,
  isTerminal,
  columns = () => 80,
}: Pick<ReporterOutput, 'stderr' | 'isTerminal' | 'columns'>): Progress {
  const seen: CaseVerdict[] = []
  let planned = 0
  let tenths = 0

  return {
    begin(total) {
      planned = total
      if (!isTerminal) stderr(`0/${planned} cases\n`)
    },
    step(verdict) {
      seen.push(verdict)
      const state = `${seen.length}/${planned} cases: ${counted(tally(seen))}`
      if (isTerminal) return stderr(`${eraseLine}${fitting(`${state}   ${verdict.case} ${verdict.title}`, columns())}`)
      const reached = planned > 0 ? Math.floor((seen.length * 10) / planned) : 10
      if (reached > tenths) stderr(`${state}\n`)
      tenths = reached
    },
    end() {
      if (isTerminal) stderr(eraseLine)
    },
  }
}

/** The beginning of a text that one line of the terminal has room for: a line that breaks could not be erased. */
function fitting(text: string, columns: number): string {
  const line = clean(text)
  const room = Math.max(1, columns - 1)
  return line.length <= room ? line : `${cut(line, room - 1).text}…`
}
