/** Bytes that no client library would send: the answer has the form of the standard, and the bank keeps working. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

let bank: Sandbox

beforeAll(async () => {
  bank = await startSandbox()
})

afterAll(() => bank.close())

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(bank.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that comes back until the bank ends the connection. */
async function answerTo(socket: Socket, bytes: string): Promise<string> {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

const path = '/api/bobf/release1.0.0/account-access-consents'

test.each([
  ['bytes that are no HTTP', '\u0000\u0001garbage\r\n\r\n', 'Resource.InvalidFormat'],
  [
    'headers over 16 KB',
    `GET ${path}/x HTTP/1.1\r\nHost: bank\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'Header.Invalid',
  ],
  ['no Host', `GET ${path}/x HTTP/1.1\r\nConnection: close\r\n\r\n`, 'Header.Missing'],
])('answers %s with 400, the error body and an interaction id', async (_name, bytes, code) => {
  const answer = await answerTo(await open(), bytes)
  const [head = '', body = ''] = answer.split('\r\n\r\n')

  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(head).toMatch(/^x-fapi-interaction-id: [0-9a-f-]{36}$/im)
  expect(JSON.parse(body)).toMatchObject({ Code: '400 BadRequest', Errors: [{ ErrorCode: code }] })
})

test.each([
  ['GET', 'http://elsewhere.example/oauth2/jwks', 200],
  ['GET', `http://bank${path}/x`, 401],
  ['POST', 'http://bank/oauth2/jwks', 405],
  ['GET', 'http://bank', 200],
  ['GET', 'https://bank?x=y', 200],
  ['GET', 'HTTP://bank/nothing', 404],
  ['OPTIONS', '*', 404],
  ['GET', '*', 404],
])('%s %s, a whole URL as a proxy gets it, is %i', async (method, url, status) => {
  const answer = await answerTo(await open(), `${method} ${url} HTTP/1.1\r\nHost: bank\r\nConnection: close\r\n\r\n`)

  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toMatch(/^x-fapi-interaction-id: [0-9a-f-]{36}$/im)
})

test('CONNECT is refused in words, and a client that is gone by then does no harm', async () => {
  const bytes = 'CONNECT bank:80 HTTP/1.1\r\nHost: bank:80\r\n\r\n'
  expect(await answerTo(await open(), bytes)).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-fapi-interaction-id: /)
  for (let count = 0; count < 20; count += 1) {
    const socket = await open()
    socket.write(bytes)
    socket.resetAndDestroy()
  }
})

describe('a body of 200 MB', () => {
  const announced = 200 * 1024 * 1024

  test.each([
    ['without a token', `POST ${path}`, 'Content-Type: application/octet-stream', 401],
    [
      'of an odd type, on a path that does not exist',
      'POST /api/bobf/release1.0.0/nothing',
      'Content-Type: application/x-odd',
      404,
    ],
    ['on a read, which takes none', 'GET /api/bobf/release1.0.0/transactions', 'Content-Type: application/x-odd', 401],
  ])('%s is refused before it has come', async (_name, target, header, status) => {
    const socket = await open()
    const before = process.memoryUsage().rss
    const head = once(socket, 'data') as Promise<[Buffer]>
    socket.write(`${target} HTTP/1.1\r\nHost: bank\r\n${header}\r\nContent-Length: ${announced}\r\n\r\n`)
    socket.write(Buffer.alloc(64 * 1024))

    expect(String((await head)[0])).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(socket.bytesWritten).toBeLessThan(1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
    socket.destroy()
  })

  test('with a valid token is refused with 413 at the limit, and the connection ends', async () => {
    const basic = Buffer.from(`${bank.tpps[0]?.clientId}:${bank.tpps[0]?.clientSecret}`).toString('base64')
    const granted = await fetch(`${bank.url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
    })
    const { access_token } = (await granted.json()) as { access_token: string }
    const head = `POST ${path} HTTP/1.1\r\nHost: bank\r\nAuthorization: Bearer ${access_token}\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`

    const answer = await answerTo(await open(), head)

    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/^x-fapi-interaction-id: [0-9a-f-]{36}$/im)
  })
})

test('the bank still answers after all of it', async () => {
  expect((await fetch(`${bank.url}${path}/x`)).status).toBe(401)
})
