/**
 * The bank, or a server that does nothing, in a process of its own that says over IPC how long its event loop stood still and how much memory
 * it holds. Started by `run.ts` with `--expose-gc`.
 *
 * @module
 */
import { subscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '#sandbox/index.js'
import { markName } from './campaign.js'
import { fuzzTpps } from './credentials.js'
import { LoopWatch, type Stop, tickMillis } from './loop-watch.js'

/** What is answered to the message `report`: everything since the last one. */
export interface Measured {
  readonly longestStop: Stop
  /** All that were long, of the bank or of the machine. */
  readonly stops: readonly Stop[]
  readonly heapMegabytes: number
  readonly rssMegabytes: number
}

const loop = new LoopWatch()

if (process.send) await serve(process.argv[2] === 'bare')

async function serve(isBare: boolean): Promise<void> {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    loop.recent.push(String(request.headers[markName] ?? `${request.method} ${request.url?.slice(0, 80)}`))
    if (loop.recent.length > 12) loop.recent.shift()
  })
  const url = isBare ? await startBare() : (await startSandbox({ tpps: fuzzTpps, anonymousPerMinute: 1_000_000 })).url
  loop.start()
  process.on('disconnect', () => process.exit())
  process.on('message', () => process.send?.(measured()))
  process.send?.(url)
}

async function startBare(): Promise<string> {
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function measured(): Measured {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const stopped = loop.take()
  // the collection that was asked for with this is no stop of a request
  setTimeout(() => loop.forget(), tickMillis * 10)
  return { ...stopped, heapMegabytes: (heapUsed + external) / 2 ** 20, rssMegabytes: rss / 2 ** 20 }
}
