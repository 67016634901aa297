import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../testing/serve.js'
import { HttpClient, type HttpLimits } from './http-client.js'

const limits: HttpLimits = { connectMillis: 500, firstByteMillis: 300, bodyMillis: 300, bodyBytes: 1_000 }
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function client(changes: Partial<HttpLimits> = {}) {
  const made = new HttpClient({ ...limits, ...changes })
  closers.push(() => made.close())
  return made
}

async function served(listener: Parameters<typeof serve>[0]) {
  const server = await serve(listener)
  closers.push(server.close)
  return server.url
}

const later = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const get = (url: string) => ({ method: 'GET', url, headers: [] })

test('returns status, body and every header in order, repeated ones repeated', async () => {
  const url = await served((_, response) => {
    response.writeHead(
      200,
      [
        ['X-Id', 'a'],
        ['X-Other', 'b'],
        ['X-Id', 'c'],
      ].flat(),
    )
    response.end('{"ok":true}')
  })

  const outcome = await client().send(get(`${url}/path`))

  expect(outcome).toMatchObject({ response: { status: 200, body: '{"ok":true}' } })
  const { headers } = 'response' in outcome ? outcome.response : { headers: [] }
  expect(headers.filter(([name]) => name.startsWith('x-'))).toEqual([
    ['x-id', 'a'],
    ['x-other', 'b'],
    ['x-id', 'c'],
  ])
})

test('sends the path unchanged, dot segments included', async () => {
  const seen: (string | undefined)[] = []
  const url = await served((request, response) => {
    seen.push(request.url)
    response.end()
  })

  await client().send(get(`${url}/consents/../x/%2e%2e/?a=b%20c`))

  expect(seen).toEqual(['/consents/../x/%2e%2e/?a=b%20c'])
})

test('says of a body that its bytes are no UTF-8', async () => {
  const bodies = [Buffer.from('{"a":"\u00e9"}', 'latin1'), Buffer.from('{"a":"\u00e9\ufffd"}')]
  const url = await served((_, response) => void response.end(bodies.shift()))
  const first = await client().send(get(url))
  const second = await client().send(get(url))

  expect(first).toMatchObject({ response: { notUtf8: true } })
  expect(second).toMatchObject({ response: { body: '{"a":"\u00e9\ufffd"}' } })
  expect(second).not.toMatchObject({ response: { notUtf8: true } })
})

const coded = async (encoding: string | string[], body: Buffer) => {
  const url = await served((_, response) => void response.setHeader('content-encoding', encoding).end(body))
  return client().send(get(url))
}

test.each([
  ['gzip', gzipSync('{"a":1}')],
  ['GZIP', gzipSync('{"a":1}')],
  ['x-gzip', gzipSync('{"a":1}')],
  ['deflate', deflateSync('{"a":1}')],
  ['deflate', deflateRawSync('{"a":1}')],
  ['br', brotliCompressSync('{"a":1}')],
  ['deflate, gzip', gzipSync(deflateSync('{"a":1}'))],
  [['deflate', 'gzip'], gzipSync(deflateSync('{"a":1}'))],
  ['identity', Buffer.from('{"a":1}')],
  ['UTF-8', Buffer.from('{"a":1}')],
])('takes the coding %j off a body', async (encoding, body) => {
  expect(await coded(encoding, body)).toMatchObject({ response: { status: 200, body: '{"a":1}' } })
})

test.each([
  ['gzip', Buffer.from('{"a":1}'), /^a body that is not gzip, which Content-Encoding says \(incorrect header check\)$/],
  ['gzip', gzipSync('{"a":1}').subarray(0, 15), /not gzip, .* \(unexpected end of file\)/],
  ['deflate', Buffer.from('<html>'), /not deflate/],
  ['br', Buffer.from('{"a":1}'), /not br/],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), /^a body of the coding zstd$/],
])('says of a body with the coding %j that it cannot be taken off', async (encoding, body, undecodable) => {
  const outcome = await coded(encoding, body)

  expect(outcome).toMatchObject({
    response: { status: 200, body: '', undecodable: expect.stringMatching(undecodable) },
  })
})

