/**
 * The connections of the client: how they are opened, how long they are kept, and that nothing a server sends on an idle one is taken for
 * the answer to the next request.
 *
 * @module
 */
import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { ExchangeFailed } from './failure.js'
import {
  bare,
  type ClientCertificate,
  isOnThisMachine,
  type NetworkSettings,
  openTunnel,
  tlsOptions,
} from './network.js'

/**
 * How long an idle connection is used again, in milliseconds: less than servers keep one open. A request on a connection that
 * is just being closed is lost, and would look like a mistake of the bank.
 */
const idleMillis = 1000

type Opened = (error: Error | null, connection: Duplex) => void

/** Agents that show one certificate; they are destroyed with the client. */
export interface Connections {
  readonly http: HttpAgent
  readonly https: HttpsAgent
}

/**
 * @param shown the certificate that is shown to servers that ask for one
 * @param areKept whether they are used again
 */
export function openConnections(
  network: NetworkSettings,
  shown: ClientCertificate | undefined,
  connectMillis: number,
  areKept: boolean,
): Connections {
  const kept = { keepAlive: areKept, timeout: idleMillis }
  const http = new HttpAgent(kept)
  const https = new HttpsAgent({ ...kept, ...tlsOptions(network, shown), ALPNProtocols: ['http/1.1'] })
  for (const [agent, protocol] of [
    [http, 'http:'],
    [https, 'https:'],
  ] as const) {
    connectThrough(agent, protocol, network, connectMillis)
    distrustIdle(agent)
  }
  return { http, https }
}

/** Opens connections through the proxy of the settings, and gives up on those that do not open. */
function connectThrough(agent: HttpAgent, protocol: string, { proxy }: NetworkSettings, millis: number): void {
  const connect = agent.createConnection.bind(agent) as (options: object) => Duplex
  const within = (connection: Duplex, event: 'connect' | 'secureConnect'): Duplex => {
    const timer = setTimeout(
      () => connection.destroy(new ExchangeFailed('connect', 'no connection within the deadline')),
      millis,
    )
    connection.once(event, () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return connection
  }
  const ready = protocol === 'https:' ? 'secureConnect' : 'connect'
  agent.createConnection = (options: ClientRequestArgs, opened?: Opened) => {
    const host = bare(options.host ?? '')
    if (proxy === undefined || isOnThisMachine(protocol, host)) return within(connect(options), ready)
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80)
    openTunnel(proxy, host, port, millis).then(
      (socket) => {
        const tunnel = protocol === 'https:' ? within(connect({ ...options, socket }), ready) : socket
        opened?.(null, tunnel)
      },
      (error: Error) => opened?.(error, undefined as never),
    )
    return undefined
  }
}

/** A server that sends something unasked on an idle connection is not listened to: it would be read as an answer. */
function distrustIdle(agent: HttpAgent): void {
  const watched = new WeakMap<Duplex, () => void>()
  const keep = agent.keepSocketAlive.bind(agent) as (connection: Duplex) => boolean
  agent.keepSocketAlive = (connection: Duplex) => {
    if (!keep(connection)) return false
    const end = () => void connection.destroy()
    watched.set(connection, end)
    connection.once('data', end).resume()
    return true
  }
  const reuse = agent.reuseSocket.bind(agent)
  agent.reuseSocket = (connection, request) => {
    connection.off('data', watched.get(connection) ?? (() => {}))
    reuse(connection, request)
  }
}
