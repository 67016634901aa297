import { afterEach, expect, test } from 'vitest'
import type { JourneyDriver, JourneyRequest } from './driver.js'
import { type ManualOptions, manualDriver } from './manual.js'

const psu = { username: '400101', password: 'a-password', otp: '111222' }
const never = new AbortController().signal
const drivers: JourneyDriver[] = []

afterEach(async () => {
  for (const driver of drivers.splice(0)) await driver.close()
})

function driverOf(options: Partial<ManualOptions> = {}) {
  const told: string[] = []
  const driver = manualDriver({ limits: { journeyMillis: 1 }, tell: (text) => void told.push(text), ...options })
  drivers.push(driver)
  return { driver, told }
}

const requestAt = (redirectUri: string, changes: Partial<JourneyRequest> = {}): JourneyRequest => ({
  authorizationUrl: 'https://bank.example/authorize?client_id=a',
  psu,
  decision: 'approve',
  accounts: 'all',
  redirectUri,
  state: 's',
  ...changes,
})

test('says what to decide, and takes what comes back to the redirect address', async () => {
  const { driver, told } = driverOf({ nameOf: () => 'main' })
  const address = await driver.openRedirect('http://127.0.0.1/back')
  const outcome = driver.authorise(requestAt(address.redirectUri), address, never)
  const page = await fetch(`${address.redirectUri}?code=c&state=s`)
  await fetch(address.redirectUri, { method: 'POST', body: '' })

  expect(await page.text()).toContain('The bank has sent you back')
  expect(await outcome).toEqual({
    redirect: {
      parameters: [
        ['code', 'c'],
        ['state', 's'],
      ],
      placement: 'query',
      count: 1,
    },
  })
  await address.close()
  const text = told.join('')
  expect(text).toContain('Journey 1: approve')
  expect(text).toContain('https://bank.example/authorize?client_id=a')
  expect(text).toContain('Sign in as 400101 (psus.main), choose every account, and approve.')
  expect(text).not.toContain('a-password')
})

test('takes the fragment that the page tells', async () => {
  const { driver } = driverOf()
  const address = await driver.openRedirect('http://127.0.0.1/back')
  const outcome = driver.authorise(requestAt(address.redirectUri), address, never)
  await fetch(address.redirectUri)
  await fetch(address.redirectUri, { method: 'POST', body: '#code=c&id_token=t&state=s' })

  expect(await outcome).toMatchObject({
    redirect: {
      placement: 'fragment',
      parameters: [
        ['code', 'c'],
        ['id_token', 't'],
        ['state', 's'],
      ],
    },
  })
  await address.close()
})

test.each([
  ['reject', 'refuse on the page where the bank asks for the decision'],
  ['cancel', 'cancel before you decide'],
] as const)('%s is told in words, and the address where a person ended is pasted', async (decision, words) => {
  const lines = ['', 'https://elsewhere.example/?code=x', 'https://tpp.example/back?error=access_denied&state=s']
  const { driver, told } = driverOf({ readLine: async () => lines.shift() })
  const address = await driver.openRedirect('https://tpp.example/back')

  expect(await driver.authorise(requestAt('https://tpp.example/back', { decision }), address, never)).toMatchObject({
    redirect: {
      parameters: [
        ['error', 'access_denied'],
        ['state', 's'],
      ],
    },
  })
  expect(told.join('')).toContain(words)
  expect(told.join('')).toContain('That is not where the bank sends back to; it begins with https://tpp.example/back')
})

test('a person is asked for one journey after the other', async () => {
  const { driver, told } = driverOf()
  const addresses = [
    await driver.openRedirect('http://127.0.0.1/back'),
    await driver.openRedirect('http://127.0.0.1/back'),
  ]
  const outcomes = addresses.map((address) => driver.authorise(requestAt(address.redirectUri), address, never))
  await new Promise((resolve) => setImmediate(resolve))
  expect(told.filter((text) => text.includes('Journey'))).toHaveLength(1)

  for (const { redirectUri } of addresses) {
    await fetch(`${redirectUri}?code=c`)
    await fetch(redirectUri, { method: 'POST', body: '' })
  }
  await Promise.all(outcomes)
  expect(told.filter((text) => text.includes('Journey'))).toHaveLength(2)
  for (const address of addresses) await address.close()
})

test('a run that ends waits for nobody', async () => {
  const { driver } = driverOf()
  const run = new AbortController()
  const address = await driver.openRedirect('http://127.0.0.1/back')
  const outcome = driver.authorise(requestAt(address.redirectUri), address, run.signal)
  await new Promise((resolve) => setImmediate(resolve))
  run.abort()

  expect(await outcome).toEqual({ failure: { kind: 'timeout', message: 'the run ended before the redirect' } })
  await address.close()
})
