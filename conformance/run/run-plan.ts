/**
 * Runs a plan in parts, of which verdicts do not depend: first the cases that read money, then those that pay, several at a
 * time; then one by one those that pay and compare money, beside all that have nothing to do with money; and at last, alone,
 * those that move the bank's clock.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { startingPoints } from '../cases/starting-points.js'
import { givenKey, resolveGiven } from '../given/resolve-given.js'
import { comparesMoney, isToldOfEvents, movesClock, paysIn, readsMoney } from '../plan/paying.js'
import type { Plan } from '../plan/plan.js'
import { caseKey, type PlannedCase } from '../plan/planned-case.js'
import { readBankClock } from '../tpp/bank-clock.js'
import { RunEnded } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { digestOfSettings } from '../transcript/settings-digest.js'
import { inParallel } from './in-parallel.js'
import { needsMoney, showsMoney } from './money.js'
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
  const { name, strictness, versions, families, operations, withoutFields, authorisation, payments } = session.profile
  session.transcript.append({
    kind: 'run',
    at: new Date(session.now()).toISOString(),
    suite: options.suite,
    profile: {
      name,
      strictness,
      versions,
      ...(families && { families }),
      operations: operations as OperationId[],
      ...(withoutFields && { withoutFields }),
      issuer: authorisation.issuer,
      ...(authorisation.addresses && { addresses: authorisation.addresses }),
      ...(payments?.answersSigned && { answersSigned: true }),
    },
    settings: digestOfSettings(session.profile),
    planned: plan.cases.map(caseKey),
    notApplicable: plan.notApplicable.filter(({ version }) => versions[version] !== undefined),
    partial: plan.partial,
    ...(plan.wanted && { wanted: true }),
    ...(plan.shard && { shard: plan.shard }),
  })
  await readBankClock(session).catch(passOver)
  const cases = options.shuffleSeed === undefined ? plan.cases : shuffle(plan.cases, options.shuffleSeed)
  const limit = options.concurrency ?? 4
  const of = (part: Part) => cases.filter((planned) => partOf(planned) === part)
  const work = async (planned: PlannedCase) => {
    if (session.signal.aborted) return
    try {
      await runCase(session, planned)
    } catch (error) {
      passOver(error)
      return
    }
    options.onCase?.(planned)
  }
  const toWork = (planned: PlannedCase) => () => work(planned)
  // what several cases share is made first, side by side: else they would wait for one journey after the other
  const run = (part: readonly PlannedCase[], oneByOne: readonly PlannedCase[] = []) =>
    inParallel([...sharedBy(part, session), ...part.map(toWork)], limit, (each) => each(), oneByOne.map(toWork))
  await run(of('reading'))
  // whether there is money is seen before anything is paid
  if (cases.some(needsMoney)) await inParallel(sharedBy(cases.filter(showsMoney), session), limit, (each) => each())
  await run(of('paying'))
  await run(of('others'), of('comparing'))
  // one after the other, and nothing beside: whatever happens while there is a subscription is told
  await inParallel([], 1, work, of('told'))
  await inParallel([], 1, work, of('moving'))
}

/** Makes each starting point that cases of a part share. One that cannot be made is told by its cases. */
function sharedBy(part: readonly PlannedCase[], session: Session): readonly (() => Promise<void>)[] {
  const shared = part.filter(
    ({ case: { given } }) => startingPoints[given].shared && startingPoints[given].consents > 0,
  )
  const named = new Map(shared.map(({ case: { given }, version }) => [givenKey(given, version), { given, version }]))
  return [...named.values()].map(({ given, version }) => async () => {
    await resolveGiven(session, given, version).catch(() => {})
  })
}

/** A run that has ended leaves its cases as they are. */
function passOver(error: unknown): void {
  if (!(error instanceof RunEnded)) throw error
}

/** A read of money must not meet the payment of another case, and no case a clock that jumps. */
type Part = 'reading' | 'paying' | 'comparing' | 'others' | 'told' | 'moving'

function partOf(planned: PlannedCase): Part {
  if (movesClock(planned)) return 'moving'
  if (isToldOfEvents(planned)) return 'told'
  if (comparesMoney(planned)) return 'comparing'
  if (paysIn(planned)) return 'paying'
  return readsMoney(planned) ? 'reading' : 'others'
}
