import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as later } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { HttpClient, type HttpLimits } from './http-client.js'

const limits: HttpLimits = { connectMillis: 500, firstByteMillis: 1_500, bodyMillis: 1_500, bodyBytes: 1_000 }
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function client(changes: Partial<HttpLimits> = {}) {
  const made = new HttpClient({ ...limits, ...changes })
  closers.push(() => made.close())
  return made
}

/** A server by hand: told of each request when its headers have come, on whichever connection. */
async function serveBytes(answer: (socket: Socket, requests: number, connections: number) => void): Promise<string> {
  const open = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    open.add(socket)
    connections += 1
    let [requests, text] = [0, '']
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      text = ''
      requests += 1
      answer(socket, requests, connections)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of open) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const get = (url: string) => ({ method: 'GET', url, headers: [] })
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
const answered = async (bytes: string, { ends = false, method = 'GET' } = {}) => {
  const url = await serveBytes((socket) => (ends ? socket.end(bytes) : socket.write(bytes)))
  return client().send({ ...get(url), method })
}

describe('what a right bank may send', () => {
  test.each([
    ['100 Continue that nobody asked for', `HTTP/1.1 100 Continue\r\n\r\n${ok}`],
    ['several of them, with headers', `${'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n'.repeat(3)}${ok}`],
    ['102 Processing', `HTTP/1.1 102 Processing\r\n\r\n${ok}`],
    ['103 Early Hints', `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n${ok}`],
    ['an interim answer that no specification has', `HTTP/1.1 199 Misc\r\n\r\n${ok}`],
    ['a chunked answer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n'],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\n{}\r\n0\r\nX-T: later\r\n\r\n',
    ],
    ['no reason', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\n{}'],
  ])('%s', async (_, bytes) => {
    expect(await answered(bytes)).toMatchObject({ response: { status: 200, body: '{}' } })
  })

  test('an interim answer, and the final one in other packets', async () => {
    const url = await serveBytes(async (socket) => {
      for (const part of ['HTTP/1.1 100 Con', 'tinue\r\n\r', '\n', ok]) {
        socket.write(part)
        await later(20)
      }
    })

    expect(await client().send({ ...get(url), method: 'POST', body: '{}' })).toMatchObject({ response: { body: '{}' } })
  })

  test.each([
    ['HTTP/1.0, whose body ends with the connection', 'HTTP/1.0 200 OK\r\n\r\n{}'],
    ['HTTP/1.0 with a length', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
    ['an end of the connection after each answer', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}'],
  ])('%s, again and again', async (_, bytes) => {
    const url = await serveBytes((socket) => socket.end(bytes))
    const http = client()

    for (const _ of [1, 2, 3]) {
      expect(await http.send(get(url))).toMatchObject({ response: { status: 200, body: '{}' } })
    }
  })

  test('names of headers in any case, and no space before a value', async () => {
    expect(await answered('HTTP/1.1 200 OK\r\nX-FaPi-InterAction-ID:a\r\ncontent-length:2\r\n\r\n{}')).toMatchObject({
      response: {
        headers: [
          ['x-fapi-interaction-id', 'a'],
          ['content-length', '2'],
        ],
      },
    })
  })

  test('a header in UTF-8', async () => {
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\nX-A: \u00e9\r\nContent-Length: 2\r\n\r\n{}').toString('latin1')
    const url = await serveBytes((socket) => socket.write(bytes, 'latin1'))

    expect(await client().send(get(url))).toMatchObject({
      response: { headers: expect.arrayContaining([['x-a', '\u00e9']]) },
    })
  })

  test('the length of a body to HEAD, without the body', async () => {
    const outcome = await answered('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', { method: 'HEAD' })

    expect(outcome).toMatchObject({ response: { status: 200, body: '' } })
  })

  test.each([
    ['an answer before the body of the request has come', 'write'],
    ['an early answer after which it reads nothing more and closes', 'end'],
  ] as const)('%s', async (_, how) => {
    const url = await serveBytes((socket) => {
      socket.pause()
      socket[how]('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}')
    })

    const outcome = await client().send({ ...get(url), method: 'POST', body: 'x'.repeat(20_000_000) })

    expect(outcome).toMatchObject({ response: { status: 413, body: '{}' } })
  })
})

describe('what no bank may send', () => {
  test.each([
    ['a header on two lines (RFC 9112 section 5.2)', 'HTTP/1.1 200 OK\r\nX-A: one\r\n two\r\n\r\n'],
    ['another protocol that nobody asked for', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n'],
    [
      'a chunk that is longer than it says',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n',
    ],
  ])('%s breaks HTTP', async (_, bytes) => {
    expect(await answered(bytes)).toMatchObject({
      failure: { kind: 'malformed', message: expect.stringContaining('breaks HTTP') },
    })
  })

  test.each(['SSH-2.0-OpenSSH_9.6\r\n\r\n', '220 mail.example ESMTP\r\n\r\n', 'HTTP/x 200\r\n\r\n'])(
    '%j is no HTTP at all',
    async (bytes) => {
      expect(await answered(bytes)).toEqual({ failure: { kind: 'reset', message: 'the answer is not HTTP' } })
    },
  )

  test('chunks that end in the middle are a broken connection', async () => {
    const outcome = await answered('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{', { ends: true })

    expect(outcome).toMatchObject({ failure: { kind: 'reset', message: expect.stringContaining('end of the body') } })
  })

  test('interim answers without end are no answer', async () => {
    const url = await serveBytes(async (socket) => {
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 100 Continue\r\n\r\n')
        await later(20)
      }
    })

    expect(await client({ connectMillis: 100, firstByteMillis: 200 }).send(get(url))).toEqual({
      failure: { kind: 'timeout', message: 'no answer within 300 ms' },
    })
  })

  test('what comes after an answer is not taken for the next one', async () => {
    const stray = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray'
    const used: number[] = []
    const url = await serveBytes(async (socket, _, connections) => {
      used.push(connections)
      socket.write(ok)
      await later(20)
      socket.write(stray)
    })
    const http = client()

    expect(await http.send(get(url))).toMatchObject({ response: { body: '{}' } })
    await later(100)
    expect(await http.send(get(url))).toMatchObject({ response: { body: '{}' } })
    // nor is the connection used again, on which more may follow
    expect(used).toEqual([1, 2])
  })

  test('a body behind the answer to HEAD is not taken for the next answer', async () => {
    const url = await serveBytes((socket) => socket.write(ok))
    const http = client()

    expect(await http.send({ ...get(url), method: 'HEAD' })).toMatchObject({ response: { status: 200, body: '' } })
    expect(await http.send(get(url))).toMatchObject({ response: { status: 200, body: '{}' } })
  })
})

describe('a bank that closes an idle connection', () => {
  test('just as a request is sent: the failure says so, and nothing is sent again', async () => {
    let requestsSeen = 0
    const url = await serveBytes((socket, requests) => {
      requestsSeen += 1
      if (requests === 1) socket.write(ok)
      else socket.destroy()
    })
    const http = client()
    await http.send(get(url))

    expect(await http.send(get(url))).toMatchObject({ failure: { kind: 'reset', idle: true } })
    expect(requestsSeen).toBe(2)
  })

  test('is not sent a second request on any connection from then on', async () => {
    const url = await serveBytes((socket, requests) => (requests === 1 ? socket.write(ok) : socket.destroy()))
    const http = client()
    await http.send(get(url))
    await http.send(get(url))

    for (const _ of [1, 2, 3]) expect(await http.send(get(url))).toMatchObject({ response: { status: 200 } })
  })

  test('before a request is sent: another one is opened', async () => {
    const url = await serveBytes((socket) => {
      socket.write(ok)
      setTimeout(() => socket.end(), 20)
    })
    const http = client()
    await http.send(get(url))
    await later(100)

    expect(await http.send(get(url))).toMatchObject({ response: { status: 200 } })
  })

  test('on the first request of a connection it is a broken connection', async () => {
    const url = await serveBytes((socket) => socket.destroy())
    const outcome = await client().send(get(url))

    expect(outcome).toMatchObject({ failure: { kind: 'reset' } })
    expect(outcome).not.toMatchObject({ failure: { idle: true } })
  })

  test('in the middle of an answer it is one too', async () => {
    const url = await serveBytes((socket, requests) =>
      requests === 1 ? socket.write(ok) : socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
    )
    const http = client()
    await http.send(get(url))
    const outcome = await http.send(get(url))

    expect(outcome).toMatchObject({ failure: { kind: 'reset', message: expect.stringContaining('end of the body') } })
    expect(outcome).not.toMatchObject({ failure: { idle: true } })
  })
})
