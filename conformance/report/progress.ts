/**
 * The progress of a run on stderr: one redrawn line on a terminal, else a line for every tenth of the cases.
 *
 * @module
 */
import type { CaseVerdict } from '../judge/verdict.js'
import { clean } from '../text/clean.js'
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
export function createProgress({ stderr, isTerminal }: Pick<ReporterOutput, 'stderr' | 'isTerminal'>): Progress {
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
      if (isTerminal) return stderr(`${eraseLine}${clean(`${state}   ${verdict.case} ${verdict.title}`, 79)}`)
      const reached = planned > 0 ? Math.floor((seen.length * 10) / planned) : 10
      if (reached > tenths) stderr(`${state}\n`)
      tenths = reached
    },
    end() {
      if (isTerminal) stderr(eraseLine)
    },
  }
}
