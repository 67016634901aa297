/**
 * A proxy between a sandbox and its database, for tests that break the connection.
 *
 * @module
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What happens to the next COMMIT: it is done and the answer is lost; it never arrives and the database notices; or
 * it never arrives and the database goes on waiting for it.
 */
export type CommitFate = 'done' | 'lost' | 'awaited'

export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Closes all connections, and every new one at once, until `restore`. */
  cut(): void
  restore(): void
  /** Closes the current connections. */
  drop(): void
  /** Breaks the next COMMIT. */
  breakCommit(fate: CommitFate): void
  close(): Promise<void>
}

/** COMMIT as the driver sends it: a simple query. */
const commit = Buffer.from('Q\0\0\0\x0bcommit\0')

export async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  let fate: CommitFate | undefined

  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (isCut) {
      client.destroy()
      return
    }
    const database = connect(Number(target.port || 5432), target.hostname)
    const pair = [client, database] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end)
    client.on('close', end)
    database.on('close', end)
    database.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => {
      const at = fate === undefined ? -1 : bytes.indexOf(commit)
      if (at === -1) {
        database.write(bytes)
        return
      }
      const what = fate
      fate = undefined
      pairs.delete(pair)
      database.removeAllListeners('data').resume()
      database.write(bytes.subarray(0, what === 'done' ? at + commit.length : at), () => {
        client.removeAllListeners('close').destroy()
        if (what !== 'awaited') database.end()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  const drop = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  return {
    url: url.href,
    cut: () => {
      isCut = true
      drop()
    },
    restore: () => {
      isCut = false
    },
    drop,
    breakCommit: (what) => {
      fate = what
    },
    close: async () => {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
