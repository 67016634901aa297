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

/** After so many requests in a row that were refused as often as they were sent, nobody waits any more. */
const mostInVain = 4

/** How long the bank asks to wait, in milliseconds; `undefined` for an answer that asks for nothing, or for too much. */
function waitOf(outcome: HttpOutcome): number | undefined {
  if (!('response' in outcome) || outcome.response.status !== 429) return undefined
  const value = outcome.response.headers.find(([name]) => name === 'retry-after')?.[1]
  const seconds = value !== undefined && /^\d{1,4}$/.test(value.trim()) ? Number(value) : undefined
  return seconds !== undefined && seconds <= longestSeconds ? seconds * 1000 : undefined
}

/**
 * What a server allows a run for the moment. Requests go side by side until one is refused; from then on they form a line, in which one
 * is sent at a time, until the line is empty again: else all that have waited would use up the next quota at once.
 */
export class Pace {
  /** Until when the server has asked to wait, in milliseconds since 1970. */
  freeAt = 0
  /** How long the run has waited for it, in milliseconds. */
  waited = 0
  #inLine = 0
  #last: Promise<unknown> = Promise.resolve()
  #inVain = 0

  /** A line has formed. */
  get isShort(): boolean {
    return this.#inLine > 0
  }

  /** The server serves nobody, however long somebody waits. */
  get isHopeless(): boolean {
    return this.#inVain >= mostInVain
  }

  /** Whether waiting has brought an answer. */
  note(isServed: boolean): void {
    this.#inVain = isServed ? 0 : this.#inVain + 1
  }

  /** Does something when everybody who came earlier has been served or has given up. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#inLine += 1
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#inLine -= 1
    }
  }
}

/**
 * Sends until the answer is no 429 that says when to come again.
 *
 * @param inLine false for what a request waits for that may be at the head of the line: it stands in none, or both would wait for ever
 * @param sendOnce makes and sends the request: another one each time. It is told whether the request has waited, so that tokens may have ended
 */
export async function obeyRetryAfter(
  session: Pick<Session, 'now' | 'signal'>,
  pace: Pace,
  sendOnce: (hasWaited: boolean) => Promise<HttpOutcome>,
  inLine = true,
): Promise<HttpOutcome> {
  if (!pace.isShort || !inLine) {
    const outcome = await sendOnce(false)
    const isRefused = mustWait(session, pace, outcome)
    if (!isRefused) pace.note(true)
    if (!isRefused || pace.isHopeless) return outcome
  }
  const sendAgain = async () => {
    for (let tries = 1; ; tries++) {
      await untilFree(session, pace)
      const outcome = await sendOnce(true)
      const isRefused = mustWait(session, pace, outcome)
      if (isRefused && tries < mostTries && !pace.isHopeless) continue
      pace.note(!isRefused)
      return outcome
    }
  }
  return inLine ? pace.inTurn(sendAgain) : sendAgain()
}

/** Whether an answer asks to wait; until when is noted. */
function mustWait({ now }: Pick<Session, 'now'>, pace: Pace, outcome: HttpOutcome): boolean {
  const wait = waitOf(outcome)
  if (wait !== undefined) pace.freeAt = Math.max(pace.freeAt, now() + wait)
  return wait !== undefined
}

/** Waits while the server has asked to. */
async function untilFree({ now, signal }: Pick<Session, 'now' | 'signal'>, pace: Pace): Promise<void> {
  const from = now()
  while (now() < pace.freeAt && !pace.isHopeless) {
    if (signal.aborted) throw new RunEnded()
    // in small parts: a clock that is moved by hand ends the wait too
    await setTimeout(Math.min(pace.freeAt - now(), 250), undefined, { signal }).catch(() => {
      throw new RunEnded()
    })
  }
  pace.waited += now() - from
}
