/**
 * The HTTP client of a run: every exchange goes into the transcript, whatever its outcome.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { HttpClient, HttpOutcome, HttpRequest, HttpResponse } from '../http/http-client.js'
import type { Purpose, SignatureFacts } from './entry.js'
import type { Transcript } from './transcript.js'

/** What a request is for, as the transcript records it. */
export interface ExchangePurpose extends Purpose {
  readonly operation?: OperationId
}

/** Looks at an answer before it is redacted. */
export type Inspect = (response: HttpResponse) => Promise<SignatureFacts | undefined>

export class RecordingClient {
  readonly #http: HttpClient
  readonly #transcript: Transcript
  readonly #now: () => number

  constructor(http: HttpClient, transcript: Transcript, now: () => number) {
    this.#http = http
    this.#transcript = transcript
    this.#now = now
  }

  /**
   * Sends one request, without retries, and records the exchange.
   *
   * @returns the outcome, not redacted: the run needs tokens and ids
   * @param inspect looks at the whole answer
   * @throws when the request is not valid HTTP
   */
  async send(
    request: HttpRequest,
    purpose: ExchangePurpose,
    signal?: AbortSignal,
    inspect?: Inspect,
  ): Promise<HttpOutcome> {
    const complete = withFraming(request)
    const startedAt = this.#now()
    const outcome = await this.#http.send(complete, signal)
    const millis = this.#now() - startedAt
    const signature = 'response' in outcome && inspect ? await inspect(outcome.response) : undefined
    this.#transcript.append({
      kind: 'exchange',
      at: new Date(startedAt).toISOString(),
      millis,
      ...purpose,
      request: complete,
      ...outcome,
      ...(signature && { signature }),
    })
    return outcome
  }
}

/** The headers HTTP itself needs, set here so that the transcript shows what was sent. */
function withFraming(request: HttpRequest): HttpRequest {
  const host = /^https?:\/\/([^/?#]+)/i.exec(request.url)?.[1] ?? ''
  const length =
    request.body === undefined ? [] : [['content-length', String(Buffer.byteLength(request.body))] as const]
  return { ...request, headers: [['host', host], ...request.headers, ...length] }
}
