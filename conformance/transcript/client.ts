/**
 * The client of the run: what it sends and what comes back goes into the transcript, whatever happened.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { Purpose } from './entry.js'
import type { Transcript } from './transcript.js'
import type { Outcome, Wire, WireRequest } from './wire.js'

/** What a request is for, as it is noted in the transcript. */
export interface ExchangePurpose extends Purpose {
  readonly operation?: OperationId
}

export class Client {
  readonly #wire: Wire
  readonly #transcript: Transcript
  readonly #now: () => number

  constructor(wire: Wire, transcript: Transcript, now: () => number) {
    this.#wire = wire
    this.#transcript = transcript
    this.#now = now
  }

  /**
   * Sends one request, once, and notes the exchange.
   *
   * @returns what came, not redacted: the run needs tokens and ids
   * @throws when the request itself can not be sent
   */
  async send(request: WireRequest, purpose: ExchangePurpose, signal?: AbortSignal): Promise<Outcome> {
    const complete = withFraming(request)
    const startedAt = this.#now()
    const outcome = await this.#wire.send(complete, signal)
    this.#transcript.append({
      kind: 'exchange',
      at: new Date(startedAt).toISOString(),
      millis: this.#now() - startedAt,
      ...purpose,
      request: complete,
      ...outcome,
    })
    return outcome
  }
}

/** The headers HTTP itself needs, set here so that the record has what was sent. */
function withFraming(request: WireRequest): WireRequest {
  const host = /^https?:\/\/([^/?#]+)/i.exec(request.url)?.[1] ?? ''
  const length =
    request.body === undefined ? [] : [['content-length', String(Buffer.byteLength(request.body))] as const]
  return { ...request, headers: [['host', host], ...request.headers, ...length] }
}
