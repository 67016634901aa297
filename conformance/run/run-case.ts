/**
 * Runs one case: starting point, steps, and its last entry in the transcript.
 *
 * @module
 */
import { resolveGiven } from '../given/resolve-given.js'
import type { PlannedCase } from '../plan/planned-case.js'
import { CouldNotRun, RunEnded } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import type { CaseEntry } from '../transcript/entry.js'
import { lastOf } from '../transcript/provenance.js'
import { startCase } from './case-run.js'
import { needMoney } from './money.js'
import { endCallback } from './send-notified.js'
import { sendStep } from './send-step.js'

/**
 * Runs the case and writes its last entry in the transcript, whatever happens in between.
 *
 * @throws {RunEnded} when the run is over; the case then has no last entry
 */
export async function runCase(session: Session, planned: PlannedCase): Promise<void> {
  const { case: test, version } = planned
  const startedAt = session.now()
  let given: Readonly<Record<string, string>> = {}
  let couldNotRun: CaseEntry['couldNotRun']
  let ending = async () => {}
  try {
    const resolved = await resolveGiven(session, test.given, version, test.id)
    given = { ...resolved.values }
    await needMoney(session, planned)
    const callback = test.callback && (await session.notifications?.callback(test.callback.answers))
    const run = startCase(session, test, version, resolved, callback)
    ending = () => endCallback(run, { case: test.id, version, step: test.steps.length - 1 })
    for (const [step, what] of test.steps.entries()) {
      const deviates = 'call' in what && what.deviates ? { deviates: what.deviates } : {}
      run.answers[step] = await sendStep(run, what, { case: test.id, version, step, ...deviates })
    }
  } catch (error) {
    if (error instanceof RunEnded) throw error
    couldNotRun = reasonOf(session, planned, error)
  }
  await ending()
  session.transcript.append({
    kind: 'case',
    at: new Date(session.now()).toISOString(),
    case: test.id,
    version,
    millis: session.now() - startedAt,
    given,
    ...(couldNotRun && { couldNotRun }),
  })
}

/** An unexpected error is a mistake of the suite, never of the bank. */
function reasonOf(
  { transcript }: Session,
  { case: test, version }: PlannedCase,
  error: unknown,
): NonNullable<CaseEntry['couldNotRun']> {
  if (error instanceof CouldNotRun) {
    const { entry = lastOf(transcript.entries, (each) => each.case === test.id && each.version === version) } = error
    return { reason: error.message, blame: error.blame, ...(entry !== undefined && { entry }) }
  }
  return { reason: error instanceof Error ? error.message : String(error), blame: 'suite' }
}
