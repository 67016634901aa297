/**
 * A server for tests.
 *
 * @module
 */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served {
  readonly url: string
  close(): Promise<void>
}

/** Listens on a free port of this machine until it is closed; open connections are dropped then. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
