/**
 * Listens, and closes without interrupting requests under way.
 *
 * @module
 */
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, type Socket, Server as SocketServer } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'

/** How long a client may take for its headers, and for its whole request, in milliseconds. */
export interface RequestTimeouts {
  readonly headersMillis: number
  readonly requestMillis: number
}

const defaultTimeouts: RequestTimeouts = { headersMillis: 10_000, requestMillis: 30_000 }

/**
 * How long an idle connection stays open, in milliseconds: longer than the minute for which proxies and clients keep one for
 * their next request, which would otherwise meet a connection that is just being closed.
 */
const idleMillis = 72_000

/** What a server on TLS needs, in PEM. */
export interface TlsSettings {
  readonly certificate: string
  readonly key: string
  /** Who issues the certificates of those that connect. */
  readonly authority: string
}

export interface DrainOptions {
  /**
   * Connections that clients keep open are closed when no request has come for this long, in milliseconds. Until then each
   * gets one more answer, which says `Connection: close`. Default 0.
   */
  readonly keepAliveMillis?: number
  /** When requests that are still under way are cut off, in milliseconds. Default 5000. */
  readonly graceMillis?: number
}

export interface Listening {
  readonly server: Server
  readonly port: number
  /**
   * Takes no more connections, answers what is under way and what comes on connections that are open, each with
   * `Connection: close`, then closes those that are idle. Resolves when none is left.
   */
  drain(options?: DrainOptions): Promise<void>
}

/** A server that listens; its requests are not handled yet. @throws when the address is taken or not of this machine. */
export async function listen(
  host: string,
  port: number,
  { headersMillis, requestMillis }: RequestTimeouts = defaultTimeouts,
  tls?: TlsSettings,
): Promise<Listening> {
  class Response extends ServerResponse {}
  const options = {
    headersTimeout: headersMillis,
    requestTimeout: requestMillis,
    keepAliveTimeout: idleMillis,
    connectionsCheckingInterval: Math.min(1000, headersMillis),
    // Node's own answer to a request without Host has neither interaction id nor body; `bad-requests.ts` gives one.
    requireHostHeader: false,
    ServerResponse: Response,
  }
  const server: Server = tls ? createTlsServer({ ...options, ...handshake(tls) }) : createServer(options)
  // Node's own answer to an unknown Expect is a bare 417; the header may as well be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Node ends the connection of a CONNECT without a word, and takes its own listeners off the socket.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    server.emit('clientError', asError('CONNECT'), socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const drain = async (options: DrainOptions = {}) => {
    const answerHeld = holdRequests(server)
    await backlogAccepted(server)
    // not the method of the HTTP server, which closes idle connections at once
    const closed = new Promise<void>((resolve) => SocketServer.prototype.close.call(server, () => resolve()))
    // not earlier: whoever reads it connects anew
    Response.prototype.writeHead = closingWriteHead
    answerHeld()
    await endConnections(server, sockets, closed, options)
  }
  return { server, port: (server.address() as AddressInfo).port, drain }
}

/**
 * FACTS 4.5: TLS 1.2 or later. A certificate is asked for and not demanded: a browser has none. What one is worth is for whoever
 * answers the request.
 */
const handshake = ({ certificate, key, authority }: TlsSettings) => ({
  cert: certificate,
  key,
  ca: authority,
  minVersion: 'TLSv1.2' as const,
  requestCert: true,
  rejectUnauthorized: false,
  ALPNProtocols: ['http/1.1'],
})

const asError = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

/** `writeHead` of a bank that closes: it asks the client not to use the connection again, also where the request came before. */
function closingWriteHead(this: ServerResponse, ...head: never): ServerResponse {
  this.setHeader('connection', 'close')
  return ServerResponse.prototype.writeHead.apply(this, head)
}

/** Lets requests wait that begin from now on: with them the event loop would accept connections too slowly. */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners('request') as RequestListener[]
  const held: Parameters<RequestListener>[] = []
  const hold: RequestListener = (...request) => void held.push(request)
  server.removeAllListeners('request').on('request', hold)
  return () => {
    server.off('request', hold)
    for (const listener of listeners) server.on('request', listener)
    for (const request of held) server.emit('request', ...request)
  }
}

/** More than a kernel keeps waiting (Node asks for 511): whoever goes on connecting does not keep the port open. */
const maxBacklog = 600

/**
 * Resolves when the connections that the kernel has made already are accepted; closed before, they would be reset. Node
 * accepts one in each iteration of the event loop: two without any mean that there is none.
 */
async function backlogAccepted(server: Server): Promise<void> {
  let hasMore = true
  const onConnection = () => {
    hasMore = true
  }
  server.on('connection', onConnection)
  for (let accepted = 0; hasMore && accepted < maxBacklog; accepted += 1) {
    hasMore = false
    await nextIteration()
    await nextIteration()
  }
  server.off('connection', onConnection)
}

/** Ends connections as they become idle, and all of them in the end. */
async function endConnections(
  server: Server,
  sockets: ReadonlySet<Socket>,
  closed: Promise<void>,
  { keepAliveMillis = 0, graceMillis = 5000 }: DrainOptions,
): Promise<void> {
  let quietSince = {}
  let timer: NodeJS.Timeout | undefined
  const closeIdle = () => {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  const waitForQuiet = () => {
    clearTimeout(timer)
    const since = {}
    quietSince = since
    timer = setTimeout(() => {
      // sockets are read in between: a request that has arrived meanwhile begins the wait anew
      setImmediate(() => {
        if (quietSince !== since) return
        closeIdle()
        waitForQuiet()
      })
    }, keepAliveMillis)
  }
  server.on('request', waitForQuiet)
  waitForQuiet()
  const deadline = setTimeout(() => server.closeAllConnections(), graceMillis)
  await closed
  clearTimeout(timer)
  clearTimeout(deadline)
  server.off('request', waitForQuiet)
  // ends what the HTTP server does beside
  server.close(() => undefined)
}
