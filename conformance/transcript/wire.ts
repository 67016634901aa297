/**
 * HTTP as it is on the wire, towards a server that may be slow, endless or broken: every wait has a deadline and every
 * size a cap; no redirect is followed, nothing is retried, certificates are verified and repeated headers kept.
 *
 * @module
 */
import { Agent } from 'undici'
import type { Limits } from '../profile/profile.js'
import type { ExchangeEntry, WireHeaders } from './entry.js'
import { ExchangeFailed, type Failure, type Phase, toFailure } from './failure.js'

export interface WireRequest {
  readonly method: string
  /** Absolute; its path is sent as it stands, `..` and all. */
  readonly url: string
  readonly headers: WireHeaders
  readonly body?: string
}

export type WireResponse = NonNullable<ExchangeEntry['response']>

export type Outcome = { readonly response: WireResponse } | { readonly failure: Failure }

export type WireLimits = Pick<Limits, 'connectMillis' | 'firstByteMillis' | 'bodyMillis' | 'bodyBytes'>

/** Sends requests; keeps connections until it is closed. */
export class Wire {
  readonly #agent: Agent
  readonly #limits: WireLimits

  constructor(limits: WireLimits) {
    this.#limits = limits
    this.#agent = new Agent({
      connect: { timeout: limits.connectMillis, rejectUnauthorized: true },
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    })
  }

  /**
   * @param signal ends the wait early; the outcome is then a failure of kind `timeout`
   * @throws when the request itself can not be sent: a mistake of the caller
   */
  async send(request: WireRequest, signal?: AbortSignal): Promise<Outcome> {
    const deadline = new Deadline(this.#limits, signal)
    try {
      return { response: await this.#exchange(request, deadline) }
    } catch (error) {
      const failure = toFailure(deadline.signal.aborted ? deadline.signal.reason : error, deadline.phase)
      if (!failure) throw error
      return { failure }
    } finally {
      deadline.stop()
    }
  }

  async #exchange({ method, url, headers, body }: WireRequest, deadline: Deadline): Promise<WireResponse> {
    const [, origin, path] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? []
    if (origin === undefined) throw new TypeError(`not an http or https URL: ${url}`)
    const answer = await this.#agent.request({
      origin,
      path: path?.startsWith('/') ? path : `/${path}`,
      method,
      headers: headers.flat(),
      body: body ?? null,
      signal: deadline.signal,
      responseHeaders: 'raw',
    })
    deadline.enter('body')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body) {
      size += (chunk as Buffer).length
      if (size > this.#limits.bodyBytes) {
        throw new ExchangeFailed('too-large', `the body is larger than ${this.#limits.bodyBytes} bytes`)
      }
      chunks.push(chunk as Buffer)
    }
    return {
      status: answer.statusCode,
      headers: toPairs(answer.headers as unknown as string[]),
      body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks)),
    }
  }

  /** Drops all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function toPairs(raw: readonly string[]): WireHeaders {
  const pairs: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2) {
    pairs.push([String(raw[index]).toLowerCase(), String(raw[index + 1])])
  }
  return pairs
}

/** One deadline for each phase, and the caller's own end. */
class Deadline {
  readonly #controller = new AbortController()
  readonly #limits: WireLimits
  readonly #caller: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined
  phase: Phase = 'first byte'

  constructor(limits: WireLimits, caller: AbortSignal | undefined) {
    this.#limits = limits
    this.#caller = caller
    if (caller?.aborted) this.#onEnd()
    caller?.addEventListener('abort', this.#onEnd, { once: true })
    this.enter('first byte')
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  enter(phase: Phase): void {
    clearTimeout(this.#timer)
    this.phase = phase
    const { connectMillis, firstByteMillis, bodyMillis } = this.#limits
    const millis = phase === 'body' ? bodyMillis : connectMillis + firstByteMillis
    const message = phase === 'body' ? `the body did not end within ${millis} ms` : `no answer within ${millis} ms`
    this.#timer = setTimeout(() => this.#controller.abort(new ExchangeFailed('timeout', message)), millis)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#onEnd)
  }

  readonly #onEnd = () => this.#controller.abort(new ExchangeFailed('timeout', 'the run ended before the answer came'))
}
