import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../journeys/launch-browser.js'
import { renderJunit } from '../junit.js'
import { sampleCase, sampleCheck, sampleExchange, sampleFailure, sampleRun, sampleWire } from '../testing/sample-run.js'
import { renderPage } from './page.js'

const hostile = `"'></script><script>document.title = 'run'</script><img src="https://evil.example/x" onerror="document.title = 'run'">\u001b`

const finding = { ...sampleCheck({ outcome: 'fail', pointer: '/Links/Self', received: '"/a"' }), count: 3 }
const run = sampleRun({
  cases: [
    sampleCase(),
    sampleCase({ case: 'ACC-001', version: '0.0.1', title: 'lists the accounts', operation: 'getAccounts' }),
    sampleCase({ case: 'ACC-002', outcome: 'warn', blame: 'bank', checks: [sampleCheck({ outcome: 'warn' })] }),
    sampleCase({ case: 'ACC-003', outcome: 'could-not-run', blame: 'network', reason: hostile, checks: [] }),
    sampleCase({ case: 'ACC-004', outcome: 'not-applicable', blame: 'config', reason: 'not offered', checks: [] }),
    sampleFailure({ title: `dates a consent ${hostile}` }),
  ],
  wire: [sampleWire(), sampleWire({ check: 'WIR-links', outcome: 'fail', blame: 'bank', findings: [finding] })],
  entries: [
    sampleExchange(),
    sampleExchange({ response: { status: 500, headers: [['x', hostile]], body: hostile } }),
    sampleExchange({ request: { method: 'GET', url: hostile, headers: [], body: hostile } }),
  ],
})

let browser: Browser
let folder: string
let page: Page
const loaded: string[] = []

beforeAll(async () => {
  browser = await launchBrowser(process.env)
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  loaded.length = 0
})
afterEach(() => page?.context().close())

async function open(html = renderPage(run), options: BrowserContextOptions = {}) {
  const file = join(folder, 'index.html')
  await writeFile(file, html)
  page = await (await browser.newContext(options)).newPage()
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(pathToFileURL(file).href)
}

const shownCases = () => page.locator('#cases details.case:visible .id').allTextContents()

describe('the page in a browser', () => {
  test('runs no script and loads no picture of the bank', async () => {
    await open()

    expect(await page.title()).toBe('Failed: Example Bank, conformance report')
    expect(loaded).toEqual([pathToFileURL(join(folder, 'index.html')).href])
    expect(await page.locator('img').count()).toBe(0)
  })

  test('would run none even if one got into the file', async () => {
    const injected = `<script>document.title = 'run'</script><p onclick="document.title = 'run'" id="bait">x</p>`

    await open(renderPage(run).replace('<main>', `<main>${injected}`))
    await page.locator('#bait').click()

    expect(await page.title()).toBe('Failed: Example Bank, conformance report')
    expect(await page.locator('#filters').isVisible()).toBe(true)
  })

  test('filters by outcome, area, version, blame and text', async () => {
    await open()

    expect(await shownCases()).toHaveLength(8)
    await page.getByLabel('Area').selectOption('ACC')
    expect(await shownCases()).toEqual(['ACC-003 1.0.0', 'ACC-002 1.0.0', 'ACC-001 0.0.1', 'ACC-004 1.0.0'])
    await page.getByLabel('Version').selectOption('0.0.1')
    expect(await shownCases()).toEqual(['ACC-001 0.0.1'])
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(shownCases).toHaveLength(8)
    await page.getByLabel('Blame').selectOption('network')
    expect(await shownCases()).toEqual(['ACC-003 1.0.0'])
    await page.getByLabel('Blame').selectOption('')
    await page.getByLabel('Text').fill('  LINKS   self ')
    expect(await shownCases()).toEqual(['WIR-links'])
    expect(await page.getByRole('status').textContent()).toBe('1 of 8 shown')
    await page.getByLabel('Text').fill('no such thing')
    expect(await page.getByText('No case fits this filter.').isVisible()).toBe(true)
  })

  test('shows the cases behind a count', async () => {
    await open()

    await page.getByRole('link', { name: '1 warning' }).click()

    await expect.poll(shownCases).toEqual(['ACC-002 1.0.0'])
  })

  test('opens the case that its address points to', async () => {
    await open()

    await page.goto(`${page.url()}#AAC-003@1.0.0`)

    expect(await page.getByText('Blame: the bank.').first().isVisible()).toBe(true)
  })

  test('can be read by keyboard alone', async () => {
    await open()

    await page.locator('#attention summary').first().focus()
    await page.keyboard.press('Enter')

    expect(await page.getByText('2030-01-15T09:00:00"', { exact: false }).first().isVisible()).toBe(true)
  })

  test('has everything without script, and no filter that does nothing', async () => {
    await open(renderPage(run), { javaScriptEnabled: false })

    expect(await shownCases()).toHaveLength(8)
    expect(await page.locator('#filters').isVisible()).toBe(false)
  })

  test('prints the cases that did not pass', async () => {
    await open()

    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    expect(await page.locator('#attention details.case[open]').count()).toBe(3)
    await page.evaluate('dispatchEvent(new Event("afterprint"))')
    expect(await page.locator('#attention details.case[open]').count()).toBe(0)
  })

  test.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is accessible and never wider than the window at %i pixels, %s', async (width, colorScheme) => {
    await open(renderPage(run), { viewport: { width, height: 900 }, colorScheme })
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true')

    const { violations } = await new AxeBuilder({ page }).analyze()

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })

  test('of a very large run has at most two elements for each case, so that it opens at once', async () => {
    const cases = Array.from({ length: 50_000 }, (_, index) => sampleCase({ case: `AAC-${index}` }))
    const html = renderPage(sampleRun({ cases }))

    await open(html)

    const elements = await page.evaluate('document.querySelectorAll("*").length')
    expect(elements).toBeGreaterThan(50_000)
    expect(elements).toBeLessThan(2 * 50_000)
  })
})

test('junit.xml is read by a real XML parser', async () => {
  page = await browser.newPage()
  const parsed = `new DOMParser().parseFromString(${JSON.stringify(renderJunit(run))}, 'application/xml')`

  const errors = await page.evaluate(
    `[${parsed}.documentElement.nodeName, ${parsed}.querySelectorAll('parsererror').length]`,
  )

  expect(errors).toEqual(['testsuites', 0])
})
