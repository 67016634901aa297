/** The pages for developers in a real browser, at the widths of a desk and of a hand. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

let bank: Sandbox
let browser: Browser

beforeAll(async () => {
  const [launched, started] = await Promise.all([launchBrowser(process.env), startSandbox()])
  browser = launched
  bank = started
})

afterAll(async () => {
  await browser?.close()
  await bank?.close()
})

const pages = {
  home: '/',
  index: '/_sandbox',
  'redirect address': '/_sandbox/callback',
  'redirect with a code': '/_sandbox/callback?code=abc&state=xyz',
  'redirect with an error':
    '/_sandbox/callback?error=access_denied&error_description=the+customer+has+rejected&state=xyz',
}

async function open(path: string, width: number): Promise<{ page: Page; errors: string[] }> {
  // the scripts of axe are blocked by the policy of the page, which is tested elsewhere
  const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(bank.url + path)
  return { page, errors }
}

test.each(Object.entries(pages).flatMap(([name, path]) => [1280, 360].map((width) => ({ name, path, width }))))(
  '$name at $width pixels keeps nobody out, and does not scroll sideways',
  async ({ path, width }) => {
    const { page, errors } = await open(path, width)

    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    await page.context().close()

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(isWide).toBe(false)
    expect(errors).toEqual([])
  },
)
