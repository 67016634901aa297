/**
 * Steps that move the bank's clock.
 *
 * @module
 */
import { isDateTimeOfV0, parseDateTime } from '#standard/index.js'
import type { Advance, Ref } from '../cases/case.js'
import { bankNow, moveBankClock } from '../tpp/bank-clock.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { Purpose } from '../transcript/entry.js'
import { type CaseRun, fillIn } from './case-run.js'

/** Moves the clock on. @throws {CouldNotRun} when the bank does not move it, or an answer lacks the value that says how far */
export async function sendAdvance(run: CaseRun, step: Advance, purpose: Purpose): Promise<undefined> {
  await moveBankClock(run.session, target(run, step, bankNow(run.session)), purpose)
  return undefined
}

function target(run: CaseRun, { advance, beyond = 0, otherwise }: Advance, now: number): number {
  try {
    if (typeof advance === 'number') return now + advance + beyond
    return beyond + ('to' in advance ? instant(run, advance.to) : now + seconds(run, advance.seconds) * 1000)
  } catch (error) {
    if (!(error instanceof CouldNotRun) || otherwise === undefined) throw error
    return now + otherwise
  }
}

function instant(run: CaseRun, ref: Ref): number {
  const value = fillIn(run, ref)
  if (typeof value === 'string' && isDateTimeOfV0(value)) return parseDateTime(value)
  throw new CouldNotRun('what the clock is to be moved to is no date-time', 'bank')
}

function seconds(run: CaseRun, ref: Ref): number {
  const value = fillIn(run, ref)
  if (typeof value === 'number' && value >= 0) return value
  throw new CouldNotRun('what the clock is to be moved by is no number of seconds', 'bank')
}
