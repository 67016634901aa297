/**
 * A socket without a file (Linux: in the abstract namespace), by which the kernel tells at once whether its owner lives:
 * it goes with the process, however that ends.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** Where a process can be asked for. */
export interface LifeSign {
  readonly name: string
  /** The running kernel and its network namespace: whoever is in another one cannot ask. */
  readonly reach: string
}

export interface OwnLifeSign extends LifeSign {
  close(): Promise<void>
}

/** Listens under a new name; `undefined` where there are no such sockets. */
export async function showLife(): Promise<OwnLifeSign | undefined> {
  const reach = await ownReach()
  if (reach === undefined) return undefined
  const name = `open-banking-testbed-${randomBytes(12).toString('hex')}`
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ path: `\0${name}` })
    await once(server, 'listening')
  } catch {
    return undefined
  }
  server.on('error', () => undefined).unref()
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    await closed
  }
  return { name, reach, close }
}

/**
 * Whether the process still runs. One that is stopped or busy is alive: the kernel takes the call.
 *
 * `unknown`: it cannot be asked from here.
 */
export async function lookForLife({ name, reach }: LifeSign): Promise<'alive' | 'gone' | 'unknown'> {
  if (reach !== (await ownReach())) return 'unknown'
  const socket = connect({ path: `\0${name}` })
  try {
    await once(socket, 'connect')
    return 'alive'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // EAGAIN: so many have called that its queue is full
    if (code === 'EAGAIN') return 'alive'
    return code === 'ECONNREFUSED' ? 'gone' : 'unknown'
  } finally {
    socket.destroy()
  }
}

async function ownReach(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  try {
    const kernel = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
    return `${kernel} ${await readlink('/proc/self/ns/net')}`
  } catch {
    return undefined
  }
}
