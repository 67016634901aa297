/**
 * An HTTP client for servers that may be slow, endless or broken: every wait has a deadline and every size a limit; no
 * redirect is followed, nothing is retried, certificates are verified and repeated headers kept.
 *
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { Agent } from 'undici'
import { decode } from './content-coding.js'
import { ExchangeFailed, type Failure, type Phase, toFailure } from './failure.js'
import { type ClientCertificate, connectorFor, type NetworkSettings } from './network.js'

/** Headers in the order they were sent: names in lower case, a repeated header once for each value. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

export interface HttpRequest {
  readonly method: string
  /** Absolute; its path is sent unchanged, `..` included. */
  readonly url: string
  readonly headers: HeaderList
  readonly body?: string
}

export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderList
  /** Without the codings that Content-Encoding names; empty where they cannot be taken off. */
  readonly body: string
  /** What came in place of a body that can be read. */
  readonly undecodable?: string
  /** Its bytes are no UTF-8. */
  readonly notUtf8?: true
}

export type HttpOutcome = { readonly response: HttpResponse } | { readonly failure: Failure }

/** Deadlines of one exchange in milliseconds, and the size of a body in bytes. */
export interface HttpLimits {
  readonly connectMillis: number
  readonly firstByteMillis: number
  readonly bodyMillis: number
  readonly bodyBytes: number
}

/**
 * How long an idle connection is used again, in milliseconds: less than servers keep one open. A request on a connection that
 * is just being closed is lost, and would look like a mistake of the bank.
 */
const idleMillis = 1000

/** Sends requests; keeps connections open until it is closed. */
export class HttpClient {
  /** One for each certificate that is shown: a connection shows the same one for as long as it lasts. */
  readonly #agents = new Map<string, Agent>()
  readonly #limits: HttpLimits
  readonly #network: NetworkSettings

  constructor(limits: HttpLimits, network: NetworkSettings = {}) {
    this.#limits = limits
    this.#network = network
  }

  #agentThatShows(own: ClientCertificate | undefined): Agent {
    const shown = own ?? this.#network.clientCertificate
    const name = shown?.certificate ?? ''
    const known = this.#agents.get(name)
    if (known) return known
    const connect = connectorFor(this.#network, shown, this.#limits.connectMillis)
    const agent = new Agent({
      connect,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      keepAliveTimeout: idleMillis,
      keepAliveMaxTimeout: idleMillis,
    })
    this.#agents.set(name, agent)
    return agent
  }

  /**
   * @param signal ends the wait early; the outcome is then a failure of kind `timeout`
   * @param certificate what is shown to a server that asks for one, in place of that of the settings
   * @throws when the request is not valid HTTP: a mistake of the caller
   */
  async send(request: HttpRequest, signal?: AbortSignal, certificate?: ClientCertificate): Promise<HttpOutcome> {
    const deadline = new Deadline(this.#limits, signal)
    try {
      return { response: await this.#exchange(request, deadline, this.#agentThatShows(certificate)) }
    } catch (error) {
      const failure = toFailure(deadline.signal.aborted ? deadline.reason : error, deadline.phase)
      if (!failure) throw error
      return { failure }
    } finally {
      deadline.stop()
    }
  }

  async #exchange(
    { method, url, headers, body }: HttpRequest,
    deadline: Deadline,
    agent: Agent,
  ): Promise<HttpResponse> {
    const [, origin, path] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? []
    if (origin === undefined) throw new TypeError(`not an http or https URL: ${url}`)
    const answer = await agent.request({
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
      if (size > this.#limits.bodyBytes) throw this.#tooLarge()
      chunks.push(chunk as Buffer)
    }
    const answered = toPairs(answer.headers as unknown as string[])
    const codings = answered.flatMap(([name, value]) => (name === 'content-encoding' ? [value] : []))
    const found = await decode(Buffer.concat(chunks), codings, this.#limits.bodyBytes)
    if ('tooLarge' in found) throw this.#tooLarge()
    if ('undecodable' in found) return { status: answer.statusCode, headers: answered, body: '', ...found }
    const { bytes } = found
    return {
      status: answer.statusCode,
      headers: answered,
      body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      ...(!isUtf8(bytes) && { notUtf8: true as const }),
    }
  }

  #tooLarge(): ExchangeFailed {
    return new ExchangeFailed('too-large', `the body is larger than ${this.#limits.bodyBytes} bytes`)
  }

  /** Closes all connections, those in use too. */
  async close(): Promise<void> {
    await Promise.all([...this.#agents.values()].map((agent) => agent.destroy()))
  }
}

/** Headers as Node and undici give them: names and values in turn. */
export function toPairs(raw: readonly string[]): HeaderList {
  const pairs: [string, string][] = []
  for (let index = 0; index < raw.length; index += 2) {
    pairs.push([String(raw[index]).toLowerCase(), String(raw[index + 1])])
  }
  return pairs
}

/** The deadlines of one exchange, phase by phase, and the caller's own abort signal. */
class Deadline {
  readonly #controller = new AbortController()
  readonly #limits: HttpLimits
  readonly signal: AbortSignal
  #timer: NodeJS.Timeout | undefined
  phase: Phase = 'first byte'

  constructor(limits: HttpLimits, caller: AbortSignal | undefined) {
    this.#limits = limits
    this.signal = AbortSignal.any(caller ? [this.#controller.signal, caller] : [this.#controller.signal])
    this.enter('first byte')
  }

  /** Why the exchange was ended. */
  get reason(): unknown {
    if (this.#controller.signal.aborted) return this.#controller.signal.reason
    return new ExchangeFailed('timeout', 'the run ended before the answer came')
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
  }
}
