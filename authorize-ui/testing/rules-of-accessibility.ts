/**
 * The rules of accessibility on every page and state, for each language in a test file of its own: they take long.
 *
 * @module
 */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '../pages.js'
import { launchBrowser, type OpenedPage, unless } from './browser.js'
import { visitSamples } from './visit-samples.js'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const widths = [320, 390, 768, 1280]
const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * @param browserPath the browser to test with; without one the tests are skipped
 * @param depth `all`: each page at every width, and in dark colours. `each`: each page at one of the widths in turn, dark colours in English alone. Default: of that, each
 *   page in one language in turn, and every other one in dark colours
 */
export function describeRulesOfAccessibility(
  locale: Locale,
  browserPath: string | undefined,
  depth: string | undefined,
): void {
  const isWhole = depth === 'all'
  const isChosen = (index: number) => !!depth || index % 2 === (locale === 'en' ? 0 : 1)

  describe.skipIf(!browserPath)(`pages in a browser${unless(browserPath)}`, { timeout: 600_000 }, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser(browserPath as string)
    })
    afterAll(() => browser.close())

    const withAxe = new WeakSet<Page>()

    /** axe-core for a window. It is sent there once and stays, for documents are written into the window. */
    function axeIn(page: Page): AxeBuilder {
      const axe = new AxeBuilder({ page, ...(withAxe.has(page) && { axeSource: 'void 0' }) })
      withAxe.add(page)
      return axe.options({ resultTypes: ['violations'] })
    }

    async function expectNoViolations(axe: AxeBuilder, name: string): Promise<void> {
      const { violations } = await axe.setLegacyMode().analyze()
      const found = violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes[0]?.html }))

      expect(found, name).toEqual([])
    }

    test('break no rule of accessibility, contrast included, from 320 to 1280 pixels', async () => {
      let index = -1
      const look = async ({ page }: OpenedPage, name: string) => {
        index += 1
        if (!isChosen(index)) return
        expect(await page.evaluate('getComputedStyle(document.body).margin'), `${name}: style sheet`).toBe('0px')
        for (const width of isWhole ? widths : [widths[index % widths.length] as number]) {
          await page.setViewportSize({ width, height: 800 })
          await expectNoViolations(axeIn(page).withTags(tags), `${name}, ${width}`)
        }
      }
      await visitSamples(browser, locale, {}, look, 'write')
    })

    // colours do not depend on the language
    if (locale !== 'en' && !isWhole) return

    test('have enough contrast in dark colours', async () => {
      let index = -1
      await visitSamples(
        browser,
        locale,
        { colorScheme: 'dark', viewport: { width: 390, height: 800 } },
        async ({ page }, name) => {
          index += 1
          if (!isChosen(index)) return
          expect(await page.evaluate('getComputedStyle(document.body).backgroundColor'), name).toBe('rgb(13, 21, 23)')
          await expectNoViolations(axeIn(page).withRules(aboutColours), name)
        },
        'write',
      )
    })
  })
}
