/**
 * Notices that a server of the bank answers nothing any more, so that a run ends then and not after each of its cases has waited.
 *
 * @module
 */
import type { HttpOutcome } from '../http/http-client.js'
import type { EndEntry } from '../transcript/entry.js'
import { entryOf } from '../transcript/provenance.js'

/** Why a run ends early. */
export type EndOfRun = Omit<EndEntry, 'kind' | 'at'>

/** How many requests in a row are left unanswered: where they were waited for, and where there was no connection. */
const mostWaits = 3
const mostRefusals = 25

/** How long a server that has answered before may be silent, in milliseconds. */
const patienceMillis = 25_000

interface Server {
  answeredAt?: number
  waits: number
  refusals: number
}

export class SilenceWatch {
  readonly #servers = new Map<string, Server>()
  readonly #end: (end: EndOfRun) => void

  /** @param end ends the run */
  constructor(end: (end: EndOfRun) => void) {
    this.#end = end
  }

  /** @param now milliseconds since 1970 */
  note(url: string, outcome: HttpOutcome, now: number): void {
    const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url
    const server = this.#servers.get(origin) ?? { waits: 0, refusals: 0 }
    this.#servers.set(origin, server)
    if ('response' in outcome) {
      server.answeredAt = now
      server.waits = 0
      server.refusals = 0
      return
    }
    const isWait = outcome.failure.kind === 'timeout'
    if (isWait) server.waits += 1
    else if (outcome.failure.kind === 'connect') server.refusals += 1
    else return
    const isLong = server.answeredAt === undefined || now - server.answeredAt >= patienceMillis
    const isSilent = server.waits >= mostWaits && isLong
    if (!isSilent && server.refusals < mostRefusals) return
    const entry = entryOf(outcome)
    this.#end({
      why: 'silent',
      message: isSilent ? `${origin} does not answer: the run ended` : `${origin} cannot be reached: the run ended`,
      blame: isSilent ? 'bank' : 'network',
      ...(entry !== undefined && { entry }),
    })
  }
}
