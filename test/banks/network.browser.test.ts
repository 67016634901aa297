import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchProfile, type Profile, runSuite } from '#conformance/index.js'
import { openGateway } from '#conformance/journeys/gateway.js'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { issueForServer } from '#sandbox/tls/authority.js'
import { certificatesIn } from '#sandbox/tls/folder.js'
import { startConnectProxy } from './connect-proxy.js'
import { passedOf, redOf } from './judging.js'

let bank: Sandbox
let served: Profile
let ca: string

beforeAll(async () => {
  bank = await startSandbox({ tls: true })
  ca = bank.ca ?? ''
  served = await fetchProfile(bank.url, { ca })
})
afterAll(() => bank?.close())

const judge = (network: Profile['network']) =>
  runSuite({
    profile: { ...served, limits: { ...served.limits, journeyMillis: 15_000 }, ...(network && { network }) },
    only: ['AAC-070@1.0.0', 'AAC-071@1.0.0', 'AUT-060'],
    env: process.env,
    now: Date.now,
  })

test('the browser takes a private authority as calls do', async () => {
  const { verdicts } = await judge({ ca })

  expect(redOf(verdicts)).toEqual([])
  expect(passedOf(verdicts).length).toBeGreaterThan(2)
})

test('the browser goes through the proxy, and through no proxy to the redirect address', async () => {
  const proxy = await startConnectProxy('judge:right')
  const { verdicts } = await judge({ ca, proxy: proxy.url })
  await proxy.close()

  expect(redOf(verdicts)).toEqual([])
  expect(passedOf(verdicts).length).toBeGreaterThan(2)
  expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(bank.url).host]))
})

/** Opens a page through a gateway, as a journey does. */
async function openThrough(network: NonNullable<Profile['network']>, url: string) {
  const gateway = await openGateway(network, 2000)
  const browser = await launchBrowser(process.env, { gateway })
  try {
    const page = await browser.newPage()
    const error = await page.goto(url).then(
      () => '',
      ({ message }: Error) => message,
    )
    return { error, text: await page.textContent('body'), failures: [...gateway.failures] }
  } finally {
    await browser.close()
    await gateway.close()
  }
}

test('a certificate that calls would not take is not taken by the browser', async () => {
  const { authority } = await certificatesIn(undefined, [], Date.now())
  const { error, failures } = await openThrough({ ca: authority.certificate }, bank.url)

  expect(error).toContain('ERR_TUNNEL_CONNECTION_FAILED')
  expect(failures).toEqual([['127.0.0.1', expect.stringContaining('SELF_SIGNED_CERT_IN_CHAIN')]])
})

test('the browser shows the client certificate of the profile, and none otherwise', async () => {
  const { authority, tpps } = await certificatesIn(undefined, ['gate'], Date.now())
  const { certificate: cert, key } = await issueForServer(authority, ['localhost'], Date.now())
  const tls = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: true }
  const server = createServer(tls, (_request, response) => void response.end('inside'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const network = { ca: authority.certificate }
  const shown = await openThrough({ ...network, clientCertificate: tpps.get('gate') as never }, url)
  const hidden = await openThrough(network, url)
  server.close()

  expect(shown).toMatchObject({ error: '', text: 'inside' })
  expect(hidden.error).not.toBe('')
})
