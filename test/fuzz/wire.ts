/**
 * Writes bytes to a socket and reads one answer of HTTP/1.1. No client library would send what is sent here.
 *
 * @module
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sent } from './requests.js'

export interface Answer {
  readonly status: number
  /** Names in lower case; of a repeated one the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer, or what came instead: nothing in time, or the end of the connection. */
export type Outcome = { readonly answer: Answer } | { readonly instead: 'nothing' | 'closed' | 'no HTTP' }

/** How long an answer that is owed may take, and one that is not, in milliseconds. */
const owedMillis = 30_000
const notOwedMillis = 150

/** One connection that is used again for as long as it can be. */
export class Connection {
  #socket: Socket | undefined
  readonly #port: number
  readonly #host: string

  constructor(url: string) {
    const { port, hostname } = new URL(url)
    this.#port = Number(port)
    this.#host = hostname
  }

  /** Sends a request and waits for its answer, once more on a new connection where an old one had been closed. */
  async send(sent: Sent): Promise<Outcome> {
    const isOld = this.#socket !== undefined
    const outcome = await this.#try(sent)
    return isOld && 'instead' in outcome && outcome.instead === 'closed' ? this.#try(sent) : outcome
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #try(sent: Sent): Promise<Outcome> {
    const socket = await this.#connected()
    if (!socket) return { instead: 'closed' }
    const reading = readAnswer(socket, sent.method === 'HEAD', sent.ends === 'awaited' ? owedMillis : notOwedMillis)
    for (const part of sent.parts) {
      if (socket.destroyed) break
      socket.write(part)
      if (sent.pauseMillis > 0) await pause(sent.pauseMillis)
    }
    if (sent.ends === 'aborts') {
      socket.resetAndDestroy()
      this.#socket = undefined
      await reading
      return { instead: 'nothing' }
    }
    const outcome = await reading
    const isOver =
      !sent.isFramed ||
      sent.ends !== 'awaited' ||
      !('answer' in outcome) ||
      outcome.answer.headers.connection === 'close'
    if (isOver) this.close()
    return outcome
  }

  async #connected(): Promise<Socket | undefined> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    const socket = connect({ port: this.#port, host: this.#host, noDelay: true })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
    })
    this.#socket = socket
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(() => false),
    ])
    return isOpen ? socket : undefined
  }
}

function readAnswer(socket: Socket, isHead: boolean, millis: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0)
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      socket.off('data', take).off('close', end).off('end', end)
      resolve(outcome)
    }
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const parsed = parseAnswer(bytes, isHead, false)
      if (parsed) finish(parsed)
    }
    const end = () => finish(parseAnswer(bytes, isHead, true) ?? { instead: bytes.length === 0 ? 'closed' : 'no HTTP' })
    const timer = setTimeout(() => finish({ instead: 'nothing' }), millis)
    socket.on('data', take).on('close', end).on('end', end)
    if (socket.destroyed) end()
  })
}

/** The answer in the bytes; `undefined` while some of it is missing. */
function parseAnswer(bytes: Buffer, isHead: boolean, isEnd: boolean): Outcome | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(first)?.[1])
  if (!status) return { instead: 'no HTTP' }
  const rest = bytes.subarray(headEnd + 4)
  if (status < 200) return parseAnswer(rest, isHead, isEnd)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const whole = (body: Buffer) => ({ answer: { status, headers, body } })
  if (isHead || status === 204 || status === 304) return whole(Buffer.alloc(0))
  if (headers['transfer-encoding'] === 'chunked') {
    const body = unchunked(rest)
    return body && whole(body)
  }
  if (headers['content-length'] === undefined) return isEnd ? whole(rest) : undefined
  const length = Number(headers['content-length'])
  return rest.length >= length ? whole(rest.subarray(0, length)) : undefined
}

function unchunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (bytes.length < lineEnd + 2 + size + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
