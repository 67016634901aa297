/**
 * Listens, and closes without cutting anyone off.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens and has nobody to answer yet. @throws when the address is taken or not of this machine. */
export async function listen(host: string, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** Takes no more connections, lets requests under way finish, and ends idle connections. */
export async function drain(server: Server, graceMillis = 5000): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), graceMillis)
  await closed
  clearTimeout(deadline)
}
