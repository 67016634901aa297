/**
 * The receiver of notifications: a server that is open while a run has cases which need one. Each case has a callback of its own, with
 * the answers that the case asks for. What comes is from outside: its size, number and time are bounded.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headers as headerNames, isUuid } from '#standard/index.js'
import type { CallbackAnswer } from '../cases/case.js'
import { type HttpRequest, type HttpResponse, toPairs } from '../http/http-client.js'
import { bare } from '../http/network.js'
import type { NotificationSettings } from '../profile/profile.js'
import { readToken, resourceOf } from '../transcript/event-tokens.js'
import { CouldNotRun } from './could-not-run.js'

/** A notification that came, and how it was answered. */
export interface Came {
  /** On our clock, in milliseconds since 1970. */
  readonly at: number
  readonly request: HttpRequest
  /** Absent where the suite hung up. */
  readonly response?: HttpResponse
}

export interface Callback {
  readonly url: string
  /** What has come since it was last taken, in order. */
  take(): readonly Came[]
  /** Resolves when something is there to be taken, or the time is over. */
  something(millis: number, signal: AbortSignal): Promise<void>
  /** Takes nothing more: what comes is answered 410. */
  close(): void
}

/** Of a body; a token has about a kilobyte. */
const mostBytes = 64 * 1024
/** How many calls of one case are kept; more are answered 429. */
const mostCalls = 200
const mostConnections = 100
/** How long a call may take to arrive, in milliseconds. */
const arrivalMillis = 10_000

interface Open {
  readonly answers: readonly CallbackAnswer[]
  came: Came[]
  /** How many have come in all. */
  count: number
  /** How many have come about each resource: what another case makes the bank send takes no answer away from this one. */
  readonly counts: Map<string, number>
  wake: () => void
}

export class NotificationReceiver {
  readonly #settings: NotificationSettings
  readonly #now: () => number
  readonly #open = new Map<string, Open>()
  readonly #closed = new Set<string>()
  #server: Promise<Server> | undefined

  constructor(settings: NotificationSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /**
   * Opens a callback, and the server with the first one.
   *
   * @param answers to the calls about one resource, one after the other
   * @throws {CouldNotRun} when the server cannot listen
   */
  async callback(answers: readonly CallbackAnswer[]): Promise<Callback> {
    this.#server ??= this.#listen()
    const base = this.#settings.url?.replace(/\/+$/, '') ?? addressOf(await this.#server)
    await this.#server
    const name = randomUUID()
    const open: Open = { answers, came: [], count: 0, counts: new Map(), wake: () => {} }
    this.#open.set(name, open)
    return {
      url: `${base}/${name}`,
      take: () => open.came.splice(0),
      something: (millis, signal) => waitFor(open, millis, signal),
      close: () => {
        this.#open.delete(name)
        this.#closed.add(name)
      },
    }
  }

  async close(): Promise<void> {
    const server = await this.#server?.catch(() => undefined)
    if (!server) return
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  #listen(): Promise<Server> {
    const { listen } = this.#settings
    const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(listen) ?? []
    const server = createServer(
      { requestTimeout: arrivalMillis, connectionsCheckingInterval: 1000 },
      (request, response) => this.#receive(request, response),
    )
    server.maxConnections = mostConnections
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new CouldNotRun(`notifications.listen: ${error.code ?? error.message} at ${listen}`, 'config')),
      )
      server.listen(Number(port), bare(host), () => resolve(server))
    })
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const at = this.#now()
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      const left = mostBytes - bytes
      bytes += chunk.length
      if (left > 0) chunks.push(chunk.subarray(0, left))
      // nobody waits for what nobody reads
      if (bytes > 16 * mostBytes) request.destroy()
    })
    request.on('error', () => {})
    request.on('end', () => {
      const open = this.#callbackOf(request.url ?? '/')
      if (!open) return void response.writeHead(410).end()
      if (open.count >= mostCalls) return void response.writeHead(429).end()
      open.count += 1
      const sent = requestOf(request, Buffer.concat(chunks).toString('utf8'))
      const answer = nextAnswer(open, sent.body ?? '')
      const answered = answer === 'none' ? undefined : answerTo(request, answer)
      open.came.push({ at, request: sent, ...(answered && { response: answered }) })
      if (answered) response.writeHead(answered.status, Object.fromEntries(answered.headers)).end()
      else request.socket.destroy()
      open.wake()
    })
  }

  /**
   * The callback in whose path a call came. One with another path belongs to the only callback there is: a bank may have dropped the
   * path.
   */
  #callbackOf(url: string): Open | undefined {
    const named = [...this.#open].find(([name]) => url.includes(name))?.[1]
    if (named || this.#open.size !== 1 || [...this.#closed].some((name) => url.includes(name))) return named
    return [...this.#open.values()][0]
  }
}

/** The answer to the next call about the resource of a token: the last one holds for all that follow. */
function nextAnswer({ answers, counts }: Open, token: string): CallbackAnswer {
  const about = String(resourceOf(readToken('', token)))
  const earlier = counts.get(about) ?? 0
  counts.set(about, earlier + 1)
  return answers[Math.min(earlier, answers.length - 1)] ?? 202
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function requestOf(request: IncomingMessage, body: string): HttpRequest {
  const headers = toPairs(request.rawHeaders)
  const host = request.headers.host ?? ''
  return { method: request.method ?? '', url: `http://${host}${request.url ?? ''}`, headers, body }
}

/** A TPP repeats the interaction id (row EVT-REQ-480). */
function answerTo(request: IncomingMessage, status: number): HttpResponse {
  const id = request.headers[headerNames.interactionId]
  return { status, headers: typeof id === 'string' && isUuid(id) ? [[headerNames.interactionId, id]] : [], body: '' }
}

async function waitFor(open: Open, millis: number, signal: AbortSignal): Promise<void> {
  if (open.came.length > 0 || signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener('abort', end)
    open.wake = end
  })
}
