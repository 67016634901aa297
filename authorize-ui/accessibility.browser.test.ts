import type { Browser, BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locales } from './pages.js'
import { findBrowser, launchBrowser, type OpenedPage, openPage, unless } from './testing/browser.js'
import { samplePages } from './testing/sample-pages.js'
import { visitSamples } from './testing/visit-samples.js'

const browserPath = findBrowser(process.env.OB_BROWSER)
const isWhole = process.env.OB_AXE === 'all'

describe.skipIf(!browserPath)(`pages in a browser${unless(browserPath)}`, { timeout: 600_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser(browserPath as string)
  })
  afterAll(() => browser.close())

  /** Opens each page and state in turn: written into the window, where how it came there does not matter. */
  const visit = (
    locale: (typeof locales)[number],
    options: BrowserContextOptions,
    look: (opened: OpenedPage, name: string) => Promise<void>,
    by: 'show' | 'write' = 'write',
  ) => visitSamples(browser, locale, options, look, by)

  test.each(locales)('fit windows from 320 pixels on and text of double size, in %s', async (locale) => {
    const narrow = { width: 320, letters: '100%' }
    const wider = [
      { width: 390, letters: '100%' },
      { width: 640, letters: '200%' },
      { width: 1280, letters: '200%' },
    ]
    let index = -1

    await visit(locale, {}, async ({ page }, name) => {
      index += 1
      if (!process.env.OB_AXE && index % locales.length !== locales.indexOf(locale)) return
      // one of the wider ones for each page in turn; `npm run test:axe` takes them all
      const inTurn = wider.filter((_, place) => isWhole || place === index % wider.length)
      for (const { width, letters } of [narrow, ...inTurn]) {
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`)

        expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${width}`).toBe(width)
      }
    })
  })

  test('need nothing that their content security policy blocks', async () => {
    const look = async ({ page, violations }: OpenedPage, name: string) => {
      expect(await page.evaluate('getComputedStyle(document.body).margin'), `${name}: style sheet`).toBe('0px')
      expect(violations, name).toEqual([])
    }
    await visit('en', {}, look, 'show')
  })

  test('have targets of at least 24 by 24 pixels', async () => {
    await visit('en', { viewport: { width: 320, height: 800 } }, async ({ page }, name) => {
      const small = await page.evaluate<string[]>(`
        [...document.querySelectorAll('a, button:not(.enter), summary, input:not([type=hidden])')]
          .filter((each) => {
            const { width, height } = each.getBoundingClientRect()
            return !each.checkVisibility({ visibilityProperty: true }) || Math.min(width, height) < 24
          })
          .map((each) => each.outerHTML)`)

      expect(small, name).toEqual([])
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

  test('keep the name of a TPP inside its box', async () => {
    await visit('en', { viewport: { width: 320, height: 800 } }, async ({ page }, name) => {
      const outside = await page.evaluate<string[]>(`
        [...document.querySelectorAll('.requester')]
          .filter((each) => {
            const outer = each.getBoundingClientRect()
            const names = [...each.querySelectorAll('.name bdi')].map((name) => name.getBoundingClientRect())
            return names.length !== 1 || names.some(({ left, right }) => left <= outer.left || right >= outer.right)
          })
          .map((each) => each.outerHTML)`)

      expect(outside, name).toEqual([])
    })
  })

  test('do not move for a PSU who asks for less motion', async () => {
    const duration = `getComputedStyle(document.querySelector('button')).transitionDuration`
    const { login } = samplePages('en')
    const moving = await openPage(browser, login as string)
    const still = await openPage(browser, login as string, { reducedMotion: 'reduce' })

    expect(await moving.page.evaluate(duration)).toContain('0.12s')
    expect(await still.page.evaluate(duration)).toBe('0s')
  })

  test('keep the field to correct and the message about it in view', async () => {
    let looked = 0
    const look = async ({ page }: OpenedPage, name: string) => {
      looked += 1
      // as the page is shown at first, with what is folded
      await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = false`)
      const message = await page.getByRole('alert').boundingBox()
      const field = await page.locator('[autofocus]:focus').boundingBox()

      expect(message?.y, `${name}: message`).toBeGreaterThanOrEqual(0)
      expect((field?.y ?? 0) + (field?.height ?? 0), `${name}: field`).toBeLessThanOrEqual(700)
    }
    const hasFocus = (html: string) => /\sautofocus/.test(html)
    await visitSamples(browser, 'en', { viewport: { width: 390, height: 700 } }, look, 'show', hasFocus)
    expect(looked).toBeGreaterThan(5)
  })
})
