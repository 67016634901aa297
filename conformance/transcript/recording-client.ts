/**
 * The HTTP client of a run: every exchange goes into the transcript, whatever its outcome.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import type { HttpClient, HttpOutcome, HttpRequest, HttpResponse } from '../http/http-client.js'
import type { ClientCertificate } from '../http/network.js'
import type { ExchangeEntry, Purpose } from './entry.js'
import { noteEntry } from './provenance.js'
import type { Transcript } from './transcript.js'

/** What a request is for, as the transcript records it. */
export interface ExchangePurpose extends Purpose, Pick<ExchangeEntry, 'certificate'> {
  readonly operation?: OperationId
}

/** Looks at an answer before it is redacted; what was found goes into the entry. */
export type Inspect = (response: HttpResponse) => Promise<Pick<ExchangeEntry, 'signature' | 'eventTokens' | 'idToken'>>

export class RecordingClient {
  readonly #http: HttpClient
  readonly #transcript: Transcript
  readonly #now: () => number
  readonly #bankTime: { readonly ahead: number }

  /** @param bankTime how far the bank's clock is ahead of `now`, in milliseconds; it changes when that clock is moved */
  constructor(http: HttpClient, transcript: Transcript, now: () => number, bankTime: { readonly ahead: number }) {
    this.#http = http
    this.#transcript = transcript
    this.#now = now
    this.#bankTime = bankTime
  }

  /**
   * Sends one request, without retries, and records the exchange.
   *
   * @returns the outcome, not redacted: the run needs tokens and ids
   * @param inspect looks at the whole answer
   * @param certificate what is shown to a server that asks for one
   * @throws when the request is not valid HTTP
   */
  async send(
    request: HttpRequest,
    purpose: ExchangePurpose,
    signal?: AbortSignal,
    inspect?: Inspect,
    certificate?: ClientCertificate,
  ): Promise<HttpOutcome> {
    const complete = withFraming(request)
    const startedAt = this.#now()
    const { ahead } = this.#bankTime
    const outcome = await this.#http.send(complete, signal, certificate)
    const millis = this.#now() - startedAt
    const found = 'response' in outcome && inspect ? await inspect(outcome.response) : undefined
    const { seq } = this.#transcript.append({
      kind: 'exchange',
      at: new Date(startedAt).toISOString(),
      millis,
      ...(ahead !== 0 && { bankAhead: ahead }),
      ...purpose,
      request: complete,
      ...outcome,
      ...found,
    })
    noteEntry(outcome, seq)
    if ('response' in outcome) noteEntry(outcome.response, seq)
    return outcome
  }
}

/**
 * The headers HTTP itself needs, set here so that the transcript shows what was sent. Without `accept-encoding` a bank may
 * compress as it likes (RFC 9110 section 12.5.3), and the transcript would not have the bytes that came.
 */
function withFraming(request: HttpRequest): HttpRequest {
  const host = /^https?:\/\/([^/?#]+)/i.exec(request.url)?.[1] ?? ''
  const length =
    request.body === undefined ? [] : [['content-length', String(Buffer.byteLength(request.body))] as const]
  const isAsked = request.headers.some(([name]) => name.toLowerCase() === 'accept-encoding')
  const coding = isAsked ? [] : [['accept-encoding', 'identity'] as const]
  return { ...request, headers: [['host', host], ...request.headers, ...coding, ...length] }
}
