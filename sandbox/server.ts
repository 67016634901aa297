/**
 * Listens, and closes without cutting anyone off.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long a client may take for its headers, and for its whole request, in milliseconds. */
export interface Patience {
  readonly headersMillis: number
  readonly requestMillis: number
}

const patience: Patience = { headersMillis: 10_000, requestMillis: 30_000 }

/** A server that listens and has nobody to answer yet. @throws when the address is taken or not of this machine. */
export async function listen(
  host: string,
  port: number,
  { headersMillis, requestMillis }: Patience = patience,
): Promise<{ server: Server; port: number }> {
  const server = createServer({
    headersTimeout: headersMillis,
    requestTimeout: requestMillis,
    connectionsCheckingInterval: Math.min(1000, headersMillis),
    // Node's own answer to a request without Host has neither interaction id nor body; `bad-requests.ts` gives one.
    requireHostHeader: false,
  })
  // Node's own answer to an unknown Expect is a bare 417; the header may as well be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** Takes no more connections, lets requests under way finish, and ends connections as they fall idle. */
export async function drain(server: Server, graceMillis = 5000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const deadline = setTimeout(() => server.closeAllConnections(), graceMillis)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}
