/**
 * The pages in a real browser, served as the sandbox serves them: under a strict content security policy.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { pageCss } from '../pages.js'

/** The browser to test with: the one that `OB_BROWSER` names, else a usual one; `undefined` if there is none. */
export function findBrowser(named: string | undefined): string | undefined {
  const candidates = [named, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
  return candidates.find((path) => path !== undefined && existsSync(path))
}

/** Why a test that needs a browser does not run. Part of its title. */
export function unless(browserPath: string | undefined): string {
  return browserPath === undefined ? ' (not run: there is no browser, name one in OB_BROWSER)' : ''
}

/** As root, Chromium starts only without its sandbox. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

export interface OpenedPage {
  readonly page: Page
  /** Fields of the forms that were sent, in order. */
  readonly posted: URLSearchParams[]
  /** What the content security policy blocked. */
  readonly violations: string[]
  /** Shows another document in the same window. */
  readonly show: (html: string) => Promise<void>
  /** The same without a request, in a third of the time: scripts of the window stay, and nothing is focused. */
  readonly write: (html: string) => Promise<void>
}

const origin = 'http://bank.test'

/** A window onto a bank that answers every address with the same document, and keeps what is posted to it. */
export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const posted: URLSearchParams[] = []
  const violations: string[] = []
  let shown = html

  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  await page.route(`${origin}/**`, (route) => {
    const request = route.request()
    if (request.url().endsWith('/page.css')) return route.fulfill({ contentType: 'text/css', body: pageCss() })
    if (request.method() === 'POST') posted.push(new URLSearchParams(request.postData() ?? ''))
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: shown,
    })
  })
  const show = async (next: string) => {
    shown = next
    await page.goto(`${origin}/authorise/1`)
  }
  const write = (next: string) =>
    page.evaluate<void>(`
      document.open()
      document.write(${JSON.stringify(next)})
      document.close()
      new Promise((resolve) => addEventListener('load', () => resolve()))`)
  await show(html)
  return { page, posted, violations, show, write }
}
