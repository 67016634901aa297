/**
 * The bank, or a server that does nothing, in a process of its own that says over IPC how long its event loop stood still and how much memory
 * it holds. Started by `run.ts` with `--expose-gc`.
 *
 * @module
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '#sandbox/index.js'
import { markName } from './campaign.js'
import { fuzzTpps } from './credentials.js'

/** A time in which the loop did not turn. */
export interface Stop {
  readonly wallMillis: number
  /** Of it, the time in which this process was computing; the rest it waited for a processor. */
  readonly busyMillis: number
  /** Marks of the requests that came in during it. */
  readonly marks: readonly string[]
}

/** What is answered to the message `report`: everything since the last one. */
export interface Measured {
  readonly longestStop: Stop
  /** All that were long, of the bank or of the machine. */
  readonly stops: readonly Stop[]
  readonly heapMegabytes: number
  readonly rssMegabytes: number
}

const tickMillis = 2
const nothing: Stop = { wallMillis: 0, busyMillis: 0, marks: [] }
const recent: string[] = []
let longestStop = nothing
let stops: Stop[] = []

/** What is a long stop, in milliseconds. */
const longMillis = 30

if (process.send) await serve(process.argv[2] === 'bare')

async function serve(isBare: boolean): Promise<void> {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    recent.push(String(request.headers[markName] ?? `${request.method} ${request.url?.slice(0, 80)}`))
    if (recent.length > 12) recent.shift()
  })
  const url = isBare ? await startBare() : (await startSandbox({ tpps: fuzzTpps, anonymousPerMinute: 1_000_000 })).url
  watchLoop()
  process.on('disconnect', () => process.exit())
  process.on('message', () => process.send?.(measured()))
  process.send?.(url)
}

async function startBare(): Promise<string> {
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Compares the time between two ticks with the time in which the process was computing. */
function watchLoop(): void {
  let [at, busy] = [performance.now(), computedMillis()]
  setInterval(() => {
    const [wallMillis, busyMillis] = [performance.now() - at, computedMillis() - busy]
    const stop = { wallMillis, busyMillis, marks: [...recent] }
    if (busyMillis > longestStop.busyMillis) longestStop = stop
    if (busyMillis >= longMillis) stops.push(stop)
    recent.length = 0
    at = performance.now()
    busy = computedMillis()
  }, tickMillis)
}

/** How long this thread has computed since it began: on Linux exactly, elsewhere with the threads beside it. */
function computedMillis(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

function measured(): Measured {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const answer = { longestStop, stops, heapMegabytes: (heapUsed + external) / 2 ** 20, rssMegabytes: rss / 2 ** 20 }
  const forget = () => {
    longestStop = nothing
    stops = []
  }
  forget()
  // the collection was no stop of a request
  setTimeout(forget, tickMillis * 10)
  return answer
}
