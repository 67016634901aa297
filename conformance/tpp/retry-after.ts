/**
 * Obeys `Retry-After`: a bank with a small quota is not judged by what it refuses to a TPP in a hurry. Every answer is in the transcript.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import type { HttpOutcome } from '../http/http-client.js'
import { RunEnded } from './could-not-run.js'
import type { Session } from './session.js'

/** How often a request is sent again, and the longest wait that is obeyed, in seconds. */
const mostTries = 3
const longestSeconds = 90

/** How long the bank asks to wait, in milliseconds; `undefined` for an answer that asks for nothing, or for too much. */
function waitOf(outcome: HttpOutcome): number | undefined {
  if (!('response' in outcome) || outcome.response.status !== 429) return undefined
  const value = outcome.response.headers.find(([name]) => name === 'retry-after')?.[1]
  const seconds = value !== undefined && /^\d{1,4}$/.test(value.trim()) ? Number(value) : undefined
  return seconds !== undefined && seconds <= longestSeconds ? seconds * 1000 : undefined
}

/**
 * Sends until the answer is no 429 that says when to come again. What else is refused meanwhile waits until the latest of the instants that the bank has named.
 *
 * @param sendOnce makes and sends the request: another one each time
 */
export async function obeyRetryAfter(session: Session, sendOnce: () => Promise<HttpOutcome>): Promise<HttpOutcome> {
  let outcome = await sendOnce()
  for (let tries = 0; tries < mostTries; tries++) {
    const wait = waitOf(outcome)
    if (wait === undefined) return outcome
    session.quota.freeAt = Math.max(session.quota.freeAt, session.now() + wait)
    await untilFree(session)
    outcome = await sendOnce()
  }
  return outcome
}

/** Waits while the bank has asked to. */
async function untilFree(session: Session): Promise<void> {
  const { quota, now, signal } = session
  while (now() < quota.freeAt) {
    if (signal.aborted) throw new RunEnded()
    // in small parts: a clock that is moved by hand ends the wait too
    await setTimeout(Math.min(quota.freeAt - now(), 250), undefined, { signal }).catch(() => {
      throw new RunEnded()
    })
  }
}
