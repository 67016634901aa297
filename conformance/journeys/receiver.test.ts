import { afterEach, expect, test } from 'vitest'
import { readRedirect } from './driver.js'
import { isLoopback, openReceiver } from './receiver.js'
import { openRedirectAddress } from './redirect-address.js'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(redirectUri: string) {
  const receiver = await openReceiver(redirectUri)
  closers.push(receiver.close)
  return receiver
}

test('takes any free port for an address without one and leaves the rest as registered', async () => {
  const first = await open('http://127.0.0.1/callback?tenant=a%20b')
  const second = await open('http://127.0.0.1/callback?tenant=a%20b')

  expect(first.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?tenant=a%20b$/)
  expect(second.redirectUri).not.toBe(first.redirectUri)
})

test.each(['http://localhost/cb', 'http://[::1]/cb'])('listens at %s', async (redirectUri) => {
  const receiver = await open(redirectUri)

  const answer = await fetch(`${receiver.redirectUri}?code=1`)

  expect(answer.status).toBe(200)
  expect(receiver.hits).toEqual([`${receiver.redirectUri}?code=1`])
})

test('records every request for its path in order, and nothing else', async () => {
  const receiver = await open('http://127.0.0.1/callback')
  const { origin } = new URL(receiver.redirectUri)

  await fetch(`${receiver.redirectUri}?code=1&state=a`)
  const elsewhere = await fetch(`${origin}/favicon.ico`)
  await fetch(`${receiver.redirectUri}?code=2`)
  await receiver.arrived

  expect(elsewhere.status).toBe(404)
  expect(receiver.hits).toEqual([`${receiver.redirectUri}?code=1&state=a`, `${receiver.redirectUri}?code=2`])
})

test('sends no referrer and is not cached', async () => {
  const { redirectUri } = await open('http://127.0.0.1/callback')

  const { headers } = await fetch(redirectUri)

  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('shows a page to a person, and nothing to a browser that stays where it was', async () => {
  const { redirectUri } = await open('http://127.0.0.1/callback')
  const address = await openRedirectAddress()('http://127.0.0.1/callback')
  closers.push(address.close)

  const [toPerson, toBrowser] = [await fetch(redirectUri), await fetch(address.redirectUri)]

  expect(await toPerson.text()).toContain('You can close this page')
  expect([toBrowser.status, await toBrowser.text()]).toEqual([204, ''])
})

test('opens an address with a fixed port for one journey at a time', async () => {
  const { redirectUri } = await open('http://127.0.0.1/callback')
  await closers.pop()?.()
  const openAddress = openRedirectAddress()
  const order: string[] = []

  const first = await openAddress(redirectUri)
  const second = openAddress(redirectUri).then((address) => {
    order.push('second opens')
    return address
  })
  await fetch(first.redirectUri)
  order.push('first closes')
  await first.close()
  await (await second).close()

  expect(first.redirectUri).toBe(redirectUri)
  expect(order).toEqual(['first closes', 'second opens'])
})

test('a port that is taken fails the journey that needs it, not the next one', async () => {
  const taken = await open('http://127.0.0.1/callback')
  const openAddress = openRedirectAddress()

  await expect(openAddress(taken.redirectUri)).rejects.toThrow('EADDRINUSE')
  await closers.pop()?.()
  const address = await openAddress(taken.redirectUri)
  await address.close()

  expect(address.redirectUri).toBe(taken.redirectUri)
})

test.each([
  ['http://127.0.0.1/callback', true],
  ['http://127.9.9.9:80/callback', true],
  ['http://localhost:9000/cb', true],
  ['http://[::1]/cb', true],
  ['https://localhost/cb', false],
  ['http://localhost.tpp.example/cb', false],
  ['https://tpp.example/callback', false],
])('%s is on this machine: %s', (redirectUri, expected) => {
  expect(isLoopback(redirectUri)).toBe(expected)
})

test.each([
  ['https://tpp.example/cb?code=a&state=b', 'query', ['code', 'state']],
  ['https://tpp.example/cb#code=a&id_token=c&state=b', 'fragment', ['code', 'id_token', 'state']],
  ['https://tpp.example/cb?state=b#error=access_denied', 'fragment', ['error']],
  ['https://tpp.example/cb?error=access_denied&state=b#_=_', 'query', ['error', 'state']],
  ['https://tpp.example/cb?state=b&state=c', 'query', ['state', 'state']],
  ['https://tpp.example/cb', 'query', []],
])('reads %s by what the browser saw: %s', (url, placement, names) => {
  const redirect = readRedirect(url, 1)

  expect(redirect.placement).toBe(placement)
  expect(redirect.parameters.map(([name]) => name)).toEqual(names)
})

test('keeps a state byte for byte', () => {
  const state = 'a b+c%/?#&=ü'

  expect(readRedirect(`https://tpp.example/cb?code=1&state=${encodeURIComponent(state)}`, 1).parameters).toContainEqual(
    ['state', state],
  )
})
