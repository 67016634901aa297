import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from './pages.js'
import { findBrowser, launchBrowser, type OpenedPage, openPage, unless } from './testing/browser.js'
import { samplePages } from './testing/sample-views.js'

const browserPath = findBrowser(process.env.OB_BROWSER)

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

describe.skipIf(!browserPath)(`pages in a browser${unless(browserPath)}`, { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser(browserPath as string)
  })
  afterAll(() => browser.close())

  /** Opens each page and state in turn. */
  async function visit(
    locale: (typeof locales)[number],
    options: BrowserContextOptions,
    look: (opened: OpenedPage, name: string) => Promise<void>,
  ): Promise<void> {
    const opened = await openPage(browser, '', options)
    for (const [name, html] of Object.entries(samplePages(locale))) {
      await opened.show(html)
      await opened.page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)
      await look(opened, name)
    }
    await opened.page.context().close()
  }

  async function expectNoViolations(axe: AxeBuilder, name: string): Promise<void> {
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes[0]?.html }))

    expect(found, name).toEqual([])
  }

  test.each(locales)('break no rule of accessibility, in %s', async (locale) => {
    await visit(locale, {}, ({ page }, name) => expectNoViolations(new AxeBuilder({ page }).withTags(tags), name))
  })

  test('have enough contrast in dark colours', async () => {
    const rules = ['color-contrast', 'link-in-text-block']

    await visit('en', { colorScheme: 'dark' }, async ({ page }, name) => {
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor'), name).toBe('rgb(13, 21, 23)')
      await expectNoViolations(new AxeBuilder({ page }).withRules(rules), name)
    })
  })

  test.each(locales)('fit windows from 320 pixels on and letters of double size, in %s', async (locale) => {
    const sizes = [
      { width: 320, letters: '100%' },
      { width: 390, letters: '100%' },
      { width: 640, letters: '200%' },
      { width: 1280, letters: '200%' },
    ]

    await visit(locale, {}, async ({ page }, name) => {
      for (const { width, letters } of sizes) {
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`)

        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${width}`).toBe(width)
      }
    })
  })

  test('need nothing that their content security policy stops', async () => {
    await visit('en', {}, async ({ page, violations }, name) => {
      expect(await page.evaluate('getComputedStyle(document.body).margin'), `${name}: style sheet`).toBe('0px')
      expect(violations, name).toEqual([])
    })
  })

  test('have targets of at least 24 by 24 pixels', async () => {
    await visit('en', { viewport: { width: 320, height: 800 } }, async ({ page }, name) => {
      for (const target of await page.locator('a, button, summary, input:not([type=hidden])').all()) {
        const box = await target.boundingBox()

        expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${name}: ${target}`).toBeGreaterThanOrEqual(24)
      }
    })
  })

  test('write numbers from left to right in Arabic too', async () => {
    await visit('ar', {}, async ({ page }, name) => {
      const directions = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.number')].map((each) => getComputedStyle(each).direction)`,
      )

      expect(new Set([...directions, 'ltr']), name).toEqual(new Set(['ltr']))
    })
  })

  test('keep what a TPP calls itself inside its box', async () => {
    await visit('en', { viewport: { width: 320, height: 800 } }, async ({ page }, name) => {
      for (const requester of await page.locator('.requester').all()) {
        const outer = await requester.boundingBox()
        const inner = await requester.locator('bdi').boundingBox()
        const [start, end] = [inner?.x ?? 0, (inner?.x ?? 0) + (inner?.width ?? 0)]

        expect(start, name).toBeGreaterThan(outer?.x ?? 0)
        expect(end, name).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
      }
    })
  })

  test('do not move for those who ask for less motion', async () => {
    const duration = `getComputedStyle(document.querySelector('button')).transitionDuration`
    const { login } = samplePages('en')
    const moving = await openPage(browser, login as string)
    const still = await openPage(browser, login as string, { reducedMotion: 'reduce' })

    expect(await moving.page.evaluate(duration)).toContain('0.12s')
    expect(await still.page.evaluate(duration)).toBe('0s')
  })

  test('keep the field to mend and the message about it in view', async () => {
    await visit('en', { viewport: { width: 390, height: 700 } }, async ({ page }, name) => {
      if ((await page.locator('[autofocus]').count()) === 0) return

      const message = await page.getByRole('alert').boundingBox()
      const field = await page.locator('[autofocus]:focus').boundingBox()

      expect(message?.y, `${name}: message`).toBeGreaterThanOrEqual(0)
      expect((field?.y ?? 0) + (field?.height ?? 0), `${name}: field`).toBeLessThanOrEqual(700)
    })
  })
})