test('stops at the size limit where a small body becomes a large one', async () => {
  const bomb = gzipSync('x'.repeat(100_000))

  expect(bomb.length).toBeLessThan(1_000)
  expect(await coded('gzip', bomb)).toEqual({
    failure: { kind: 'too-large', message: 'the body is larger than 1000 bytes' },
  })
})

test('follows no redirect', async () => {
  const seen: (string | undefined)[] = []
  const url = await served((request, response) => {
    seen.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })

  const outcome = await client().send(get(`${url}/here`))

  expect(outcome).toMatchObject({ response: { status: 302 } })
  expect(seen).toEqual(['/here'])
})

test('gives up on a bank that never answers', async () => {
  const url = await served(() => {})

  const outcome = await client({ connectMillis: 100 }).send(get(url))

  expect(outcome).toEqual({ failure: { kind: 'timeout', message: 'no answer within 400 ms' } })
})

test('gives up on a body that never ends', async () => {
  const url = await served((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  })

  const outcome = await client().send(get(url))

  expect(outcome).toEqual({ failure: { kind: 'timeout', message: 'the body did not end within 300 ms' } })
})

test('stops reading a body at the size limit', async () => {
  let written = 0
  const url = await served((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000
    }
    response.on('drain', more)
    more()
  })

  const outcome = await client({ bodyMillis: 5_000 }).send(get(url))

  expect(outcome).toEqual({ failure: { kind: 'too-large', message: 'the body is larger than 1000 bytes' } })
  expect(written).toBeLessThan(50_000_000)
})

test('names headers that are too large', async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { 'x-large': 'x'.repeat(64 * 1024) }).end()
  })

  expect(await client().send(get(url))).toMatchObject({ failure: { kind: 'too-large' } })
})

test('reports a connection that breaks in the body as a failure, not as a response', async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })

  const outcome = await client().send(get(url))

  expect(outcome).toMatchObject({ failure: { kind: 'reset', message: expect.stringContaining('end of the body') } })
})

test('does not retry after a broken connection', async () => {
  let calls = 0
  const url = await served((request) => {
    calls++
    request.socket.destroy()
  })

  expect(await client().send(get(url))).toMatchObject({ failure: { kind: 'reset' } })
  expect(calls).toBe(1)
})

test('uses a connection again at once, and not one that was idle for over a second: the bank may be closing it', async () => {
  const ports: (number | undefined)[] = []
  const url = await served((request, response) => {
    ports.push(request.socket.remotePort)
    response.end()
  })
  const http = client()

  await http.send(get(url))
  await later(100)
  await http.send(get(url))
  await later(1300)
  await http.send(get(url))

  const [first, second, third] = ports
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

test('reports an answer that is not HTTP', async () => {
  const server = createTcpServer((socket) => socket.resume().end('hello\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))

  const outcome = await client().send(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))

  expect(outcome).toMatchObject({ failure: { kind: 'reset', message: expect.stringContaining('not HTTP') } })
})

test('reports that nobody listens', async () => {
  const { url, close } = await serve(() => {})
  await close()

  expect(await client().send(get(url))).toEqual({
    failure: { kind: 'connect', message: 'no connection: ECONNREFUSED' },
  })
})

test('reports a plain-text answer to a TLS handshake as a failure of TLS', async () => {
  const url = await served(() => {})

  const outcome = await client().send(get(url.replace('http:', 'https:')))

  expect(outcome).toMatchObject({ failure: { kind: 'tls' } })
})

test('ends when the run is aborted', async () => {
  const url = await served(() => {})
  const controller = new AbortController()

  const outcome = client({ firstByteMillis: 10_000 }).send(get(url), controller.signal)
  setTimeout(() => controller.abort(), 20)

  expect(await outcome).toEqual({ failure: { kind: 'timeout', message: 'the run ended before the answer came' } })
})

test('throws for an invalid request: that is no failure of the bank', async () => {
  await expect(client().send({ ...get('http://127.0.0.1:1/'), headers: [['x', 'a\nb']] })).rejects.toThrow()
  await expect(client().send(get('ftp://127.0.0.1/'))).rejects.toThrow('not an http or https URL')
})
