/**
 * Steps that wait for notifications, and what becomes of those that nobody waited for.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import type { Notified } from '../cases/case.js'
import { bankNow, moveBankClock } from '../tpp/bank-clock.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import { checkToken } from '../tpp/event-tokens.js'
import type { Came } from '../tpp/notification-receiver.js'
import type { Purpose } from '../transcript/entry.js'
import { isAbout, readToken } from '../transcript/event-tokens.js'
import { type CaseRun, fillInText } from './case-run.js'

/**
 * How long a bank may take to note how a notification was answered, before its clock is moved, in milliseconds: at most so long, and no
 * longer than many times what it took to send one, once that was seen.
 */
const noteMillis = { atLeast: 60, atMost: 300, times: 10 } as const
/** How long a try is waited for once the bank's clock has reached it, in milliseconds. */
const tryMillis = 1500
/** Of the pause before a try, after how much the suite looks whether it came too early: twice, so that short pauses show. */
const early = [0.6, 0.9] as const
/** A pause that short is not looked into, in seconds. */
const shortSeconds = 2
/** How often the clock is moved on for one try: a bank may count a pause from a later instant than the suite. */
const movesForOneTry = 3

/** Waits, as long as the profile says, and records all that comes meanwhile. */
export async function sendNotified(run: CaseRun, step: Notified, purpose: Purpose): Promise<undefined> {
  const { callback, session } = run
  if (!callback) throw new CouldNotRun('the case has no callback', 'suite')
  const id = fillInText(run, step.notified)
  const { calls = 1, overRetries } = step
  const { patienceMillis = 0, retrySeconds = [] } = session.profile.notifications ?? {}
  const isThere = (count: number, millis: number) => waitFor(run, id, count, millis, purpose)
  await isThere(overRetries ? 1 : calls, patienceMillis)
  if (!overRetries || countOf(run, id) === 0) return undefined
  const most = overRetries === 'all' ? Number.POSITIVE_INFINITY : calls
  let patience: number = noteMillis.atMost
  for (const pause of retrySeconds) {
    const before = countOf(run, id)
    if (before >= most) return undefined
    patience = await passPause(run, id, pause, patience, purpose)
    // it is not sent again: a later pause changes nothing
    if (countOf(run, id) === before) break
  }
  if (overRetries === 'until there are') return undefined
  await move(run, 3000 * (retrySeconds.at(-1) ?? 0), purpose)
  await settle(run, id, patience, purpose)
  return undefined
}

/**
 * Lets most of a pause pass, when nothing should come, and then the rest.
 *
 * @param patience how long the bank may take to note an answer, in milliseconds
 * @returns likewise, now that one more notification was waited for
 */
async function passPause(run: CaseRun, id: string, pause: number, patience: number, purpose: Purpose): Promise<number> {
  const before = countOf(run, id)
  await settle(run, id, patience, purpose)
  let passed = 0
  for (const part of pause > shortSeconds ? early : []) {
    await move(run, pause * 1000 * (part - passed), purpose)
    passed = part
    await settle(run, id, patience, purpose)
  }
  let took = 0
  for (let moved = 0; moved < movesForOneTry && countOf(run, id) === before; moved += 1) {
    const from = run.session.now()
    await move(run, pause * 1000 * (moved === 0 ? 1 - passed : 1) + 500, purpose)
    await waitFor(run, id, before + 1, tryMillis, purpose)
    took = run.session.now() - from
  }
  const { atLeast, atMost, times } = noteMillis
  return Math.min(Math.max(atLeast, times * took), atMost)
}

/** Gives the bank the time to note how the suite has answered, and records what comes meanwhile. */
const settle = (run: CaseRun, id: string, patience: number, purpose: Purpose) =>
  waitFor(run, id, Number.POSITIVE_INFINITY, patience, purpose)

async function move(run: CaseRun, millis: number, purpose: Purpose): Promise<void> {
  await recordCame(run, purpose)
  await moveBankClock(run.session, bankNow(run.session) + millis, purpose)
}

/** Records what comes until so many are there, or the time is over. */
async function waitFor(run: CaseRun, id: string, count: number, millis: number, purpose: Purpose): Promise<void> {
  const { callback, session } = run
  const end = session.now() + millis
  for (;;) {
    await recordCame(run, purpose)
    const left = end - session.now()
    if (countOf(run, id) >= count || left <= 0 || session.signal.aborted) return
    await callback?.something(left, session.signal)
  }
}

const countOf = ({ heard }: CaseRun, id: string) => heard.filter((token) => isAbout(readToken('', token), id)).length

/** Writes what has come into the transcript. Where a clock was moved, it came at what the clock stands at now. */
async function recordCame(run: CaseRun, purpose: Purpose): Promise<void> {
  for (const came of run.callback?.take() ?? []) {
    run.heard.push(came.request.body ?? '')
    await record(run, came, purpose)
  }
}

async function record({ session }: CaseRun, { at, request, response }: Came, purpose: Purpose): Promise<void> {
  const { ahead } = session.bankTime
  session.transcript.append({
    kind: 'notification',
    at: new Date(at).toISOString(),
    ...(ahead !== 0 && { bankAhead: ahead }),
    ...purpose,
    operation: 'notifyEvent',
    request,
    ...(response && { response }),
    token: await checkToken(session, request.body ?? ''),
  })
}

/** What nobody waited for belongs to the last step. Waits a moment: what is sent twice comes late. */
export async function endCallback(run: CaseRun, purpose: Purpose): Promise<void> {
  if (!run.callback) return
  await setTimeout(noteMillis.atMost, undefined, { signal: run.session.signal }).catch(() => {})
  await recordCame(run, purpose)
  run.callback.close()
}
