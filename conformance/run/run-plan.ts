/**
 * Runs a plan: several cases at a time, those that make payments after all others; verdicts do not depend on their order.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { paysIn } from '../plan/paying.js'
import type { Plan } from '../plan/plan.js'
import { caseKey, type PlannedCase } from '../plan/planned-case.js'
import { RunEnded } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { inParallel } from './in-parallel.js'
import { runCase } from './run-case.js'
import { shuffle } from './shuffle.js'

export interface RunPlanOptions {
  /** Name and version of the suite, for the transcript. */
  readonly suite: string
  /** How many cases run at a time. Default 4. */
  readonly concurrency?: number
  /** Runs the cases in another order, the same for the same seed: verdicts must not depend on it. */
  readonly shuffleSeed?: number
  /** Called when a case is done. */
  readonly onCase?: (planned: PlannedCase) => void
}

/** Writes the first entry of the transcript, runs every planned case, and returns when all are done or the run has ended. */
export async function runPlan(session: Session, plan: Plan, options: RunPlanOptions): Promise<void> {
  const { name, strictness, versions, operations, authorisation, payments } = session.profile
  session.transcript.append({
    kind: 'run',
    at: new Date(session.now()).toISOString(),
    suite: options.suite,
    profile: {
      name,
      strictness,
      versions,
      operations: operations as OperationId[],
      issuer: authorisation.issuer,
      ...(payments?.answersSigned && { answersSigned: true }),
    },
    planned: plan.cases.map(caseKey),
    notApplicable: plan.notApplicable.filter(({ version }) => versions[version] !== undefined),
    partial: plan.partial,
  })
  const cases = options.shuffleSeed === undefined ? plan.cases : shuffle(plan.cases, options.shuffleSeed)
  // a read of money must not meet the payment of another case
  const [paying, others] = [cases.filter(paysIn), cases.filter((planned) => !paysIn(planned))]
  for (const part of [others, paying]) {
    await inParallel(part, options.concurrency ?? 4, async (planned) => {
      if (session.signal.aborted) return
      try {
        await runCase(session, planned)
      } catch (error) {
        if (error instanceof RunEnded) return
        throw error
      }
      options.onCase?.(planned)
    })
  }
}
