/**
 * An HTTP client for servers that may be slow, endless or broken: every wait has a deadline and every size a limit; no
 * redirect is followed, nothing is retried, certificates are verified and repeated headers kept. Interim answers that nobody asked for
 * are read over (RFC 9110 section 15.2).
 *
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Connections, openConnections } from './connections.js'
import { decode } from './content-coding.js'
import { ExchangeFailed, type Failure, type Phase, toFailure } from './failure.js'
import { bare, type ClientCertificate, type NetworkSettings } from './network.js'

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

/** Sends requests; keeps connections open until it is closed. */
export class HttpClient {
  /** Some for each certificate that is shown: a connection shows the same one for as long as it lasts. */
  readonly #connections = new Map<string, Connections>()
  /** Servers that have closed an idle connection as a request was sent: each request to them has a connection of its own. */
  readonly #impatient = new Set<string>()
  readonly #limits: HttpLimits
  readonly #network: NetworkSettings

  constructor(limits: HttpLimits, network: NetworkSettings = {}) {
    this.#limits = limits
    this.#network = network
  }

  #connectionsThatShow(own: ClientCertificate | undefined, origin: string): Connections {
    const shown = own ?? this.#network.clientCertificate
    const areKept = !this.#impatient.has(origin)
    const name = `${areKept} ${shown?.certificate ?? ''}`
    const known = this.#connections.get(name)
    if (known) return known
    const opened = openConnections(this.#network, shown, this.#limits.connectMillis, areKept)
    this.#connections.set(name, opened)
    return opened
  }

  /**
   * @param signal ends the wait early; the outcome is then a failure of kind `timeout`
   * @param certificate what is shown to a server that asks for one, in place of that of the settings
   * @throws when the request is not valid HTTP: a mistake of the caller
   */
  async send(request: HttpRequest, signal?: AbortSignal, certificate?: ClientCertificate): Promise<HttpOutcome> {
    const deadline = new Deadline(this.#limits, signal)
    const [origin = ''] = /^https?:\/\/[^/?#]+/i.exec(request.url) ?? []
    let sent: Sent | undefined
    try {
      sent = sendOn(this.#connectionsThatShow(certificate, origin), request, deadline.signal)
      return { response: await this.#read(await sent.answer, deadline) }
    } catch (error) {
      const why = deadline.signal.aborted ? deadline.reason : (sent?.broken() ?? error)
      const failure = toFailure(why, deadline.phase, sent?.isReused())
      if (!failure) throw error
      if (failure.idle) this.#impatient.add(origin)
      return { failure }
    } finally {
      deadline.stop()
    }
  }

  async #read(answer: IncomingMessage, deadline: Deadline): Promise<HttpResponse> {
    deadline.enter('body')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer) {
      size += (chunk as Buffer).length
      if (size > this.#limits.bodyBytes) throw this.#tooLarge()
      chunks.push(chunk as Buffer)
    }
    const status = answer.statusCode ?? 0
    const headers = toPairs(answer.rawHeaders.map((text) => Buffer.from(text, 'latin1').toString()))
    const codings = headers.flatMap(([name, value]) => (name === 'content-encoding' ? [value] : []))
    const found = await decode(Buffer.concat(chunks), codings, this.#limits.bodyBytes)
    if ('tooLarge' in found) throw this.#tooLarge()
    if ('undecodable' in found) return { status, headers, body: '', ...found }
    const { bytes } = found
    return {
      status,
      headers,
      body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      ...(!isUtf8(bytes) && { notUtf8: true as const }),
    }
  }

  #tooLarge(): ExchangeFailed {
    return new ExchangeFailed('too-large', `the body is larger than ${this.#limits.bodyBytes} bytes`)
  }

  /** Closes all connections, those in use too. */
  async close(): Promise<void> {
    for (const { http, https } of this.#connections.values()) {
      http.destroy()
      https.destroy()
    }
  }
}

/** An exchange that has begun. */
interface Sent {
  /** Resolves when its headers have been read. */
  readonly answer: Promise<IncomingMessage>
  /** Its connection had served a request before. */
  isReused(): boolean
  /** What the parser found wrong with the answer: reading its body fails then as if the connection had broken. */
  broken(): Error | undefined
}

/** @throws when the request is not valid HTTP */
function sendOn(connections: Connections, { method, url, headers, body }: HttpRequest, signal: AbortSignal): Sent {
  const [, protocol, host, path] = /^(https?:)\/\/([^/?#]+)([^#]*)/i.exec(url) ?? []
  if (protocol === undefined || host === undefined) throw new TypeError(`not an http or https URL: ${url}`)
  const isSecure = protocol.toLowerCase() === 'https:'
  const { hostname, port } = new URL(`${protocol}//${host}`)
  const options: RequestOptions = {
    host: bare(hostname),
    port: port || (isSecure ? 443 : 80),
    path: path?.startsWith('/') ? path : `/${path}`,
    method,
    headers: framed(method, host, headers, body).flat(),
    agent: isSecure ? connections.https : connections.http,
    signal,
  }
  const request = (isSecure ? httpsRequest : httpRequest)(options)
  let broken: Error | undefined
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('HPE_')) broken ??= error
      reject(error)
    })
    request.on('upgrade', (_, connection) => {
      connection.destroy()
      reject(new ExchangeFailed('malformed', 'the answer breaks HTTP: 101 to a request for no other protocol'))
    })
  })
  request.end(body)
  return { answer, isReused: () => request.reusedSocket, broken: () => broken }
}

/** Headers with those that HTTP itself needs, where the caller gives none of his own. */
function framed(method: string, host: string, headers: HeaderList, body: string | undefined): HeaderList {
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name)
  const hasLength = body !== undefined || ['POST', 'PUT', 'PATCH'].includes(method)
  return [
    ...(has('host') ? [] : [['host', host] as const]),
    ...headers,
    ...(hasLength && !has('content-length')
      ? [['content-length', String(Buffer.byteLength(body ?? ''))] as const]
      : []),
  ]
}

/** Headers as Node gives them: names and values in turn. */
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
