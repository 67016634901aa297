/**
 * A server to be measured, in a process of its own: the bank, a bare `node:http` server or a plain Fastify route.
 *
 * Takes its orders and gives its answers as messages of the parent process.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { openBenchBank } from './bench-bank.js'

/** What the parent sends first. */
export type Order =
  | { readonly kind: 'bank'; readonly transactions: number; readonly posted: number; readonly store: string }
  | { readonly kind: 'bare' | 'fastify'; readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** What the process answers once it listens. */
export interface Served {
  readonly url: string
  /** Of the bank alone: the token with the Detail permissions, and the one without. */
  readonly token?: string
  readonly basicToken?: string
  readonly accountId?: string
  readonly loadMillis?: number
}

async function serve(order: Order): Promise<Served> {
  if (order.kind === 'bank') return openBenchBank(order)
  if (order.kind === 'fastify') {
    const app = Fastify()
    const page: unknown = JSON.parse(order.body)
    app.get('/*', async () => page)
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }
  const body = Buffer.from(order.body)
  const headers = { ...order.headers, 'content-length': body.length }
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

process.on('message', async (message: Order | 'usage') => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system, rssMb: Math.round(process.memoryUsage().rss / 2 ** 20) })
  } else {
    process.send?.(await serve(message))
  }
})
process.on('disconnect', () => process.exit(0))
