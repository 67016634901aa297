import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { issueForServer, makeAuthority } from '../tls/authority.js'
import { createSender, type LookUp } from './sending.js'
import { answering, openCallbacks } from './testing/callbacks.js'

let callbacks: Awaited<ReturnType<typeof openCallbacks>>
beforeEach(async () => {
  callbacks = await openCallbacks()
})
afterEach(() => callbacks.close())

const settings = { callbackMillis: 2000, selfSignedCallbacks: false }

/** Answers with these addresses, one list after the other. */
function named(...answers: readonly string[][]): LookUp {
  const left = [...answers]
  return (_hostname, done) => {
    const addresses = (left.length > 1 ? left.shift() : left[0]) ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

async function sendOnce(target: string, loopback: boolean, lookUp?: LookUp) {
  const sender = createSender({ loopback, private: false }, settings, lookUp)
  try {
    return await sender.send(target, 'a.b.c', { 'content-type': 'application/jwt' })
  } finally {
    await sender.close()
  }
}

test('sends where it may', async () => {
  expect(await sendOnce(`${callbacks.url}/x`, true)).toEqual({ status: 202 })
  expect(await sendOnce(`http://tpp.example:${callbacks.port}/x`, true, named(['127.0.0.1']))).toEqual({ status: 202 })
  expect(callbacks.received.map(({ body }) => body)).toEqual(['a.b.c', 'a.b.c'])
})

/** Names and numbers that lead to this machine; the last part is what a name resolves to. */
const inside: readonly (readonly [host: string, ...addresses: string[]])[] = [
  ['127.0.0.1'],
  ['127.1'],
  ['2130706433'],
  ['0x7f000001'],
  ['017700000001'],
  ['[::ffff:127.0.0.1]'],
  ['[::ffff:7f00:1]'],
  ['0.0.0.0'],
  ['[::]'],
  ['localhost'],
  ['tpp.example', '127.0.0.1'],
  ['tpp.example', '::1'],
  ['tpp.example', '::ffff:127.0.0.1'],
  ['tpp.example', '0.0.0.0'],
  ['tpp.example', '8.8.8.8', '127.0.0.1'],
  ['tpp.example', '127.0.0.1', '8.8.8.8'],
  ['tpp.example', '10.0.0.1'],
  ['tpp.example', '169.254.169.254'],
  ['tpp.example', 'fd00:ec2::254'],
  ['tpp.example', '64:ff9b::7f00:1'],
]

test.each(inside)('does not connect to %s where that is inside (%s)', async (host, ...addresses) => {
  const lookUp = addresses.length > 0 ? named(addresses) : undefined

  const sent = await sendOnce(`http://${host}:${callbacks.port}/`, false, lookUp)

  expect(sent.status).toBeUndefined()
  expect(sent.error).toMatch(/does not call/)
  expect(callbacks.received).toEqual([])
})

test('a name that changes its answer is judged each time', async () => {
  const sender = createSender(
    { loopback: false, private: false },
    { ...settings, callbackMillis: 200 },
    named(['192.0.2.1'], ['127.0.0.1']),
  )
  const target = `http://tpp.example:${callbacks.port}/`

  const sent = [await sender.send(target, 'x', {}), await sender.send(target, 'x', {})]
  await sender.close()

  expect(sent.map(({ status }) => status)).toEqual([undefined, undefined])
  expect(callbacks.received).toEqual([])
})

describe('an answer', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed', async (status) => {
    const other = await openCallbacks()
    callbacks.answerWith(answering(status, { location: other.url }))

    expect(await sendOnce(callbacks.url, true)).toEqual({ status })
    expect(other.received).toEqual([])
    await other.close()
  })

  test('without end is cut off', async () => {
    callbacks.answerWith((_received, response) => {
      response.writeHead(202)
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more))
      more()
    })

    const sent = await sendOnce(callbacks.url, true)

    expect(sent.status).toBe(202)
  })

  test('that comes in drops has a deadline', async () => {
    callbacks.answerWith((_received, response) => void response.writeHead(202).write('x'))
    const started = performance.now()

    await sendOnce(callbacks.url, true)

    expect(performance.now() - started).toBeLessThan(4000)
  })
})

describe('a callback with a certificate that nobody vouches for', () => {
  async function sendSecurely(selfSignedCallbacks: boolean) {
    const now = Date.now()
    const { certificate, key } = await issueForServer(await makeAuthority(now), ['127.0.0.1'], now)
    const bodies: string[] = []
    const server = createServer({ cert: certificate, key }, (request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)))
      request.on('end', () => response.writeHead(202).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const sender = createSender({ loopback: true, private: false }, { ...settings, selfSignedCallbacks })
    const sent = await sender.send(`https://127.0.0.1:${port}/h`, 'a.b.c', {})
    await sender.close()
    server.closeAllConnections()
    server.close()
    return { sent, bodies }
  }

  test('is called where the bank was told so', async () => {
    expect(await sendSecurely(true)).toEqual({ sent: { status: 202 }, bodies: ['a.b.c'] })
  })

  test('is not called otherwise', async () => {
    const { sent, bodies } = await sendSecurely(false)

    expect(sent.status).toBeUndefined()
    expect(sent.error).toMatch(/CERT|certificate/i)
    expect(bodies).toEqual([])
  })
})
