/**
 * Sends a notification: one POST with a deadline, to an address that the bank may call. No redirect is followed. FACTS 9.3;
 * decision 0142.
 *
 * @module
 */
import { type LookupAddress, lookup as lookupName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { type AddressPolicy, kindOf, mayConnect } from './callback.js'
import type { EventSettings } from './settings.js'

/** What came of one call. */
export interface Sent {
  readonly status?: number
  /** Why there was no answer, in words. */
  readonly error?: string
}

export interface Sender {
  send(target: string, token: string, headers: Readonly<Record<string, string>>): Promise<Sent>
  /** Ends what is under way. */
  close(): Promise<void>
}

/** Finds the addresses of a name. */
export type LookUp = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void

const systemLookUp: LookUp = (hostname, done) => lookupName(hostname, { all: true }, done)

/** The address is none that the bank calls. */
class NotCalled extends Error {
  constructor(address: string) {
    super(`the bank does not call ${address}: a ${kindOf(address)} address`)
  }
}

/** The callback has not answered in time. */
class Late extends Error {
  constructor(millis: number) {
    super(`no answer within ${millis} ms`)
  }
}

/** How long a connection may take to be made, in milliseconds. */
const connectMillis = 5000
/** Connections to one host: callbacks of several subscriptions there do not wait for one of them that is slow. */
const toOneHost = 64
/** Of an answer that nobody reads. */
const mostAnswerBytes = 16 * 1024

/** Answers with the addresses that may be connected to, and fails where one of a name's may not. */
function checkedLookUp(policy: AddressPolicy, lookUp: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0)
      // one address of another network is enough: a name that has both is a trick
      const forbidden = addresses.find(({ address }) => !mayConnect(address, policy))
      if (forbidden) return callback(new NotCalled(forbidden.address) as NodeJS.ErrnoException, '', 0)
      if (options.all) return callback(null, [...addresses])
      return callback(null, first.address, first.family)
    })
  }
}

/** @param lookUp finds the addresses of names. Default the system's */
export function createSender(
  policy: AddressPolicy,
  { callbackMillis, selfSignedCallbacks }: Pick<EventSettings, 'callbackMillis' | 'selfSignedCallbacks'>,
  lookUp: LookUp = systemLookUp,
): Sender {
  let agent: Promise<Undici.Agent> | undefined
  // the library is loaded for the first notification: a bank without subscriptions starts without it
  const loadAgent = async () =>
    createAgent(policy, await import('undici'), {
      timeout: connectMillis,
      lookup: checkedLookUp(policy, lookUp),
      rejectUnauthorized: !selfSignedCallbacks,
    })
  return {
    send: async (target, token, headers) => {
      agent ??= loadAgent()
      return post(await agent, new URL(target), token, headers, callbackMillis)
    },
    close: async () => (await agent)?.destroy(),
  }
}

/** Connections to addresses that the bank may call, and to no others. */
function createAgent(
  policy: AddressPolicy,
  library: typeof Undici,
  connection: Undici.buildConnector.BuildOptions,
): Undici.Agent {
  const connectTo = library.buildConnector(connection)
  return new library.Agent({
    connections: toOneHost,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    maxResponseSize: mostAnswerBytes,
    connect: (options, callback) => {
      // an address in place of a name is not looked up
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !mayConnect(host, policy)) return callback(new NotCalled(host), null)
      connectTo(options, (...made) => {
        const [, socket] = made
        const remote = socket?.remoteAddress
        if (!socket || remote === undefined || mayConnect(remote, policy)) return callback(...made)
        socket.destroy()
        return callback(new NotCalled(remote), null)
      })
    },
  })
}

/**
 * One POST. The deadline runs from the instant at which it goes out: what waits for a connection is not late. Nothing of the answer is
 * kept but its status, which counts whatever becomes of the rest.
 */
function post(agent: Undici.Agent, url: URL, body: string, headers: Readonly<Record<string, string>>, millis: number) {
  return new Promise<Sent>((resolve) => {
    let status: number | undefined
    let bytes = 0
    let deadline: ReturnType<typeof setTimeout> | undefined
    const end = (sent: Sent) => {
      clearTimeout(deadline)
      resolve(sent)
    }
    const call = { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body } as const
    agent.dispatch(call, {
      onRequestStart: (controller) => {
        clearTimeout(deadline)
        deadline = setTimeout(() => controller.abort(new Late(millis)), millis)
      },
      onResponseStart: (_controller, statusCode) => {
        // 1xx is none yet
        if (statusCode >= 200) status = statusCode
      },
      onResponseData: (controller, chunk) => {
        bytes += chunk.length
        if (bytes > mostAnswerBytes) controller.abort(new Error('a longer answer than anybody reads'))
      },
      onResponseEnd: () => end(status === undefined ? { error: 'no status' } : { status }),
      onResponseError: (_controller, error) => end(status === undefined ? { error: wordsOf(error) } : { status }),
    })
  })
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  return code === undefined ? message : `${code}: ${message}`
}
