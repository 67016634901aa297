/**
 * A TPP that receives notifications, for tests: a server on loopback that answers as it is told.
 *
 * @module
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type AnswerOf = (received: Received, response: ServerResponse) => void

export const answering =
  (status: number, headers: Record<string, string> = {}): AnswerOf =>
  (_received, response) =>
    void response.writeHead(status, headers).end()

/** Never answers. */
export const silent: AnswerOf = () => undefined

export async function openCallbacks(answer: AnswerOf = answering(202)) {
  const received: Received[] = []
  const waiting: (() => void)[] = []
  const behaviour = { answer }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      received.push(one)
      behaviour.answer(one, response)
      for (const wake of waiting.splice(0)) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    /** Answers like this from now on. */
    answerWith: (next: AnswerOf) => {
      behaviour.answer = next
    },
    /** Resolves when so many have come. */
    async come(times: number): Promise<void> {
      while (received.length < times) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
