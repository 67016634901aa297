import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserDriver } from './browser.js'
import { launchBrowser } from './launch-browser.js'
import { isStill } from './still-page.js'

let browser: Browser
let server: Server
let body = ''
let headers: Record<string, string> = {}
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

beforeAll(async () => {
  server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', ...headers })
      .end(`<!doctype html><title>A bank</title>${body}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser(process.env)
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const form = '<h1>Choose</h1><form method="post"><label>Number <input></label><button>Next</button></form>'

test.each<[boolean, string, Record<string, string>]>([
  [true, form, {}],
  [true, `<style>h1 { color: navy }</style>${form}`, {}],
  [false, `${form}<script>setTimeout(() => (document.title = 'x'), 2000)</script>`, {}],
  [false, `${form}<img src="data:," onerror="document.title = 'x'">`, {}],
  [false, `${form}<iframe srcdoc="later"></iframe>`, {}],
  [false, `<meta http-equiv="refresh" content="9;url=/next">${form}`, {}],
  [false, form, { refresh: '9;url=/next' }],
  [false, `<style>@keyframes show { to { opacity: 1 } } h1 { animation: show 1s 9s }</style>${form}`, {}],
])('a page that cannot change by itself is still: %s, %s %o', async (expected, content, sent) => {
  body = content
  headers = sent
  const page = await browser.newPage()
  const answer = (await page.goto(url())) ?? undefined

  expect(await isStill(page, answer)).toBe(expected)
  expect(await isStill(page, undefined)).toBe(false)
  await page.close()
})

const adapter = {
  name: 'A bank',
  locale: 'en',
  problem: { role: 'alert' as const },
  cancelAt: 'choose',
  steps: [{ name: 'choose', shownBy: { role: 'heading' as const, name: 'Chosen' }, reject: 'No', cancel: 'No' }],
}

/** A walk by who waits a minute for a page to show its step. */
async function walk(content: string, journeyMillis: number) {
  body = content
  headers = {}
  const limits = { journeyMillis }
  const driver = browserDriver({ adapter, limits, env: process.env, stepMillis: 60_000 })
  const redirectUri = 'https://tpp.example/back'
  const psu = { username: 'a', password: 'b', otp: 'c' }
  const request = {
    authorizationUrl: url(),
    psu,
    decision: 'approve',
    accounts: 'all',
    redirectUri,
    state: null,
  } as const
  const outcome = await driver.authorise(request, await driver.openRedirect(redirectUri), new AbortController().signal)
  await driver.close()
  return 'failure' in outcome ? outcome.failure.message : 'came back'
}

test('a still page without its step is given up at once, and one that may change is waited for', async () => {
  const later = `setTimeout(() => (document.querySelector('h1').textContent = 'Chosen'), 1500)`

  expect(await walk(form, 45_000)).toContain('the page does not show step choose')
  expect(await walk(`${form}<script>${later}</script>`, 8_000)).toContain('no redirect within 8000 ms')
})
