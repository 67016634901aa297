/**
 * A small proxy that opens tunnels (RFC 9110 section 9.3.6), and remembers where to.
 *
 * @module
 */
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface ConnectProxy {
  readonly url: string
  /** `host:port` of each tunnel, in order. */
  readonly tunnels: readonly string[]
  close(): Promise<void>
}

/** @param credentials `user:password` that it demands */
export async function startConnectProxy(credentials?: string): Promise<ConnectProxy> {
  const tunnels: string[] = []
  const sockets = new Set<Socket>()
  const demanded = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const server = createServer((_request, response) => response.writeHead(400).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', ({ url = '', headers }, socket) => {
    if (demanded && headers['proxy-authorization'] !== demanded) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    tunnels.push(url)
    const { hostname, port } = new URL(`http://${url}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${credentials ? `${credentials}@` : ''}127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
